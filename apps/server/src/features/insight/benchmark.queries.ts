import { sql } from 'kysely'
import type { Executor } from '../../database/executor.ts'
import { areSystemsStored, issuedBySystem } from './deaths-by-system.queries.ts'
import type { InsightScope } from './insight-scope.ts'
import { inSites } from './insight-scope.queries.ts'
import { headBlocks } from './stored-head.queries.ts'

export interface CustomerRates {
  customer_id: string
  head_days: number
  /** Deaths by the system of the issued diagnosis. */
  deaths: Record<string, number>
}

/**
 * Deaths by system, limited to the filtered causes, and head days of all customers whose head is known. Only issued
 * opinions count, regardless of the caller.
 */
export async function ratesOfCustomers(db: Executor, scope: InsightScope): Promise<CustomerRates[]> {
  const { from, to } = scope
  // cast: every customer counts, regardless of the caller; the response names none of them
  const everywhere = { from, to, sites: { ids: null }, filters: [] } as unknown as InsightScope
  const { rows } = await sql<CustomerRates>`
    with ${headBlocks(everywhere, null)},
    herds as (
      select s.customer_id, sum(b.head_days)::float8 as head_days
      from blocks b join sites s on s.id = b.site_id group by 1
    ),
    systems as (
      select s.customer_id, d.system, sum(d.deaths)::int as deaths
      from (${issuedBySystem(scope, await areSystemsStored(db))}) d join sites s on s.id = d.site_id
      group by 1, 2 having sum(d.deaths) > 0
    ),
    causes as (select customer_id, json_object_agg(system, deaths) as deaths from systems group by 1)
    select h.customer_id, h.head_days, coalesce(c.deaths, '{}') as deaths
    from herds h left join causes c on c.customer_id = h.customer_id where h.head_days > 0 order by h.customer_id`.execute(
    db,
  )
  return rows
}

/** The customers of the sites in a scope. */
export async function customersInScope(
  db: Executor,
  scope: Pick<InsightScope, 'sites' | 'filters'>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct s.customer_id as id from sites s where ${inSites(scope, 's.id')}`.execute(db)
  return rows.map(({ id }) => id)
}
