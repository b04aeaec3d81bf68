import '@mantine/dates/styles.css'
import { Select } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { dayFromTyped } from '@chisholm/domain/dates'
import type { ReactNode } from 'react'
import { uiTexts } from '../ui-texts.ts'

interface DateFieldProps {
  id?: string
  label: string
  value: string | null
  onChange: (day: string | null) => void
  /** True marks the field when its text stands elsewhere. */
  error?: string | boolean | undefined
  description?: string
}

/** A day, typed as MM/DD/YYYY or picked; gives `YYYY-MM-DD`. */
export const DateField = (props: DateFieldProps) => (
  <DateInput
    {...props}
    valueFormat="MM/DD/YYYY"
    placeholder="MM/DD/YYYY"
    dateParser={dayFromTyped}
    clearable
    clearButtonProps={{ 'aria-label': uiTexts.clear }}
    maxDate="2100-12-31"
    rightSection={props.value ? undefined : <IconCalendar size={22} aria-hidden />}
    rightSectionPointerEvents="none"
    popoverProps={{ trapFocus: false }}
    ariaLabels={uiTexts.calendar}
  />
)

interface SelectFieldProps {
  className?: string
  label: string
  value: string | null
  onChange: (value: string | null) => void
  choices: { value: string; label: string }[]
  error?: string | undefined
  placeholder?: string
  leftSection?: ReactNode
  clearable?: boolean
  disabled?: boolean
}

/** One of a list; lists of more than seven search as one types. */
export const SelectField = ({ choices, ...props }: SelectFieldProps) => (
  <Select
    {...props}
    data={choices}
    clearButtonProps={{ 'aria-label': uiTexts.clear }}
    searchable={choices.length > 7}
    // of thousands one types what one looks for; drawing them all would take a phone seconds
    limit={200}
    nothingFoundMessage="Nothing found"
    // the list itself scrolls, not a box around it, which the keyboard could not reach
    withScrollArea={false}
    styles={{ options: { maxHeight: 320, overflowY: 'auto' } }}
    checkIconPosition="right"
    comboboxProps={{ shadow: 'md' }}
  />
)
