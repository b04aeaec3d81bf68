import { sql } from 'kysely'
import type { Executor } from '../../database/executor.ts'
import { headPieces } from './head.queries.ts'
import type { InsightScope } from './insight-scope.ts'
import { systemSql } from './insight-scope.queries.ts'

export interface CustomerRates {
  customer_id: string
  head_days: number
  /** Deaths by the system of the issued diagnosis. */
  deaths: Record<string, number>
}

/** Deaths by system and head days of all customers whose head is known. Only issued opinions count, whoever asks. */
export async function ratesOfCustomers(
  db: Executor,
  period: Pick<InsightScope, 'from' | 'to'>,
): Promise<CustomerRates[]> {
  // cast: every customer counts, whoever asks; the answer names none of them
  const everywhere = { ...period, sites: { ids: null }, filters: [] } as unknown as InsightScope
  const { rows } = await sql<CustomerRates>`
    with ${headPieces(everywhere)},
    herds as (
      select s.customer_id, sum(p.head * (p.after - p.first))::float8 as head_days
      from pieces p join sites s on s.id = p.site_id group by 1
    ),
    causes as (
      select s.customer_id, ${systemSql} as system, count(*)::int as deaths
      from deaths d join sites s on s.id = d.site_id join library_entries e on e.id = d.issued_diagnosis_id
      where d.day between ${period.from}::date and ${period.to}::date group by 1, 2
    )
    select h.customer_id, h.head_days,
           coalesce((select json_object_agg(c.system, c.deaths) from causes c where c.customer_id = h.customer_id), '{}')
             as deaths
    from herds h where h.head_days > 0 order by h.customer_id`.execute(db)
  return rows
}

/** The customers of these sites. */
export async function customersOfSites(db: Executor, siteIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct customer_id as id from sites where id = any(${siteIds}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}
