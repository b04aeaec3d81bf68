import { constants } from '@chisholm/domain/constants'
import { dayOf, formatClockTime, hasTime, isDay, timestampAt, type Zone } from '@chisholm/domain/dates'
import { texts } from '@chisholm/domain/texts'
import type { ValidationErrors } from '@chisholm/domain/validation'

/** When a visit begins and how long it takes, as a form has it. */
export interface VisitTimeValues {
  day: string | null
  /** Like `14:30`; empty for a visit at any time of the day. */
  time: string
  minutes: string
}

const usualTime = '09:00'

/** @param zone  of the site */
export const visitTimeValues = (
  { scheduled_at, duration_minutes }: { scheduled_at: string | null; duration_minutes: number },
  zone: Zone,
): VisitTimeValues => ({
  day: scheduled_at ? dayOf(scheduled_at, zone) : null,
  time: scheduled_at ? (hasTime(scheduled_at, zone) ? formatClockTime(scheduled_at, zone) : '') : usualTime,
  minutes: String(duration_minutes),
})

/** The start of a visit; null without a valid day. */
export const timestampOfVisit = ({ day, time }: Pick<VisitTimeValues, 'day' | 'time'>, zone: Zone): string | null =>
  day && isDay(day) ? timestampAt(day, time || '00:00', zone).toISOString() : null

/** @param needsDay  whether the visit cannot be left without a date */
export function validateVisitTime({ day, minutes }: VisitTimeValues, needsDay: boolean): ValidationErrors {
  const { min, max } = constants.visitMinutes
  const count = Number(minutes)
  return {
    ...((day ? !isDay(day) : needsDay) && { day: [texts.validation.scheduleDateRequired] }),
    ...(!(Number.isInteger(count) && count >= min && count <= max) && {
      minutes: [texts.validation.between(min, max)],
    }),
  }
}
