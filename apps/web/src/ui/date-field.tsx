import '@mantine/dates/styles.css'
import { Input, Popover, TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { constants } from '@chisholm/domain/constants'
import { dayFromTyped, isDay, typedDay } from '@chisholm/domain/dates'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { today } from '../api/practice.ts'
import { uiTexts } from '../ui-texts.ts'

interface DateFieldProps {
  id?: string
  label: string
  /** A day as `YYYY-MM-DD`; what is typed and no day stands here as it was typed. */
  value: string | null
  onChange: (day: string | null) => void
  /** True marks the field when its text stands elsewhere. */
  error?: string | boolean | undefined
  description?: string
}

/** What was typed, as a day where it is one up to the last that is taken. */
function dayOrText(text: string): string | null {
  const day = dayFromTyped(text)
  return (day && day <= constants.filterDateMax ? day : text.trim()) || null
}

/**
 * A day, typed as MM/DD/YYYY or picked. What is no day stays in the field and is given as it was typed, for the form
 * to refuse; that it is none is told on leaving the field.
 */
export function DateField({ value, onChange, error, ...field }: DateFieldProps) {
  const [opened, setOpened] = useState(false)
  // while one types, the text stays as it is typed
  const [text, setText] = useState<string | null>(null)
  const day = value && isDay(value) ? value : null
  const [month, setMonth] = useState<string | undefined>()
  const close = () => {
    setOpened(false)
    setText(null)
  }
  const open = () => {
    // the month one picks from is that of today at the practice
    setMonth(day ?? today())
    setOpened(true)
  }
  const choose = (next: string | null) => {
    onChange(next)
    close()
  }
  const noDay = value && !day && text === null ? texts.validation.scheduleDateRequired : undefined
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus={false} position="bottom-start" withRoles={false}>
      <Popover.Target>
        <TextInput
          {...field}
          value={text ?? (day ? typedDay(day) : (value ?? ''))}
          onChange={({ currentTarget: { value: typed } }) => {
            setText(typed)
            onChange(dayOrText(typed))
            const shown = dayFromTyped(typed)
            if (shown) setMonth(shown)
          }}
          onFocus={open}
          onClick={open}
          onBlur={close}
          onKeyDown={(event) => event.key === 'Escape' && setOpened(false)}
          placeholder="MM/DD/YYYY"
          autoComplete="off"
          error={error === true ? error : (noDay ?? error)}
          rightSection={
            value ? (
              <Input.ClearButton aria-label={uiTexts.clear} onClick={() => choose(null)} />
            ) : (
              <IconCalendar size={22} aria-hidden />
            )
          }
          rightSectionPointerEvents={value ? 'all' : 'none'}
        />
      </Popover.Target>
      <Popover.Dropdown onMouseDown={(event) => event.preventDefault()} data-dates-dropdown>
        <DatePicker
          value={day}
          onChange={choose}
          {...(month && { date: month })}
          onDateChange={setMonth}
          maxDate={constants.filterDateMax}
          ariaLabels={uiTexts.calendar}
          allowDeselect
        />
      </Popover.Dropdown>
    </Popover>
  )
}
