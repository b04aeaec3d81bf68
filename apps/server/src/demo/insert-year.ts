import { sql } from 'kysely'
import type { Day } from '@chisholm/domain/dates'
import type { Executor } from '../database/executor.ts'
import type { generatePostMortems } from './generate-post-mortems.ts'
import type { generateYear } from './generate-year.ts'

/** Inserts the tickets of the demo's year with one statement for tickets and one for animals. */
export async function insertYear(tx: Executor, year: ReturnType<typeof generateYear>): Promise<void> {
  await insertAll(
    tx,
    'post_mortems',
    year.map(({ ticket }) => ticket),
  )
  await insertAll(
    tx,
    'animals',
    year.flatMap(({ animals }) => animals),
  )
}

/** Inserts rows with the same columns as one parameter: thousands of rows exceed the parameter limit of a statement. */
export async function insertAll(tx: Executor, table: string, rows: object[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    tx,
  )
}

/** Number of animals of sent tickets that died on each day. */
export function deathsByDay(tickets: ReturnType<typeof generatePostMortems>): Map<Day, number> {
  const known = new Map<Day, number>()
  for (const { ticket, animals } of tickets)
    if (!ticket.draft) known.set(ticket.record_at, (known.get(ticket.record_at) ?? 0) + animals.length)
  return known
}
