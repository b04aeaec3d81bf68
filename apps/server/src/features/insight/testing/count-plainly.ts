import { addDays, type Day, daysBetween } from '@chisholm/domain/dates'
import { sql } from 'kysely'
import type { Executor } from '../../../database/executor.ts'

interface Death {
  id: string
  site_id: string
  customer_id: string
  day: Day
  completed: boolean
  current: string | null
  issued: string | null
  crew: string | null
  lot: string | null
  pen: string | null
  arrived_at: Day | null
}

export const withoutSpaces = (name: string) => name.toLowerCase().replaceAll(/\s/g, '')

/** The data behind the figures, read from the tables that users write. */
export async function readHerd(db: Executor) {
  const { rows: deaths } = await sql<Death>`
    select a.id, a.site_id, t.customer_id, coalesce(a.customer_record_at, t.record_at) as day,
           t.completed_at is not null as completed, a.vet_diagnosis_id as current,
           a.issued_opinion ->> 'vet_diagnosis_id' as issued, a.customer_diagnosis_id as crew,
           lower(regexp_replace(a.lot, '\\s', '', 'g')) as lot, lower(btrim(a.pen)) as pen, a.arrived_at
    from animals a join post_mortems t on t.id = a.post_mortem_id
    where a.deleted_at is null and t.deleted_at is null and not t.draft`.execute(db)
  const counts = await db.selectFrom('head_counts').select(['site_id', 'date', 'head']).execute()
  const lots = await db.selectFrom('lots').selectAll().execute()
  const diagnoses = await db
    .selectFrom('library_entries')
    .select(['id', 'name', 'system'])
    .where('list', '=', 'diagnoses')
    .execute()
  const lotOf = (site: string, name: string | null) => {
    const ofSite = lots.filter(({ site_id }) => site_id === site)
    const lot =
      ofSite.find((one) => withoutSpaces(one.name) === name) ??
      ofSite.find(({ other_names }) => other_names.some((other) => withoutSpaces(other) === name))
    return lot ? withoutSpaces(lot.name) : name
  }
  return {
    deaths: deaths.map((death) => ({ ...death, lot: lotOf(death.site_id, death.lot) })),
    counts,
    lots,
    diagnoses,
  }
}
export type Herd = Awaited<ReturnType<typeof readHerd>>

export interface PlainScope {
  sites: string[]
  from: Day
  to: Day
  lot?: string
  diagnosis?: string
  /** Whether to use the issued opinions, which clients see. */
  issued: boolean
}

export const diagnosisOf = (death: Death, { issued }: PlainScope) => (issued ? death.issued : death.current)

export const deathsIn = ({ deaths }: Herd, scope: PlainScope): Death[] =>
  deaths.filter(
    (death) =>
      scope.sites.includes(death.site_id) &&
      death.day >= scope.from &&
      death.day <= scope.to &&
      (scope.lot === undefined || death.lot === scope.lot) &&
      (scope.diagnosis === undefined || diagnosisOf(death, scope) === scope.diagnosis),
  )

const headOfLot = ({ deaths }: Herd, lot: Herd['lots'][number], day: Day): number | null => {
  const { arrived_at, closed_at, head_in } = lot
  if (head_in === null || arrived_at === null || day < arrived_at || (closed_at !== null && day >= closed_at))
    return null
  const key = withoutSpaces(lot.name)
  return Math.max(
    0,
    head_in - deaths.filter((death) => death.site_id === lot.site_id && death.lot === key && death.day <= day).length,
  )
}

/** The head of a site or lot on a day, by the definition of decisions.md section 9. */
export function headOn(herd: Herd, site: string, day: Day, lot?: string): number | null {
  const ofSite = herd.lots.filter(({ site_id }) => site_id === site)
  if (lot !== undefined)
    return addKnown(ofSite.filter(({ name }) => withoutSpaces(name) === lot).map((one) => headOfLot(herd, one, day)))
  const [newest] = herd.counts
    .filter(({ site_id, date }) => site_id === site && date <= day)
    .toSorted((a, b) => (a.date < b.date ? 1 : -1))
  if (!newest) return addKnown(ofSite.map((one) => headOfLot(herd, one, day)))
  const since = herd.deaths.filter((death) => death.site_id === site && death.day > newest.date && death.day <= day)
  return Math.max(0, newest.head - since.length)
}

const addKnown = (heads: (number | null)[]) =>
  heads.reduce((sum, head) => (head === null ? sum : (sum ?? 0) + head), null)

export const daysOf = ({ from, to }: PlainScope): Day[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))

/** The sum of the head of these sites on these days. */
export const headDays = (herd: Herd, sites: string[], days: Day[], lot?: string): number | null =>
  addKnown(sites.flatMap((site) => days.map((day) => headOn(herd, site, day, lot))))
