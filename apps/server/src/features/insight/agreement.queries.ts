import { sql } from 'kysely'
import type { Executor } from '../../database/executor.ts'
import type { InsightScope } from './insight-scope.ts'
import { diagnosisOf } from './insight-scope.queries.ts'
import { pairRows } from './stored-deaths.queries.ts'

/** Counts the animals of a scope by pair of diagnoses. */
export async function countPairs(db: Executor, scope: InsightScope) {
  const { rows } = await sql<{ customer: string; veterinarian: string; n: number }>`
    select d.customer_diagnosis_id as customer, ${diagnosisOf(scope)} as veterinarian, sum(d.deaths)::int as n
    from (${pairRows(scope)}) d group by 1, 2 having sum(d.deaths) > 0`.execute(db)
  return rows
}
