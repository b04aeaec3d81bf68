import { type RawBuilder, sql } from 'kysely'
import type { Zone } from '@chisholm/domain/dates'
import { lotKey } from '@chisholm/domain/lots'
import { and } from '../../database/and-sql.ts'
import type { Executor } from '../../database/executor.ts'
import type { SiteId } from '../../database/ids.ts'
import type { InsightFilter, InsightScope } from './insight-scope.ts'

/** The system of diagnoses without one. */
export const otherSystem = 'Other'

export const valuesOf = ({ filters }: Pick<InsightScope, 'filters'>, field: InsightFilter): string[] | null => {
  const found = filters.filter((filter) => filter.field === field)
  return found.length === 0 ? null : found.flatMap(({ values }) => values)
}

type SiteScope = Pick<InsightScope, 'sites' | 'filters' | 'among'>

/** Whether a column of site ids is in the scope. */
export function inSites(scope: SiteScope, column: string): RawBuilder<boolean> {
  const { ids } = scope.sites
  const [sites, customers] = [valuesOf(scope, 'site_id'), valuesOf(scope, 'customer_id')]
  const col = sql.ref(column)
  return and([
    ...(ids ? [sql<boolean>`${col} = any(${ids}::uuid[])`] : []),
    ...(scope.among ? [sql<boolean>`${col} = any(${scope.among}::uuid[])`] : []),
    ...(sites ? [sql<boolean>`${col} = any(${sites}::uuid[])`] : []),
    ...(customers
      ? [sql<boolean>`${col} = any(array(select id from sites where customer_id = any(${customers}::uuid[])))`]
      : []),
  ])
}

/** The time zone that all sites in a scope have in common; null: that of the practice, or several. */
export const commonTimeZone = async (
  db: Executor,
  scope: Pick<InsightScope, 'sites' | 'filters'>,
): Promise<Zone | null> => {
  const { rows } = await sql<{ time_zone: Zone | null }>`
    select distinct s.time_zone from sites s where ${inSites(scope, 's.id')} limit 2`.execute(db)
  return rows.length === 1 ? (rows[0]?.time_zone ?? null) : null
}

export interface SiteInScope {
  id: SiteId
  /** Null: that of the practice. */
  time_zone: Zone | null
}

export const sitesInScope = async (db: Executor, scope: SiteScope): Promise<SiteInScope[]> => {
  const { rows } = await sql<SiteInScope>`
    select s.id, s.time_zone from sites s where ${inSites(scope, 's.id')} order by s.id`.execute(db)
  return rows
}

export const idsOf = (sites: readonly SiteInScope[]): SiteId[] => sites.map(({ id }) => id)

/** Whether all sites are in the scope. */
export const isWholePractice = (scope: SiteScope): boolean =>
  scope.sites.ids === null && !scope.among && !valuesOf(scope, 'site_id') && !valuesOf(scope, 'customer_id')

export const lotKeysOf = (scope: Pick<InsightScope, 'filters'>) => valuesOf(scope, 'lot')?.map(lotKey) ?? null

/** Whether figures have the issued opinions, which is what clients see. */
export const hasIssuedOpinions = ({ sites, issuedOnly }: Pick<InsightScope, 'sites' | 'issuedOnly'>): boolean =>
  issuedOnly === true || sites.ids !== null

/** Identifies a figure by all that it depends on except its sites. */
export function figureName(scope: InsightScope, ...figure: readonly unknown[]): string {
  const { from, to, filters } = scope
  const otherFilters = filters.filter(({ field }) => field !== 'site_id' && field !== 'customer_id')
  return JSON.stringify([...figure, from, to, hasIssuedOpinions(scope), otherFilters])
}

/** The veterinarian's diagnosis of deaths `d`; for clients, the issued one. */
export const diagnosisOf = (scope: Pick<InsightScope, 'sites' | 'issuedOnly'>): RawBuilder<string | null> =>
  hasIssuedOpinions(scope) ? sql`d.issued_diagnosis_id` : sql`d.diagnosis_id`

/** Whether deaths `d` are in the scope. */
export const inScope = (scope: InsightScope): RawBuilder<boolean> =>
  and([sql`d.day between ${scope.from}::date and ${scope.to}::date`, inSites(scope, 'd.site_id'), deathMatches(scope)])

/** Whether deaths `d` match the filters of lots and causes. */
export function deathMatches(scope: Pick<InsightScope, 'sites' | 'filters'>): RawBuilder<boolean> {
  const lots = lotKeysOf(scope)
  return and([...(lots ? [isOfLots(lots)] : []), causeMatches(scope)])
}

/** Whether deaths `d` are of lots with these keys. The first condition can use an index. */
const isOfLots = (keys: string[]) => sql<boolean>`
  d.lot_key = any(${keys}::text[] || array(select o.key from other_lot_keys o where o.lot_key = any(${keys}::text[])))
  and coalesce((select o.lot_key from other_lot_keys o where o.site_id = d.site_id and o.key = d.lot_key), d.lot_key)
    = any(${keys}::text[])`

/** Whether deaths, or sums of deaths, `d` have one of the filtered causes. */
export function causeMatches(
  scope: Pick<InsightScope, 'sites' | 'filters'>,
  diagnosis = diagnosisOf(scope),
): RawBuilder<boolean> {
  const [diagnoses, systems] = [valuesOf(scope, 'diagnosis_id'), valuesOf(scope, 'system')]
  return and([
    ...(diagnoses ? [sql<boolean>`${diagnosis} = any(${diagnoses}::uuid[])`] : []),
    ...(systems ? [sql<boolean>`${diagnosis} = any(${diagnosesOfSystems(systems)})`] : []),
  ])
}

const diagnosesOfSystems = (systems: string[]) => sql`array(
  select id from library_entries where list = 'diagnoses'
    and lower(coalesce(nullif(btrim(system), ''), ${otherSystem})) = any(${systems.map((name) => name.toLowerCase())}::text[]))`

/** A site `s` with its customer `c`, as JSON. */
export const siteWithCustomer = sql`json_build_object('id', s.id, 'name', s.name, 'time_zone', s.time_zone,
  'customer', json_build_object('id', c.id, 'name', c.name))`

/** The system of a diagnosis `e`. */
export const systemSql = sql<string>`coalesce(nullif(btrim(e.system), ''), ${otherSystem})`
