import { compareNames } from '@chisholm/domain/compare-names'
import '../../ui/divided-list.css'
import { Button, type ComboboxParsedItem, Input, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { fitInViewport, optionsHeight } from '../../ui/fit-in-viewport.ts'
import { displayName, userQuery, type VisibleUser } from '../users/index.ts'
import { peopleQuery, recipientsQuery } from './scheduled-report-queries.ts'
import { scheduledReportTexts as texts } from './scheduled-report-texts.ts'

interface RecipientsFieldProps {
  value: string[]
  onChange: (ids: string[]) => void
  error: string | undefined
}

/** Chosen people, each with a button to remove it, and a search to add another. */
export function RecipientsField({ value, onChange, error }: RecipientsFieldProps) {
  const [text, setText] = useState('')
  const [debouncedText] = useDebouncedValue(text, 300)
  const me = useQuery(userQuery(useSession()?.uuid ?? '')).data
  const { data: found = [], isPlaceholderData } = useQuery(peopleQuery(debouncedText))
  const chosen = useQuery(recipientsQuery(value)).data ?? []
  const known = new Map([...found, ...chosen, ...(me ? [me] : [])].map((person) => [person.id, person]))
  const nameOf = (id: string) => {
    const person = known.get(id)
    return person ? displayName(person) || texts.somebody : texts.somebody
  }
  return (
    <Input.Wrapper label={texts.recipients} labelElement="div">
      <ul className="divided-list">
        {value.map((id) => (
          <li key={id}>
            <span className="divided-list-text">{nameOf(id)}</span>
            <Button
              variant="subtle"
              mih={44}
              aria-label={texts.removeRecipient(nameOf(id))}
              onClick={() => onChange(value.filter((one) => one !== id))}
            >
              <IconX size={18} aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <Select
        aria-label={texts.addRecipient}
        name="recipients"
        placeholder={texts.addHint}
        data={choicesOf([...known.values()], value)}
        value={null}
        searchable
        filter={filterBy(text === debouncedText && !isPlaceholderData ? found : [])}
        searchValue={text}
        onSearchChange={setText}
        onChange={(id) => {
          if (id) onChange([...value, id])
          setText('')
        }}
        error={error}
        withScrollArea={false}
        styles={{ options: { maxHeight: optionsHeight(220), overflowY: 'auto' } }}
        comboboxProps={{ middlewares: fitInViewport }}
      />
    </Input.Wrapper>
  )
}

const choicesOf = (people: VisibleUser[], chosen: string[]) =>
  people
    .filter(({ id }) => !chosen.includes(id))
    .map((person) => ({ value: person.id, label: displayName(person) }))
    .filter(({ label }) => label !== '')
    .toSorted((one, other) => compareNames(one.label, other.label))

/** Filters the options by their labels, and keeps the people whom the server found, perhaps by their e-mail address. */
const filterBy =
  (found: VisibleUser[]) =>
  ({ options, search }: { options: ComboboxParsedItem[]; search: string }) =>
    options.filter(
      (option) =>
        'value' in option &&
        (found.some(({ id }) => id === option.value) ||
          option.label.toLowerCase().includes(search.trim().toLowerCase())),
    )
