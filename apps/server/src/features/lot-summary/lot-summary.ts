import { addDays, type Day, dayOf } from '@chisholm/domain/dates'
import type { LotSummary } from '@chisholm/domain/schemas/lot-summary'
import { poissonRange } from '@chisholm/domain/statistics'
import type { LotId } from '../../database/ids.ts'
import { notFound } from '../../http/app-error.ts'
import type { Context } from '../../http/context.ts'
import type { Services } from '../../services.ts'
import { readMortality } from '../insight/index.ts'
import * as queries from './lot-summary.queries.ts'

/** Minimum number of lots for the usual range. */
const minLots = 3

/** The figures of a lot. @throws notFound  the lot does not exist, or its site is not the user's */
export async function readLotSummary(
  { db, person, provider }: Context & Pick<Services, 'provider'>,
  id: LotId,
  now: Date,
): Promise<LotSummary> {
  const { sites } = person
  const lot = await queries.lotById(db, { sites }, id)
  if (!lot) throw notFound()
  const today = dayOf(now, lot.time_zone ?? (await provider(db)).time_zone)
  const scope = {
    sites,
    ...periodOf(lot, today),
    filters: [
      { field: 'site_id', type: 'id', op: 'eq', values: [lot.site_id] } as const,
      { field: 'lot', type: 'text', op: 'eq', values: [lot.name] } as const,
    ].map((filter) => ({ ...filter, values: [...filter.values] })),
  }
  const causes = await readMortality({ db }, scope, 'diagnosis')
  const others = lot.arrived_at && lot.head_in ? await queries.deathsOfOthers(db, { sites }, lot, today) : []
  const { keys: _keys, site, time_zone: _zone, first_death: _first, last_death: _last, ...fields } = lot
  return {
    lot: fields,
    site: { id: lot.site_id, name: site },
    totals: causes.meta,
    curve: lot.arrived_at === null ? [] : cumulative(await queries.deathsByDay(db, lot)),
    usual: expectedDeaths(others, lot.head_in ?? 0),
    usual_lots: others[0]?.lots ?? 0,
    causes: causes.data,
    ...(await queries.treatmentsOf(db, lot)),
    animals: await queries.animalsOf(db, { sites }, lot),
  }
}

/** The days of a lot: from its arrival until it was closed or until today, whichever is earlier, and all its deaths. */
function periodOf({ arrived_at, closed_at, first_death, last_death }: queries.LotRow, today: Day) {
  const end = closed_at === null || closed_at > today ? today : addDays(closed_at, -1)
  const days = [arrived_at, first_death, last_death, end].filter((day) => day !== null).toSorted()
  const from = [arrived_at ?? first_death ?? end, first_death ?? end].toSorted()[0] ?? end
  const to = [last_death ?? end, end].toSorted().at(-1) ?? end
  // a lot that arrives after today has no days yet
  return { from, to: to < from ? (days.at(-1) ?? from) : to }
}

function cumulative(rows: { day: number; deaths: number }[]): LotSummary['curve'] {
  let deaths = 0
  return rows.map((row) => ({ days_on_feed: row.day, deaths: (deaths += row.deaths) }))
}

/**
 * The expected deaths of a lot of this size until the end of each week on feed: the sum of weekly death rates relative
 * to the arrived head, each over the lots that were on feed for the whole week. The band is the 95 % range of a Poisson
 * count.
 */
function expectedDeaths(
  rows: { step: number; lots: number; head: number; deaths: number }[],
  headIn: number,
): LotSummary['usual'] {
  let share = 0
  return rows
    .filter(({ lots }) => lots >= minLots)
    .map(({ step, head, deaths }) => {
      share += deaths / head
      const expected = share * headIn
      return { days_on_feed: (step + 1) * queries.daysPerStep, deaths: expected, ...poissonRange(expected) }
    })
}
