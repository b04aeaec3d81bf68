import { constants } from './constants.ts'
import { addDays, type Day, dayOf, timestampAt, type Zone } from './dates.ts'
import { texts } from './texts.ts'
import { collectErrors, type ValidationErrors, validateText } from './validation.ts'
import { mondayOf } from './weeks.ts'

export const reportPeriods = ['week', 'month'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

/** The languages that summaries are written in. */
export const reportLanguages = ['en'] as const

export interface Period {
  from: Day
  to: Day
}

/** The last whole ISO week or month before a day. */
export function lastPeriod(every: ReportPeriod, day: Day): Period {
  const to = addDays(every === 'week' ? mondayOf(day) : `${day.slice(0, 7)}-01`, -1)
  return { from: every === 'week' ? addDays(to, -6) : `${to.slice(0, 7)}-01`, to }
}

/** The time of day in the practice's zone from which summaries are mailed: on Mondays, and on the 1st. */
const mailedFrom = '06:00'

/**
 * The last period whose summary is due, and the time at which it became due.
 * @param zone  of the practice
 */
export function duePeriod(every: ReportPeriod, now: Date, zone: Zone): Period & { dueAt: Date } {
  const today = dayOf(now, zone)
  const newest = lastPeriod(every, today)
  const period = now < dueAt(newest, zone) ? lastPeriod(every, newest.to) : newest
  return { ...period, dueAt: dueAt(period, zone) }
}

const dueAt = ({ to }: Period, zone: Zone): Date => timestampAt(addDays(to, 1), mailedFrom, zone)

export const isReportPeriod = (text: string | null): text is ReportPeriod =>
  reportPeriods.some((period) => period === text)

export interface ScheduledReportFields {
  name: string | null
  every: string | null
  recipients: readonly string[]
  language: string | null
}

/** Validates the fields in the order of the form; the server checks filter and recipients. */
export function validateScheduledReport({
  name,
  every,
  recipients,
  language,
}: ScheduledReportFields): ValidationErrors {
  const { nameMax, recipientsMax } = constants.scheduledReports
  const { nameRequired, oneOf, recipientRequired, tooManyEntries } = texts.validation
  return collectErrors({
    name: validateText(name, nameMax, nameRequired),
    every: isReportPeriod(every) ? null : oneOf(reportPeriods),
    recipients:
      recipients.length === 0
        ? recipientRequired
        : recipients.length > recipientsMax
          ? tooManyEntries(recipientsMax)
          : null,
    language: reportLanguages.some((known) => known === language) ? null : oneOf(reportLanguages),
  })
}
