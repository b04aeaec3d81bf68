import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../database/executor.ts'
import type { SiteId } from '../../database/ids.ts'
import type { InsightScope } from './insight-scope.ts'
import { inSites } from './insight-scope.queries.ts'
import type { CountedRow, LotOrPen } from './mortality.queries.ts'
import { deathRows } from './stored-deaths.queries.ts'
import { headDaysOfLots } from './stored-head-of-lots.queries.ts'

/**
 * A query of the rows `(key, label, deaths, examined, head_days, site_id, lot_id)` by lot. Animals join the lot of their
 * site whose name, or one of whose other names, they have; other lots are named as entered.
 */
const lotRows = (scope: InsightScope): RawBuilder<unknown> => sql`
  select r.key, coalesce(r.key, 'No lot') as label, r.deaths, r.examined, r.head_days, r.site_id, r.lot_id
  from (
    select case when l.id is not null then l.name when c.lot_key is not null then (
             select btrim(a.lot) from deaths d join animals a on a.id = d.animal_id
             where d.site_id = c.site_id and d.lot_key = c.lot_key limit 1
           ) end as key,
           c.deaths, c.examined, h.head_days, c.site_id, l.id as lot_id
    from (
      select d.site_id, coalesce(o.lot_key, d.lot_key) as lot_key, sum(d.deaths)::int as deaths,
             sum(d.examined)::int as examined
      from (${deathRows(scope, { grain: 'any', lot: true })}) d
        left join other_lot_keys o on o.site_id = d.site_id and o.key = d.lot_key
      group by 1, 2 having sum(d.deaths) > 0
    ) c
      left join (select id, site_id, lot_key(name) as key, name from lots where ${inSites(scope, 'site_id')}) l
        on l.site_id = c.site_id and l.key = c.lot_key
      left join (${headDaysOfLots(scope)}) h on h.lot_id = l.id
  ) r`

/** The same by pen. Pens are the same whatever their case. */
const penRows = (scope: InsightScope): RawBuilder<unknown> => sql`
  select min(d.pen) as key, coalesce(min(d.pen), 'No pen') as label, sum(d.deaths)::int as deaths,
         sum(d.examined)::int as examined, null::float8 as head_days, d.site_id
  from (${deathRows(scope, { grain: 'any', pen: true })}) d group by d.site_id, lower(d.pen) having sum(d.deaths) > 0`

type CountedName = CountedRow & { site_id: SiteId }

/** The rows by lot, or by pen, of the sites of a scope. */
export async function countLotsOrPens(db: Executor, scope: InsightScope, by: LotOrPen): Promise<CountedName[]> {
  // JSON, because there are thousands of rows
  const { rows } = await sql<{ rows: CountedName[] }>`
    select coalesce(json_agg(r), '[]') as rows from (${by === 'lot' ? lotRows(scope) : penRows(scope)}) r`.execute(db)
  // null where the site has no lot of that name
  return (rows[0]?.rows ?? []).map(({ lot_id, ...row }) => (lot_id ? { ...row, lot_id } : row))
}
