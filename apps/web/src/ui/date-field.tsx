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
import { fitInViewport } from './fit-in-viewport.ts'
import { uiTexts } from '../ui-texts.ts'
import { useCloseOnBack } from './use-close-on-back.ts'

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

/** The text and the calendar of a date field. */
function useDayInput({ value, onChange }: Pick<DateFieldProps, 'value' | 'onChange'>) {
  const [isOpen, setIsOpen] = useState(false)
  // the raw text while typing
  const [text, setText] = useState<string | null>(null)
  const day = value && isDay(value) ? value : null
  const [month, setMonth] = useState<string | undefined>()
  const close = () => {
    setIsOpen(false)
    setText(null)
  }
  return {
    day,
    /** The text in the field. */
    shown: text ?? (day ? formatTypedDay(day) : (value ?? '')),
    /** While it is typed, a date may be incomplete. */
    isInvalid: Boolean(value) && !day && text === null,
    isOpen,
    setIsOpen,
    month,
    setMonth,
    close,
    open: () => {
      // the picker opens at today's month in the provider's time zone
      setMonth(day ?? today())
      setIsOpen(true)
    },
    choose: (next: string | null) => {
      onChange(next)
      close()
    },
    type: (typed: string) => {
      setText(typed)
      onChange(parseDayOrText(typed))
      const typedAsDay = parseTypedDay(typed)
      if (typedAsDay) setMonth(typedAsDay)
    },
  }
}

/**
 * Date input: typed as MM/DD/YYYY or picked. Invalid input stays in the field and is passed on for the form to reject;
 * the field itself reports it on blur.
 */
export function DateField({ value, onChange, error, ...field }: DateFieldProps) {
  const { day, shown, isInvalid, isOpen, setIsOpen, month, setMonth, close, open, choose, type } = useDayInput({
    value,
    onChange,
  })
  useCloseOnBack(isOpen, () => setIsOpen(false))
  const invalidDay = isInvalid ? texts.validation.scheduleDateRequired : undefined
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      trapFocus={false}
      position="bottom-start"
      withRoles={false}
      middlewares={fitInViewport}
    >
      <Popover.Target>
        <TextInput
          {...field}
          value={shown}
          onChange={(event) => type(event.currentTarget.value)}
          // forms focus an invalid field, and the calendar would cover its error
          onFocus={() => !error && open()}
          onClick={open}
          onBlur={close}
          onKeyDown={(event) => event.key === 'Escape' && setIsOpen(false)}
          // Escape then closes the calendar alone, not the dialog around it
          data-mantine-stop-propagation={isOpen || undefined}
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
          getDayProps={(one) => (one === today() ? { 'aria-current': 'date' } : {})}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
