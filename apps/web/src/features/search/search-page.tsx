import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type SearchStatus, searchStatuses } from '@chisholm/domain/status'
import { texts } from '@chisholm/domain/texts'
import { type FormEvent, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Page } from '../../ui/page.tsx'
import { RfidField } from '../../ui/rfid-field.tsx'
import { searchTexts } from './search-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { vetLabel, vetsOnTicketsQuery, vetsQuery } from '../users/index.ts'
import { ClientField } from './client-field.tsx'
import type { Search } from './search-query.ts'

type Change = { [Field in keyof Search]?: Search[Field] | null }
interface FieldProps {
  search: Search
  set: (change: Change) => void
}

export function SearchPage() {
  const [search, setSearch] = useState<Search>(useSearch({ strict: false }))
  const navigate = useNavigate()
  const set = (change: Change) =>
    setSearch(
      Object.fromEntries(
        Object.entries({ ...search, ...change }).filter(([, value]) => value !== null && value !== ''),
        // cast: Object.keys and Object.entries forget which keys there are
      ) as Search,
    )
  const text = (field: 'ticket' | 'tag' | 'lot') => ({
    value: search[field] ?? '',
    onChange: (event: { currentTarget: { value: string } }) => set({ [field]: event.currentTarget.value }),
    autoComplete: 'off',
  })
  const find = async (event: FormEvent) => {
    event.preventDefault()
    // so that going back restores the form
    await navigate({ to: '/a/search', search: { ...search }, replace: true })
    await navigate({ to: '/a/search/result', search: { ...search } })
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
      <form id="search" className="stack" onSubmit={(event) => void find(event)} noValidate>
        <TextInput label={searchTexts.ticket} {...text('ticket')} />
        <RfidField label={searchTexts.rfid} value={search.rfid ?? ''} onChange={(rfid) => set({ rfid })} />
        <div className="two">
          <TextInput label={searchTexts.tag} {...text('tag')} />
          <TextInput label={searchTexts.lot} {...text('lot')} />
        </div>
        <div className="two">
          <DateField
            label={searchTexts.submitted}
            value={search.submitted ?? null}
            onChange={(submitted) => set({ submitted })}
          />
          <DateField
            label={searchTexts.completed}
            value={search.completed ?? null}
            onChange={(completed) => set({ completed })}
          />
        </div>
        <VetField search={search} set={set} />
        <ClientField search={search} onChange={set} />
        <SelectField
          label={searchTexts.status}
          placeholder={uiTexts.any}
          value={search.status ?? null}
          // cast: the choices of the field are states
          onChange={(status) => set({ status: status as SearchStatus | null })}
          choices={searchStatuses.map((status) => ({ value: status, label: status }))}
          clearable
        />
      </form>
    </Page>
  )
}

// fields that load their options are components of their own, so that the form does not rerender when these arrive

const searchedRoles = ['Veterinarian', 'Admin'] as const

function VetField({ search, set }: FieldProps) {
  const person = useSession()
  const people = useQuery(vetsQuery(searchedRoles))
  const onTickets = useQuery(vetsOnTicketsQuery(searchedRoles))
  const active = people.data ?? []
  // former veterinarians are offered as long as tickets name them
  const former = (onTickets.data ?? []).filter((vet) => people.data && !active.some(({ id }) => id === vet.id))
  return (
    <SelectField
      label={searchTexts.vet}
      placeholder={uiTexts.any}
      value={search.vet ?? null}
      onChange={(vet) => set({ vet })}
      choices={[
        ...active.map((vet) => ({ value: vet.id, label: vetLabel(vet, person?.uuid) })),
        ...former.map((vet) => ({ value: vet.id, label: `${vetLabel(vet, person?.uuid)} (${searchTexts.formerVet})` })),
      ]}
      error={people.isError || onTickets.isError ? texts.failure.getUsers : undefined}
      clearable
    />
  )
}
