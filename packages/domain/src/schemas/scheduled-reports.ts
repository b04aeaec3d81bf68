import { type Static, Type } from 'typebox'
import { reportLanguages, reportPeriods } from '../scheduled-reports.ts'
import { id, namedObject, text } from './primitives.ts'

const value = Type.Optional(Type.Union([text, Type.Array(text)], { description: 'one, or any of' }))
export const InsightFilters = namedObject('InsightFilters', {
  customer_id: value,
  site_id: value,
  lot: value,
  diagnosis_id: value,
  system: value,
})
export type InsightFilters = Static<typeof InsightFilters>

const oneOf = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], description })

export const ScheduledReport = namedObject('ScheduledReport', {
  id,
  name: text,
  filter: InsightFilters,
  every: oneOf(reportPeriods, 'mailed on Mondays for the ISO week before, or on the 1st for the month before'),
  recipients: Type.Array(id, { description: 'users; each gets the figures of their own sites' }),
  language: oneOf(reportLanguages, 'of the mail and the PDF'),
})
export type ScheduledReport = Static<typeof ScheduledReport>
