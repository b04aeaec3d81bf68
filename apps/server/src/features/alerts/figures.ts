import { type AlertCondition, type DayFigures, daysBefore, firingDays } from '@chisholm/domain/alerts'
import { addDays, type Day, dayOf, type Zone } from '@chisholm/domain/dates'
import { headKnownMin } from '@chisholm/domain/mortality'
import type { AlertDryRun } from '@chisholm/domain/schemas/alerts'
import type { SiteId } from '../../database/ids.ts'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { Context } from '../../http/context.ts'
import type { Services } from '../../services.ts'
import { readMortality } from '../insight/index.ts'
import { zonesOfSites } from './alerts.queries.ts'

/** The scope and condition of a rule. */
export interface Condition extends AlertCondition {
  site_id: SiteId | null
  diagnosis_id: string | null
  system: string | null
}

type Reader = Pick<Context, 'db'>

/**
 * Today at these sites, or at the practice without any: the earliest of their days. If a rule went on to the next day
 * while deaths are still entered for the last one at a site farther west, these would never fire.
 */
export async function todayAt(
  services: Reader & Pick<Services, 'provider'>,
  sites: AuthorizedSites | null,
  now: Date,
): Promise<Day> {
  const { time_zone: practiceZone } = await services.provider(services.db)
  const zones = sites ? await zonesOfSites(services.db, sites, practiceZone) : []
  return earliestDay(now, zones) ?? dayOf(now, practiceZone)
}

/** The earliest of the days in these time zones. */
export const earliestDay = (now: Date, zones: readonly Zone[]): Day | undefined =>
  zones.map((zone) => dayOf(now, zone)).toSorted()[0]

/**
 * Deaths and head of each day, counted like `/insight/mortality`. The head of a day is unknown while that of too many
 * sites is: it would be compared with the deaths of all of them.
 */
export async function readDays(
  { db }: Reader,
  { diagnosis_id, system }: Condition,
  sites: AuthorizedSites,
  from: Day,
  to: Day,
): Promise<DayFigures[]> {
  const filters = [
    ...(diagnosis_id ? [{ field: 'diagnosis_id', type: 'id', op: 'eq', values: [diagnosis_id] } as const] : []),
    ...(system ? [{ field: 'system', type: 'text', op: 'eq', values: [system] } as const] : []),
  ].map((filter) => ({ ...filter, values: [...filter.values] }))
  const { data } = await readMortality({ db }, { sites, from, to, filters }, 'day')
  return data.map(({ deaths, head_days, head_known = 0 }, index) => ({
    day: addDays(from, index),
    deaths,
    headDays: head_known < headKnownMin ? null : head_days,
  }))
}

/** The days of the last 365 on which a rule would have fired, with the deaths known now. */
export async function dryRun(
  ctx: Reader & Pick<Services, 'provider'>,
  condition: Condition,
  sites: AuthorizedSites,
  now: Date,
): Promise<AlertDryRun> {
  const to = await todayAt(ctx, sites, now)
  const from = addDays(to, -364)
  const figures = await readDays(ctx, condition, sites, addDays(from, -1 - daysBefore(condition)), to)
  const fired = firingDays(condition, figures)
  return { from, to, count: fired.length, fired }
}
