import { Select, type SelectProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { uiTexts } from '../ui-texts.ts'

interface SelectFieldProps {
  className?: string
  /** How a choice looks in the list, where it is more than its name. */
  renderOption?: NonNullable<SelectProps['renderOption']>
  label: string
  description?: string
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
