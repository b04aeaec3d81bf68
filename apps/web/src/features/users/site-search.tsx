import { Button, Checkbox, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { texts } from '@chisholm/domain/texts'
import { userTexts } from './user-texts.ts'
import { listTexts } from '../../ui/list-texts.ts'
import { QueryState } from '../../ui/states.tsx'
import { toastFailure } from '../../ui/toast.ts'
import { siteSearchQuery, fetchSitesOfCustomer } from './admin-queries.ts'
import type { OfferedSite } from './site-access-changes.ts'

const typingDelay = 300

interface SiteSearchProps {
  chosenIds: Set<string>
  add: (sites: OfferedSite[]) => void
  toggle: (id: string) => void
}

/** Searches sites by name or customer, and adds one site or all sites of a customer. */
export function SiteSearch({ chosenIds, add, toggle }: SiteSearchProps) {
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), typingDelay)
  const isSearching = typed.trim() !== '' && text !== ''
  return (
    <>
      <TextInput
        type="search"
        label={userTexts.findSite}
        value={typed}
        leftSection={<IconSearch size={20} stroke={1.8} aria-hidden />}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
      />
      {isSearching && <Results text={text} chosenIds={chosenIds} add={add} toggle={toggle} />}
    </>
  )
}

function Results({ text, chosenIds, add, toggle }: SiteSearchProps & { text: string }) {
  const results = useQuery(siteSearchQuery(text))
  if (!results.data) return <QueryState query={results} failureText={texts.failure.getSites} height={44} count={3} />
  const { data: sites, meta } = results.data
  if (sites.length === 0) return <p className="hint">{listTexts.noneFound(text)}</p>
  const customers = [...new Map(sites.map(({ customer }) => [customer.id, customer])).values()]
  return (
    <>
      <ul className="site-results" aria-label={userTexts.findSite}>
        {sites.map((site) => (
          <li key={site.id}>
            <Checkbox
              label={siteInFull(site.customer.name, site.name)}
              checked={chosenIds.has(site.id)}
              onChange={() => (chosenIds.has(site.id) ? toggle(site.id) : add([site]))}
            />
          </li>
        ))}
      </ul>
      {meta.total > sites.length && <p className="hint">{userTexts.moreSites(sites.length, meta.total)}</p>}
      {customers.length <= 3 && customers.map((customer) => <AddAll key={customer.id} customer={customer} add={add} />)}
    </>
  )
}

function AddAll({ customer, add }: { customer: OfferedSite['customer']; add: (sites: OfferedSite[]) => void }) {
  const addAll = useMutation({
    mutationFn: () => fetchSitesOfCustomer(customer.id),
    onSuccess: add,
    onError: toastFailure(texts.failure.getSites),
  })
  return (
    <Button variant="default" size="sm" loading={addAll.isPending} onClick={() => addAll.mutate()}>
      {userTexts.allSitesOf(customer.name)}
    </Button>
  )
}
