import '@mantine/dates/styles.css'
import './date-field.css'
import { Input, Popover, TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { constants } from '@chisholm/domain/constants'
import { parseTypedDay, isDay, formatTypedDay } from '@chisholm/domain/dates'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { today } from '../api/cached-provider.ts'
import { dateTexts } from './date-texts.ts'
import { uiTexts } from '../ui-texts.ts'

interface DateFieldProps {
  id?: string
  label: string
  /** A date as `YYYY-MM-DD`; invalid input is passed on as typed. */
  value: string | null
  onChange: (day: string | null) => void
  /** True marks the field as invalid when the text is shown elsewhere. */
  error?: string | boolean | undefined
  description?: string
}

/** The date in ISO format if valid and not too late, else the text as typed. */
function parseDayOrText(text: string): string | null {
  const day = parseTypedDay(text)
  return (day && day <= constants.filterDateMax ? day : text.trim()) || null
}

/**
 * Date input: typed as MM/DD/YYYY or picked. Invalid input stays in the field and is passed on for the form to reject;
 * the field itself reports it on blur.
 */
export function DateField({ value, onChange, error, ...field }: DateFieldProps) {
  const [opened, setOpened] = useState(false)
  // the raw text while typing
  const [text, setText] = useState<string | null>(null)
  const day = value && isDay(value) ? value : null
  const [month, setMonth] = useState<string | undefined>()
  const close = () => {
    setOpened(false)
    setText(null)
  }
  const open = () => {
    // the picker opens at today's month in the provider's time zone
    setMonth(day ?? today())
    setOpened(true)
  }
  const choose = (next: string | null) => {
    onChange(next)
    close()
  }
  const invalidDay = value && !day && text === null ? texts.validation.scheduleDateRequired : undefined
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus={false} position="bottom-start" withRoles={false}>
      <Popover.Target>
        <TextInput
          {...field}
          value={text ?? (day ? formatTypedDay(day) : (value ?? ''))}
          onChange={({ currentTarget: { value: typed } }) => {
            setText(typed)
            onChange(parseDayOrText(typed))
            const typedAsDay = parseTypedDay(typed)
            if (typedAsDay) setMonth(typedAsDay)
          }}
          // forms focus an invalid field, and the calendar would cover its error
          onFocus={() => !error && open()}
          onClick={open}
          onBlur={close}
          onKeyDown={(event) => event.key === 'Escape' && setOpened(false)}
          // Escape then closes the calendar alone, not the dialog around it
          data-mantine-stop-propagation={opened || undefined}
          placeholder={dateTexts.dateFormat}
          autoComplete="off"
          error={error === true ? error : (invalidDay ?? error)}
          rightSection={
            value ? (
              <Input.ClearButton aria-label={uiTexts.clear} onClick={() => choose(null)} />
            ) : (
              <IconCalendar size={22} stroke={1.8} aria-hidden />
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
          ariaLabels={dateTexts.calendar}
          allowDeselect
          getDayProps={(shown) => (shown === today() ? { 'aria-current': 'date' } : {})}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
