import './timestamp-field.css'
import { Button, TextInput } from '@mantine/core'
import { dayOf } from '@chisholm/domain/dates'
import { serverNow, serverTime } from '../api/server-clock.ts'
import { DateField } from './date-field.tsx'
import { dateTexts } from './date-texts.ts'
import { joinTimestamp, splitTimestamp } from './timestamp-parts.ts'
import { useSiteZone } from './site-zone.tsx'

interface TimestampFieldProps {
  label: string
  /** ISO 8601, or a part of it as returned by `joinTimestamp`. */
  value: string | null
  onChange: (timestamp: string | null) => void
  error?: string | undefined
  /** Whether it offers the current time. */
  hasNow: boolean
}

/** A day and a time in the zone of the enclosing `SiteZone`, with an optional button for now. */
export function TimestampField({ label, value, onChange, error, hasNow }: TimestampFieldProps) {
  const zone = useSiteZone()
  const { day, time } = splitTimestamp(value, zone)
  const setNow = () => onChange(new Date(Math.floor(serverTime() / 60_000) * 60_000).toISOString())
  return (
    <div className="timestamp-field">
      <DateField
        label={label}
        value={day}
        onChange={(next) => onChange(joinTimestamp(next, time, zone))}
        error={error}
      />
      <TextInput
        type="time"
        label={dateTexts.time}
        aria-label={dateTexts.timeOf(label)}
        value={time}
        // a time without a day means today
        onChange={({ currentTarget: { value: typed } }) =>
          onChange(joinTimestamp(day ?? (typed ? dayOf(serverNow(), zone) : null), typed, zone))
        }
        error={Boolean(error)}
      />
      {hasNow && value === null && (
        <Button variant="default" size="sm" mih={44} aria-label={dateTexts.nowOf(label)} onClick={setNow}>
          {dateTexts.now}
        </Button>
      )}
    </div>
  )
}
