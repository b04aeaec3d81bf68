import type { MortalityRow } from '@chisholm/domain/schemas'
import type { Executor } from '../../database/executor.ts'
import { feedBandKey } from './feed-bands.ts'
import type { InsightScope } from './insight-scope.ts'
import { diagnosesById, lotAndPenOf, lotsOfSites, namesById } from './labels.queries.ts'
import { daysIn, shareOfDays } from './share-of-days.ts'
import type { DeathCount, MortalityBy, MortalityFigures, Period } from './mortality.queries.ts'

/** A row before its rate is computed. */
export type CountedRow = Omit<MortalityRow, 'per_1000_head_month'>

/** The rows of a key other than a period, with their labels. Rows whose keys mean the same are merged. */
export async function labelledRows(
  db: Executor,
  scope: InsightScope,
  by: Exclude<MortalityBy, Period>,
  figures: MortalityFigures,
): Promise<CountedRow[]> {
  const merged = new Map<string, CountedRow>()
  for (const row of await labelRows(db, scope, by, figures)) {
    const id = `${row.site_id ?? ''} ${row.key ?? ' none'}`
    const known = merged.get(id)
    if (known) Object.assign(known, { deaths: known.deaths + row.deaths, examined: known.examined + row.examined })
    else merged.set(id, { ...row })
  }
  return [...merged.values()].toSorted((one, other) => other.deaths - one.deaths || (one.label < other.label ? -1 : 1))
}

async function labelRows(
  db: Executor,
  scope: InsightScope,
  by: Exclude<MortalityBy, Period>,
  figures: MortalityFigures,
): Promise<CountedRow[]> {
  switch (by) {
    case 'customer':
      return labelCustomersOrSites(db, by, figures)
    case 'site':
      return withHeadKnown(scope, figures, await labelCustomersOrSites(db, by, figures))
    case 'lot':
      return labelLots(db, figures)
    case 'pen':
      return labelPens(db, figures)
    case 'days_on_feed':
      return figures.deaths.map((row) => ({ ...countsOf(row), ...feedBand(row.key), head_days: null }))
    default:
      return labelCauses(db, by, figures)
  }
}

/** Rows of sites with the share of the days on which the head of each is known. */
function withHeadKnown(scope: InsightScope, { head }: MortalityFigures, rows: CountedRow[]): CountedRow[] {
  const knownDays = new Map(head.map((row) => [row.key, row.known_days]))
  return rows.map((row) => ({ ...row, head_known: shareOfDays(knownDays.get(row.key) ?? 0, daysIn(scope)) }))
}

const countsOf = ({ deaths, examined }: DeathCount) => ({ deaths, examined })
const siteOf = ({ site_id }: DeathCount) => (site_id ? { site_id } : {})
const animalIdsOf = (deaths: DeathCount[]) => deaths.flatMap(({ animal_id }) => animal_id ?? [])

async function labelCustomersOrSites(db: Executor, by: 'customer' | 'site', { deaths, head }: MortalityFigures) {
  const headDays = new Map(head.map((row) => [row.key, row.head_days]))
  const counts = new Map(deaths.map((row) => [row.key, countsOf(row)]))
  const keys = [...new Set([...counts.keys(), ...headDays.keys()])].filter((key) => key !== null)
  const names = await namesById(db, by === 'customer' ? 'customers' : 'sites', keys)
  return keys.map((key) => ({
    ...(counts.get(key) ?? { deaths: 0, examined: 0 }),
    key,
    label: names.get(key) ?? '',
    head_days: headDays.get(key) ?? null,
  }))
}

async function labelPens(db: Executor, { deaths }: MortalityFigures) {
  const animals = await lotAndPenOf(db, animalIdsOf(deaths))
  return deaths.map((row) => {
    const pen = row.key === null ? null : (animals.get(row.animal_id ?? '')?.pen ?? row.key)
    return { ...countsOf(row), key: pen, label: pen ?? 'No pen', head_days: null, ...siteOf(row) }
  })
}

function feedBand(key: string | null): { key: string | null; label: string } {
  if (key === null) return { key, label: 'Unknown' }
  const band = feedBandKey(Number(key))
  return { key: band, label: `${band} days` }
}

async function labelCauses(db: Executor, by: 'diagnosis' | 'system', { deaths, total_head }: MortalityFigures) {
  const diagnoses = await diagnosesById(db)
  return deaths.map((row) => {
    const entry = row.key === null ? null : diagnoses.get(row.key)
    const key = by === 'system' ? (entry?.system ?? null) : row.key
    const label = (by === 'system' ? entry?.system : entry?.name) ?? 'No diagnosis'
    return { ...countsOf(row), key, label, head_days: total_head }
  })
}

async function labelLots(db: Executor, { deaths, head }: MortalityFigures) {
  const headDays = new Map(head.map((row) => [row.key, row.head_days]))
  const lots = await lotsOfSites(db, [...new Set(deaths.flatMap(({ site_id }) => site_id ?? []))])
  const lotOf = new Map(lots.map((lot) => [`${lot.site_id} ${lot.key}`, lot]))
  const animals = await lotAndPenOf(db, animalIdsOf(deaths))
  return deaths.map((row) => {
    const lot = lotOf.get(`${row.site_id} ${row.key}`)
    const name = row.key === null ? null : (lot?.name ?? animals.get(row.animal_id ?? '')?.lot ?? row.key)
    const head_days = lot ? (headDays.get(lot.id) ?? null) : null
    return {
      ...countsOf(row),
      key: name,
      label: name ?? 'No lot',
      head_days,
      ...siteOf(row),
      ...(lot && { lot_id: lot.id }),
    }
  })
}
