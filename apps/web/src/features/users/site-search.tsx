import { Button, Checkbox, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '@chisholm/domain/texts'
import { userTexts } from './user-texts.ts'
import { listTexts } from '../../ui/list-texts.ts'
import { FailedState, Skeletons } from '../../ui/faces.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { siteSearchQuery, sitesOfCustomer } from './admin-queries.ts'
import type { OfferedSite } from './use-site-access.ts'

const pauseOfTyping = 300

interface SiteSearchProps {
  known: Set<string>
  add: (sites: OfferedSite[]) => void
  toggle: (id: string) => void
}

/** Searches sites by name or customer, to add them one by one or all of a customer. */
export function SiteSearch({ known, add, toggle }: SiteSearchProps) {
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), pauseOfTyping)
  const isAsked = typed.trim() !== '' && text !== ''
  return (
    <>
      <TextInput
        type="search"
        label={userTexts.findSite}
        value={typed}
        leftSection={<IconSearch size={20} aria-hidden />}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
      />
      {isAsked && <Results text={text} known={known} add={add} toggle={toggle} />}
    </>
  )
}

function Results({ text, known, add, toggle }: SiteSearchProps & { text: string }) {
  const found = useQuery(siteSearchQuery(text))
  if (found.isPending) return <Skeletons height={44} count={3} />
  if (!found.data) return <FailedState text={texts.failure.getSites} retry={() => void found.refetch()} />
  const { data: sites, meta } = found.data
  if (sites.length === 0) return <p className="hint">{listTexts.noneFound(text)}</p>
  const customers = [...new Map(sites.map(({ customer }) => [customer.id, customer])).values()]
  return (
    <>
      <ul className="site-results" aria-label={userTexts.findSite}>
        {sites.map((site) => (
          <li key={site.id}>
            <Checkbox
              label={`${site.customer.name} - ${site.name}`}
              checked={known.has(site.id)}
              onChange={() => (known.has(site.id) ? toggle(site.id) : add([site]))}
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
  const reading = useMutation({
    mutationFn: () => sitesOfCustomer(customer.id),
    onSuccess: add,
    onError: (failure) => toast.failure(wordsOf(failure, texts.failure.getSites)),
  })
  return (
    <Button variant="default" size="sm" loading={reading.isPending} onClick={() => reading.mutate()}>
      {userTexts.allSitesOf(customer.name)}
    </Button>
  )
}
