import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { DateField, SelectField } from '../../ui/fields.tsx'
import { Page } from '../../ui/page.tsx'
import { RfidField } from '../../ui/rfid-field.tsx'
import { uiTexts } from '../../ui-texts.ts'
import { customersQuery } from '../customers/queries.ts'
import { vetLabel, vetsQuery } from '../users/queries.ts'
import { type Search, type SearchStatus, searchStatuses } from './search-query.ts'

type Change = { [Field in keyof Search]?: Search[Field] | null }
interface FieldProps {
  search: Search
  set: (change: Change) => void
}

export function SearchPage() {
  const [search, setSearch] = useState<Search>({})
  const navigate = useNavigate()
  const set = (change: Change) =>
    setSearch(
      Object.fromEntries(
        Object.entries({ ...search, ...change }).filter(([, value]) => value !== null && value !== ''),
      ) as Search,
    )
  const text = (field: 'ticket' | 'tag' | 'lot') => ({
    value: search[field] ?? '',
    onChange: (event: { currentTarget: { value: string } }) => set({ [field]: event.currentTarget.value }),
    autoComplete: 'off',
  })
  const find = (event: FormEvent) => {
    event.preventDefault()
    void navigate({ to: '/a/search/result', search: search as never })
  }
  return (
    <Page
      title={uiTexts.search}
      back
      ownHeading
      foot={
        <Button type="submit" form="search">
          {uiTexts.search}
        </Button>
      }
    >
      <h1>{uiTexts.search}</h1>
      <form id="search" className="stack" onSubmit={find} noValidate>
        <TextInput label="Ticket #" {...text('ticket')} />
        <RfidField label="RFID#" value={search.rfid ?? ''} onChange={(rfid) => set({ rfid })} />
        <div className="two">
          <TextInput label="TAG #" {...text('tag')} />
          <TextInput label="LOT" {...text('lot')} />
        </div>
        <div className="two">
          <DateField
            label="Submission date"
            value={search.submitted ?? null}
            onChange={(submitted) => set({ submitted })}
          />
          <DateField
            label="Completed date"
            value={search.completed ?? null}
            onChange={(completed) => set({ completed })}
          />
        </div>
        <VetField search={search} set={set} />
        <ClientFields search={search} set={set} />
        <SelectField
          label="Status"
          value={search.status ?? null}
          onChange={(status) => set({ status: status as SearchStatus | null })}
          choices={searchStatuses.map((status) => ({ value: status, label: status }))}
          clearable
        />
      </form>
    </Page>
  )
}

// fields that wait for their choices stand alone: the rest of the form is not drawn again when those arrive

function VetField({ search, set }: FieldProps) {
  const person = useSession()
  const vets = useQuery(vetsQuery(['Veterinarian', 'Admin'])).data ?? []
  return (
    <SelectField
      label="Vet"
      value={search.vet ?? null}
      onChange={(vet) => set({ vet })}
      choices={vets.map((vet) => ({ value: vet.id, label: vetLabel(vet, person?.uuid) }))}
      clearable
    />
  )
}

/** The client, and once one is chosen its site. */
function ClientFields({ search, set }: FieldProps) {
  const customers = useQuery(customersQuery()).data ?? []
  const sites = customers.find((customer) => customer.id === search.client)?.sites ?? []
  return (
    <>
      <SelectField
        label="Client"
        value={search.client ?? null}
        onChange={(client) => set({ client, site: null })}
        choices={customers.map(({ id, name }) => ({ value: id, label: name }))}
        clearable
      />
      {search.client && (
        <SelectField
          label="Site"
          value={search.site ?? null}
          onChange={(site) => set({ site })}
          choices={sites.map(({ id, name }) => ({ value: id, label: name }))}
          clearable
        />
      )}
    </>
  )
}
