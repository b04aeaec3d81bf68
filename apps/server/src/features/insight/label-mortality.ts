import { compareNames } from '@chisholm/domain/compare-names'
import type { Executor } from '../../database/executor.ts'
import { feedBandKey } from './feed-bands.ts'
import type { InsightScope } from './insight-scope.ts'
import { diagnosesById, namesById } from './labels.queries.ts'
import { daysIn, shareOfDays } from './share-of-days.ts'
import type { CountedRow, DeathCount, LotOrPen, MortalityBy, MortalityFigures, Period } from './mortality.queries.ts'

type LabelledBy = Exclude<MortalityBy, Period | LotOrPen>

/** The rows of a key with labels, those with most deaths first. */
export async function labelledRows(
  db: Executor,
  scope: InsightScope,
  by: LabelledBy,
  figures: MortalityFigures,
): Promise<CountedRow[]> {
  const rows = await labelRows(db, scope, by, figures)
  return rows.toSorted((one, other) => other.deaths - one.deaths || compareNames(one.label, other.label))
}

async function labelRows(
  db: Executor,
  scope: InsightScope,
  by: LabelledBy,
  figures: MortalityFigures,
): Promise<CountedRow[]> {
  switch (by) {
    case 'customer':
      return labelCustomersOrSites(db, by, figures)
    case 'site':
      return withHeadKnown(scope, figures, await labelCustomersOrSites(db, by, figures))
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

function feedBand(key: string | null): { key: string | null; label: string } {
  if (key === null) return { key, label: 'Unknown' }
  const band = feedBandKey(Number(key))
  return { key: band, label: `${band} days` }
}

/** Diagnoses of one system, or without one in the library, are one row. */
async function labelCauses(db: Executor, by: 'diagnosis' | 'system', { deaths, total_head }: MortalityFigures) {
  const diagnoses = await diagnosesById(db)
  const rows = new Map<string | null, CountedRow>()
  for (const counted of deaths) {
    const entry = counted.key === null ? null : diagnoses.get(counted.key)
    const key = by === 'system' ? (entry?.system ?? null) : counted.key
    const label = (by === 'system' ? entry?.system : entry?.name) ?? 'No diagnosis'
    const row = rows.get(key) ?? { key, label, deaths: 0, examined: 0, head_days: total_head }
    rows.set(key, { ...row, deaths: row.deaths + counted.deaths, examined: row.examined + counted.examined })
  }
  return [...rows.values()]
}
