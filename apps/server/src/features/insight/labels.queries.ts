import { sql } from 'kysely'
import type { Executor } from '../../database/executor.ts'
import { systemSql } from './insight-scope.queries.ts'

interface Label {
  id: string
  name: string
}

/** Diagnoses by id, with their systems. */
export async function diagnosesById(db: Executor): Promise<Map<string, Label & { system: string }>> {
  const { rows } = await sql<Label & { system: string }>`
    select e.id, e.name, ${systemSql} as system from library_entries e where e.list = 'diagnoses'`.execute(db)
  return new Map(rows.map((entry) => [entry.id, entry]))
}

/** Names of customers, or of sites with their customers, by id. */
export async function namesById(
  db: Executor,
  table: 'customers' | 'sites',
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await (table === 'customers'
    ? sql<Label>`select id, name from customers where id = any(${ids}::uuid[])`
    : sql<Label>`select s.id, c.name || ' - ' || s.name as name from sites s join customers c on c.id = s.customer_id
                 where s.id = any(${ids}::uuid[])`
  ).execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** First and last names of users. */
export async function userNames(db: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<Label>`
    select id, coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''), 'Veterinarian') as name
    from users where id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
