import { addDays, type Day } from '@chisholm/domain/dates'
import { type HeadCountId, type LotId, newId, type SiteId } from '../database/ids.ts'
import { createSeededRandom } from './seeded-random.ts'

/** Head of the demo's yards. Two small ranches have not entered theirs. */
export const demoHeads: Record<string, number> = {
  'North Yard': 7500,
  'South Yard': 5200,
  'Mesa Main': 5800,
  'Home Place': 3400,
  'East Pens': 3100,
  'Flats One': 9400,
  'Bench Lots': 4300,
  'River Pens': 8500,
  'Forks Yard': 3000,
  'Cimarron Yard': 8000,
  Headquarters: 2500,
  'Triangle Lots': 5100,
  'Lake Yard': 3600,
  'Bend Yard': 6400,
  'Ridge Yard': 7100,
  'Valley Yard': 7500,
  'Home Section': 2200,
}

/** Weeks of head counts: the default period of the insight page, and the year before, with which it is compared. */
export const herdWeeks = 68
const daysBetweenLots = 26
/** Number of days after which a lot leaves. */
const daysOfLot = 240
const lotCount = Math.ceil((7 * herdWeeks + daysOfLot) / daysBetweenLots)
const sources = ['Brooks auction', 'Fort Macleod auction', 'Own ranch', 'Medicine Hat auction']

/** The head of a yard at the end of each week, lowest in summer. */
export const generateHeadCounts = (siteId: SiteId, head: number, today: Day) =>
  Array.from({ length: herdWeeks }, (_, week) => {
    const date = addDays(today, -7 * (herdWeeks - 1 - week))
    const season = Math.cos((2 * Math.PI * Number(date.slice(5, 7))) / 12)
    return { id: newId<HeadCountId>(), site_id: siteId, date, head: Math.round(head * (1 + 0.08 * season)) }
  })

/**
 * The lots of a yard, which arrived one after another; the oldest are closed.
 * @param first  the number of the first lot, different for each yard
 */
const generateLots = (siteId: SiteId, head: number, today: Day, first: number) =>
  Array.from({ length: lotCount }, (_, nth) => {
    const arrived_at = addDays(today, -daysBetweenLots * (lotCount - nth))
    const closed = addDays(arrived_at, daysOfLot)
    return {
      id: newId<LotId>(),
      site_id: siteId,
      name: `F${arrived_at.slice(2, 4)}-${String(first + nth * 20).padStart(3, '0')}`,
      arrived_at,
      head_in: 10 * Math.round((head * daysBetweenLots) / daysOfLot / 10) + 10 * (nth % 4),
      source: sources[nth % sources.length] ?? null,
      sex: nth % 3 === 0 ? 'heifers' : 'steers',
      arrival_weight: 285 + 15 * (nth % 5),
      closed_at: closed < today ? closed : null,
    }
  })
export type DemoLot = ReturnType<typeof generateLots>[number]

/** The lots of each site with a known head. */
export const lotsBySite = (sites: ReadonlyMap<string, { id: SiteId }>, today: Day): Map<SiteId, DemoLot[]> =>
  new Map(
    Object.entries(demoHeads).flatMap(([name, head], index) => {
      const site = sites.get(name)
      return site ? [[site.id, generateLots(site.id, head, today, index + 1)] as const] : []
    }),
  )

/** Assigns animals of sites with lots to a lot that was present when they died. */
export function assignLots<Animal extends { lot: string; arrived_at: Day; customer_record_at: Day }>(
  animals: { siteId: SiteId; row: Animal }[],
  lots: ReadonlyMap<SiteId, DemoLot[]>,
): void {
  const random = createSeededRandom(1938)
  for (const { siteId, row } of animals) {
    const present = lotsPresent(lots.get(siteId) ?? [], addDays(row.customer_record_at, -3))
    if (present.length === 0) continue
    const { name, arrived_at } = random.pick(present)
    Object.assign(row, { lot: name, arrived_at })
  }
}

export const lotsPresent = (lots: DemoLot[], day: Day): DemoLot[] =>
  lots.filter(({ arrived_at, closed_at }) => arrived_at <= day && (closed_at === null || closed_at > day))
