import { Button, TextInput } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type SearchStatus, searchStatuses } from '@chisholm/domain/status'
import { texts } from '@chisholm/domain/texts'
import { type FormEvent, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { Deferred } from '../../ui/deferred.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Page } from '../../ui/page.tsx'
import { RfidField } from '../../ui/rfid-field.tsx'
import { searchTexts } from './search-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { vetLabel, vetsOnPostMortemsQuery, vetsQuery } from '../users/index.ts'
import { ClientField } from './client-field.tsx'
import type { SearchCriteria } from './search-query.ts'

type SearchPatch = { [Field in keyof SearchCriteria]?: SearchCriteria[Field] | null }
interface FieldProps {
  search: SearchCriteria
  update: (change: SearchPatch) => void
}

export function SearchPage() {
  const initialSearch: SearchCriteria = useSearch({ strict: false })
  const [search, setSearch] = useState(initialSearch)
  // The back button restores the scroll position, too, which needs the whole form.
  const [isRestored] = useState(Object.values(initialSearch).some((value) => value !== undefined))
  const navigate = useNavigate()
  const update = (change: SearchPatch) =>
    setSearch(
      Object.fromEntries(
        Object.entries({ ...search, ...change }).filter(([, value]) => value !== null && value !== ''),
        // cast: Object.keys and Object.entries lose the key type
      ) as SearchCriteria,
    )
  const textField = (field: 'ticket' | 'tag' | 'lot') => ({
    value: search[field] ?? '',
    onChange: (event: { currentTarget: { value: string } }) => update({ [field]: event.currentTarget.value }),
    autoComplete: 'off',
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // This lets the back button restore the form.
    await navigate({ to: '/a/search', search: { ...search }, replace: true })
    await navigate({ to: '/a/search/result', search: { ...search } })
  }
  return (
    <Page
      title={uiTexts.search}
      back
      ownHeading
      footer={
        <Button type="submit" form="search">
          {uiTexts.search}
        </Button>
      }
    >
      <h1>{uiTexts.search}</h1>
      <form id="search" className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <TextInput label={searchTexts.postMortem} {...textField('ticket')} />
        <RfidField label={searchTexts.rfid} value={search.rfid ?? ''} onChange={(rfid) => update({ rfid })} />
        <div className="two">
          <TextInput label={searchTexts.tag} {...textField('tag')} />
          <TextInput label={searchTexts.lot} {...textField('lot')} />
        </div>
        {/* Mantine renders a field with a pop-up twice, in the task in which it appears: a phone gets a few at a time. */}
        <Deferred immediately={isRestored}>
          <DateFields search={search} update={update} />
          <VetField search={search} update={update} />
          <Deferred immediately={isRestored}>
            <ClientField search={search} onChange={update} />
            <StatusField search={search} update={update} />
          </Deferred>
        </Deferred>
      </form>
    </Page>
  )
}

const DateFields = ({ search, update }: FieldProps) => (
  <div className="two">
    <DateField
      label={searchTexts.submitted}
      value={search.submitted ?? null}
      onChange={(submitted) => update({ submitted })}
    />
    <DateField
      label={searchTexts.completed}
      value={search.completed ?? null}
      onChange={(completed) => update({ completed })}
    />
  </div>
)

const statusChoices = searchStatuses.map((status) => ({ value: status, label: status }))

const StatusField = ({ search, update }: FieldProps) => (
  <SelectField
    label={searchTexts.status}
    placeholder={uiTexts.any}
    value={search.status ?? null}
    // cast: the options of this field are statuses
    onChange={(status) => update({ status: status as SearchStatus | null })}
    choices={statusChoices}
    clearable
  />
)

// Fields that load their options are separate components, so that the form does not render again when these arrive.

const searchedRoles = ['Veterinarian', 'Admin'] as const

function VetField({ search, update }: FieldProps) {
  // without a connection nothing is wrong with the field
  const { online } = useNetwork()
  const currentUser = useSession()
  const activeVets = useQuery(vetsQuery(searchedRoles))
  const assignedVets = useQuery(vetsOnPostMortemsQuery(searchedRoles))
  const active = activeVets.data ?? []
  // Former veterinarians can be chosen as long as tickets refer to them.
  const former = (assignedVets.data ?? []).filter((vet) => activeVets.data && !active.some(({ id }) => id === vet.id))
  return (
    <SelectField
      searchable
      label={searchTexts.vet}
      placeholder={uiTexts.any}
      value={search.vet ?? null}
      onChange={(vet) => update({ vet })}
      choices={[
        ...active.map((vet) => ({ value: vet.id, label: vetLabel(vet, currentUser?.uuid) })),
        ...former.map((vet) => ({
          value: vet.id,
          label: `${vetLabel(vet, currentUser?.uuid)} (${searchTexts.formerVet})`,
        })),
      ]}
      error={online && (activeVets.isError || assignedVets.isError) ? texts.failure.getUsers : undefined}
      clearable
    />
  )
}
