import { Select, type SelectProps } from '@mantine/core'
import type { FocusEvent, ReactNode } from 'react'
import { uiTexts } from '../ui-texts.ts'
import { fitInViewport, optionsHeight } from './fit-in-viewport.ts'

interface SelectFieldProps {
  className?: string
  renderOption?: NonNullable<SelectProps['renderOption']>
  label: string
  /** For a field whose values tell what it is about. */
  hidesLabel?: boolean
  description?: string
  value: string | null
  onChange: (value: string | null) => void
  choices: { value: string; label: string }[]
  error?: string | undefined
  placeholder?: string
  leftSection?: ReactNode
  clearable?: boolean
  disabled?: boolean
  /** Finds choices as one types, also if they are few: for people and sites, which other practices have many of. */
  searchable?: boolean
}

/** More choices than this are searched as one types. */
const listMax = 7

/** Select; searchable with eight or more choices. Only a `clearable` one can be emptied. */
export const SelectField = ({ choices, searchable = false, label, hidesLabel = false, ...props }: SelectFieldProps) => (
  <Select
    {...props}
    {...(hidesLabel ? { 'aria-label': label } : { label })}
    data={choices}
    // choosing the chosen option again clears it: by keyboard, this is the only way
    allowDeselect={props.clearable ?? false}
    // forms focus an invalid field, and the list would cover its error
    openOnFocus={choices.length > listMax && !props.error}
    clearButtonProps={{ 'aria-label': uiTexts.clear }}
    searchable={searchable || choices.length > listMax}
    // a few choices are tapped; the keyboard of a phone would cover them
    inputMode={choices.length > listMax ? 'text' : 'none'}
    onFocus={selectText}
    // rendering thousands of options takes seconds on a phone; users search instead
    limit={200}
    nothingFoundMessage={uiTexts.nothingFound}
    // the list itself scrolls, because a wrapping scroll area cannot be reached by keyboard
    withScrollArea={false}
    styles={{ options: { maxHeight: optionsHeight(320), overflowY: 'auto' } }}
    checkIconPosition="right"
    comboboxProps={{ shadow: 'md', middlewares: fitInViewport }}
  />
)

/** What is typed replaces the chosen label, as in a field reached by Tab. */
const selectText = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
  if (!currentTarget.readOnly) currentTarget.select()
}
