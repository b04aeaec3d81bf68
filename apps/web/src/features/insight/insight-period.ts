import { addDays, type Day, dayOf, daysBetween, type Zone } from '@chisholm/domain/dates'
import type { UnknownField } from '@chisholm/domain/insight-lists'
import { mondayOf } from '@chisholm/domain/weeks'

/** The periods that the page offers, in weeks. */
export const periodChoices = ['5', '14', '26', '52', '260'] as const
export const defaultPeriod = '14'

export interface InsightSearch {
  weeks?: string | undefined
  from?: Day | undefined
  to?: Day | undefined
  site?: string | undefined
  lot?: string | undefined
  cause?: string | undefined
}

/** The deaths of a mark of a chart, as in the URL of their list. */
export interface DeathsSearch extends Omit<InsightSearch, 'weeks'> {
  diagnosis?: string | undefined
  /** A band of days on feed. */
  feed?: string | undefined
  /** The unknown field, by the names of the API. */
  unknown?: UnknownField | undefined
  page?: number | undefined
}

export interface InsightPeriod {
  from: Day
  to: Day
}

/** The days of the URL, or null unless both are given in their order. */
export const daysOf = ({ from, to }: InsightSearch): InsightPeriod | null =>
  from && to && from <= to ? { from, to } : null

/** The weeks of the URL, as one of the choices. */
export const weeksOf = ({ weeks }: InsightSearch): (typeof periodChoices)[number] =>
  periodChoices.find((choice) => choice === weeks) ?? defaultPeriod

/**
 * The displayed period: full weeks up to the current one, or the days of the URL. It ends today at the latest, because
 * head is counted for days to come, too, so that they would make a rate smaller.
 */
export function periodOf({ from, to, weeks }: InsightSearch, today: Day): InsightPeriod {
  const days = daysOf({ from, to })
  if (days) return { from: days.from, to: days.from <= today && today < days.to ? today : days.to }
  const count = Number(weeksOf({ weeks }))
  return { from: addDays(mondayOf(today), -7 * (count - 1)), to: today }
}

/** The day at these sites if they share a time zone, else at the practice. */
export function dayAtSites(now: Date, sites: readonly { time_zone: Zone }[], practiceZone: Zone): Day {
  const [zone, other] = new Set(sites.map(({ time_zone }) => time_zone))
  return dayOf(now, zone === undefined || other !== undefined ? practiceZone : zone)
}

/** The last weeks of a period, full weeks if it is longer. */
export const lastWeeks = (count: number, { from, to }: InsightPeriod): InsightPeriod => {
  const first = addDays(mondayOf(to), -7 * (count - 1))
  return { from: first > from ? first : from, to }
}

/** The period of the same length that ends the day before. */
export function periodBefore({ from, to }: InsightPeriod): InsightPeriod {
  const before = addDays(from, -1)
  return { from: addDays(before, -daysBetween(from, to)), to: before }
}

/** The 52 previous weeks, from which the usual number of deaths in a week is computed. */
export const yearBefore = ({ from }: InsightPeriod): InsightPeriod => ({
  from: addDays(mondayOf(from), -364),
  to: addDays(mondayOf(from), -1),
})

/** The days of an ISO week like 2026-W47. */
export function daysOfWeek(key: string): InsightPeriod {
  const [year = '', week = ''] = key.split('-W')
  const monday = addDays(mondayOf(`${year}-01-04`), 7 * (Number(week) - 1))
  return { from: monday, to: addDays(monday, 6) }
}

/** The days of an ISO week that are in a period. */
export function weekWithin(key: string, { from, to }: InsightPeriod): InsightPeriod {
  const week = daysOfWeek(key)
  return { from: week.from > from ? week.from : from, to: week.to < to ? week.to : to }
}

/** The deaths that a page of insight counts. */
export const deathsOf = ({ site, lot, cause }: InsightSearch, period: InsightPeriod): DeathsSearch => ({
  ...period,
  site,
  lot,
  cause,
})

/** The filters of API calls, from the URL. Names are sent as lists of one, because they may contain commas. */
export const filtersOf = ({ site, lot, cause }: InsightSearch) => ({
  ...(site && { 'filter[site_id]': site }),
  ...(lot && { 'filter[lot][]': lot }),
  ...(cause && { 'filter[system][]': cause }),
})

export const deathFiltersOf = ({ diagnosis, feed, unknown, ...search }: DeathsSearch) => ({
  ...filtersOf(search),
  ...(diagnosis && { 'filter[diagnosis_id]': diagnosis }),
  ...(feed && { 'filter[days_on_feed]': feed }),
  ...(unknown && { [`filter[${unknown}:isnull]` as const]: 'true' }),
})
