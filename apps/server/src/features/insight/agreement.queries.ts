import { sql } from 'kysely'
import type { Executor } from '../../database/executor.ts'
import type { InsightScope } from './insight-scope.ts'
import { diagnosisOf, inScope } from './insight-scope.queries.ts'

/** How many animals of a scope have each pair of diagnoses. */
export async function countPairs(db: Executor, scope: InsightScope) {
  const diagnosis = diagnosisOf(scope)
  const { rows } = await sql<{ customer: string; veterinarian: string; n: number }>`
    select d.customer_diagnosis_id as customer, ${diagnosis} as veterinarian, count(*)::int as n from deaths d
    where d.customer_diagnosis_id is not null and ${diagnosis} is not null and ${inScope(scope)}
    group by 1, 2`.execute(db)
  return rows
}
