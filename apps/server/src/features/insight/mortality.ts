import { addDays, type Day, daysBetween, formatMonth, formatShortDay } from '@chisholm/domain/dates'
import { isoWeek, mondayOf, ratePer1000HeadMonth } from '@chisholm/domain/mortality'
import type { MortalityRow, MortalityTotals } from '@chisholm/domain/schemas'
import type { Executor } from '../../database/executor.ts'
import { feedBandKey } from './feed-bands.ts'
import type { InsightScope } from './insight-scope.ts'
import { diagnosesById, lotAndPenOf, lotsOfSites, namesById } from './labels.queries.ts'
import {
  countMortality,
  type DeathCount,
  isPeriod,
  type MortalityBy,
  type MortalityFigures,
  type Period,
} from './mortality.queries.ts'

/** A row before its rate is computed. */
type CountedRow = Omit<MortalityRow, 'per_1000_head_month'>

/**
 * Deaths of a scope by a key, with the head days of each (decisions.md section 9). Periods are complete and in order;
 * other keys are sorted by deaths, descending.
 */
export async function readMortality(
  ctx: { db: Executor },
  scope: InsightScope,
  by: MortalityBy,
): Promise<{ data: MortalityRow[]; meta: MortalityTotals }> {
  const figures = await countMortality(ctx.db, scope, by)
  const rows = isPeriod(by) ? periodRows(scope, by, figures) : await mergedRows(ctx.db, by, figures)
  const [deaths, examined] = [total(figures, 'deaths'), total(figures, 'examined')]
  const days = figures.sites * (daysBetween(scope.from, scope.to) + 1)
  const head_known = days === 0 ? 0 : Math.round((figures.known_days / days) * 1e4) / 1e4
  const totals = { from: scope.from, to: scope.to, deaths, examined, head_days: figures.total_head, head_known }
  return { data: rows.map(withRate), meta: withRate(totals) }
}

const total = ({ deaths }: MortalityFigures, field: 'deaths' | 'examined') =>
  deaths.reduce((sum, row) => sum + row[field], 0)

/** Adds the rate to a row. Ten years have thousands of rows, so they are not copied. */
const withRate = <Row extends { deaths: number; head_days: number | null }>(row: Row) =>
  Object.assign(row, { per_1000_head_month: ratePer1000HeadMonth(row.deaths, row.head_days) })

function periodRows({ from, to }: InsightScope, period: Period, { deaths, head }: MortalityFigures): CountedRow[] {
  const countsByDay = new Map(deaths.map((row) => [row.key, row]))
  const headByDay = new Map(head.map((row) => [row.key, row.head_days]))
  const rows: CountedRow[] = []
  for (let day = startOfPeriod(period, from); day <= to; day = nextPeriod(period, day)) {
    const counted = countsByDay.get(day)
    const { key, label } = periodLabels[period](day)
    rows.push({
      key,
      label,
      deaths: counted?.deaths ?? 0,
      examined: counted?.examined ?? 0,
      head_days: headByDay.get(day) ?? null,
    })
  }
  return rows
}

function startOfPeriod(period: Period, day: Day): Day {
  if (period === 'month') return `${day.slice(0, 7)}-01`
  return period === 'day' ? day : mondayOf(day)
}

const nextPeriod = (period: Period, day: Day): Day =>
  period === 'month' ? startOfPeriod('month', addDays(day, 31)) : addDays(day, period === 'day' ? 1 : 7)

const periodLabels: Record<Period, (day: Day) => { key: string; label: string }> = {
  day: (day) => ({ key: day, label: formatShortDay(day) }),
  week: (day) => ({ key: isoWeek(day), label: formatShortDay(day) }),
  month: (day) => ({ key: day.slice(0, 7), label: formatMonth(day) }),
}

/** Labels the keys, and merges rows with the same label. */
async function mergedRows(db: Executor, by: MortalityBy, figures: MortalityFigures): Promise<CountedRow[]> {
  const labelled = await labelRows(db, by, figures)
  const merged = new Map<string, CountedRow>()
  for (const row of labelled) {
    const id = `${row.site_id ?? ''} ${row.key ?? ' none'}`
    const known = merged.get(id)
    if (known) Object.assign(known, { deaths: known.deaths + row.deaths, examined: known.examined + row.examined })
    else merged.set(id, { ...row })
  }
  return [...merged.values()].toSorted((one, other) => other.deaths - one.deaths || (one.label < other.label ? -1 : 1))
}

const counts = ({ deaths, examined }: DeathCount) => ({ deaths, examined })

async function labelRows(db: Executor, by: MortalityBy, figures: MortalityFigures): Promise<CountedRow[]> {
  const { deaths, head, total_head } = figures
  if (by === 'customer' || by === 'site') {
    const known = new Map(head.map((row) => [row.key, row.head_days]))
    const counted = new Map(deaths.map((row) => [row.key, counts(row)]))
    const keys = [...new Set([...counted.keys(), ...known.keys()])].filter((key) => key !== null)
    const names = await namesById(db, by === 'customer' ? 'customers' : 'sites', keys)
    return keys.map((key) => ({
      ...(counted.get(key) ?? { deaths: 0, examined: 0 }),
      key,
      label: names.get(key) ?? '',
      head_days: known.get(key) ?? null,
    }))
  }
  if (by === 'lot') return labelLots(db, figures)
  if (by === 'pen') {
    const animals = await lotAndPenOf(db, animalIdsOf(deaths))
    return deaths.map((row) => {
      const pen = row.key === null ? null : (animals.get(row.animal_id ?? '')?.pen ?? row.key)
      return { ...counts(row), key: pen, label: pen ?? 'No pen', head_days: null, ...siteOf(row) }
    })
  }
  if (by === 'days_on_feed') return deaths.map((row) => ({ ...counts(row), ...feedBand(row.key), head_days: null }))
  const diagnoses = await diagnosesById(db)
  return deaths.map((row) => {
    const entry = row.key === null ? null : diagnoses.get(row.key)
    const key = by === 'system' ? (entry?.system ?? null) : row.key
    const label = (by === 'system' ? entry?.system : entry?.name) ?? 'No diagnosis'
    return { ...counts(row), key, label, head_days: total_head }
  })
}

const animalIdsOf = (deaths: DeathCount[]) => deaths.flatMap(({ animal_id }) => animal_id ?? [])
const siteOf = ({ site_id }: DeathCount) => (site_id ? { site_id } : {})

function feedBand(key: string | null): { key: string | null; label: string } {
  if (key === null) return { key, label: 'Unknown' }
  const band = feedBandKey(Number(key))
  return { key: band, label: `${band} days` }
}

async function labelLots(db: Executor, { deaths, head }: MortalityFigures): Promise<CountedRow[]> {
  const known = new Map(head.map((row) => [row.key, row.head_days]))
  const lots = await lotsOfSites(db, [...new Set(deaths.flatMap(({ site_id }) => site_id ?? []))])
  const lotOf = new Map(lots.map((lot) => [`${lot.site_id} ${lot.key}`, lot]))
  const animals = await lotAndPenOf(db, animalIdsOf(deaths))
  return deaths.map((row) => {
    const lot = lotOf.get(`${row.site_id} ${row.key}`)
    const name = row.key === null ? null : (lot?.name ?? animals.get(row.animal_id ?? '')?.lot ?? row.key)
    const head_days = lot ? (known.get(lot.id) ?? null) : null
    return {
      ...counts(row),
      key: name,
      label: name ?? 'No lot',
      head_days,
      ...siteOf(row),
      ...(lot && { lot_id: lot.id }),
    }
  })
}
