import { addDays, type Day } from '@chisholm/domain/dates'
import { type HeadCountId, type LotId, newId, type SiteId } from '../database/ids.ts'

const weeks = 56
/** The first of the lots of a site, and how many there are between two. */
const lotNumbers = { first: 8, step: 10, count: 14 }
const headPerLot = 210
const sources = ['Brooks auction', 'Fort Macleod auction', 'Own ranch', 'Medicine Hat auction']

/** The head of a yard at the end of each week of more than a year, least in summer. */
export const generateHeadCounts = (siteId: SiteId, head: number, today: Day) =>
  Array.from({ length: weeks }, (_, week) => {
    const date = addDays(today, -7 * (weeks - 1 - week))
    const season = Math.cos((2 * Math.PI * Number(date.slice(5, 7))) / 12)
    return { id: newId<HeadCountId>(), site_id: siteId, date, head: Math.round(head * (1 + 0.08 * season)) }
  })

/** The lots of a yard, which arrived one after another over a year; the oldest are closed. */
export const generateLots = (siteId: SiteId, today: Day) =>
  Array.from({ length: lotNumbers.count }, (_, nth) => {
    const arrived_at = addDays(today, -26 * (lotNumbers.count - nth))
    const closed = addDays(arrived_at, 240)
    return {
      id: newId<LotId>(),
      site_id: siteId,
      name: `F26-${String(lotNumbers.first + nth * lotNumbers.step).padStart(3, '0')}`,
      arrived_at,
      head_in: headPerLot + 10 * (nth % 4),
      source: sources[nth % sources.length] ?? null,
      sex: nth % 3 === 0 ? 'heifers' : 'steers',
      arrival_weight: 285 + 15 * (nth % 5),
      closed_at: closed < today ? closed : null,
    }
  })
