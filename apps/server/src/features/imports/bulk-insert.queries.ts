import { sql, type Transaction } from 'kysely'
import { animalFieldNames } from '@chisholm/domain/animal-fields'
import type { PostMortemId, SiteId } from '../../database/ids.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { lockCounters } from '../post-mortems/index.ts'

/** Number of inserted tickets, grouped like in the counter tables. */
export interface PostMortemCount {
  site_id: SiteId
  status: string
  day: string
  /** The month of completion; null: not completed. */
  month: string | null
  tickets: number
}

/** Finds the ticket numbers that were already imported, even if the ticket was deleted since. */
export async function findImportedNumbers(db: Executor, numbers: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ number: string }>`
    select imported_number as number from post_mortems where imported_number = any(${numbers}::text[])`.execute(db)
  return new Set(rows.map(({ number }) => number))
}

/** Tickets by their number here, including deleted ones. */
export const postMortemsByPin = (db: Executor, pins: number[]) =>
  db
    .selectFrom('post_mortems')
    .select(['pin', 'site_id', 'record_at'])
    .where(sql<boolean>`pin = any(${pins}::integer[])`)
    .execute()

/**
 * Suspends the triggers that count tickets for this transaction. The transaction must call `addToCounters` at its end.
 */
export const suspendCounterTriggers = (tx: Executor) =>
  sql`select set_config('chisholm.counts_itself', 'on', true)`.execute(tx)

const ticketColumns =
  sql.raw(`id, imported_number, customer_id, site_id, record_at, note, description, no_vet_visit_requested, draft,
  created_by_id, created_at, requested_at, scheduled_at, scheduled_for_id, completed_at, completed_by_id`)

/**
 * Inserts tickets in this order with one statement.
 * @returns their counts by site, status, day and month of completion (UTC)
 */
export async function insertPostMortems(tx: Executor, tickets: object[]): Promise<PostMortemCount[]> {
  const { rows } = await sql<PostMortemCount>`
    with made as (
      insert into post_mortems (${ticketColumns})
      select ${ticketColumns} from json_populate_recordset(null::post_mortems, ${JSON.stringify(tickets)}::json)
      returning site_id, status, created_at, completed_at
    )
    select site_id, status, (created_at at time zone 'UTC')::date as day, month_of(completed_at) as month,
      count(*)::int as tickets
    from made group by 1, 2, 3, 4`.execute(tx)
  return rows
}

const animalColumns = sql.join(
  ['id', 'post_mortem_id', 'site_id', 'created_by_id', 'created_at', ...animalFieldNames].map((name) => sql.ref(name)),
)

/** Number of inserted animals, grouped like in the counter tables. */
export interface AnimalCount {
  site_id: SiteId
  /** The month of creation. */
  month: string
  animals: number
}

/** @returns the counts of the inserted animals by site and month of creation (UTC) */
export async function insertAnimals(tx: Executor, animals: object[]): Promise<AnimalCount[]> {
  const { rows } = await sql<AnimalCount>`
    with made as (
      insert into animals (${animalColumns})
      select ${animalColumns} from json_populate_recordset(null::animals, ${JSON.stringify(animals)}::json)
      returning site_id, created_at
    )
    select site_id, month_of(created_at) as month, count(*)::int as animals from made group by 1, 2`.execute(tx)
  return rows
}

/** Adds to the counters that are usually maintained by triggers, under the same locks. */
export async function addToCounters(
  tx: Transaction<Tables>,
  animals: AnimalCount[],
  tickets: PostMortemCount[],
): Promise<void> {
  await lockCounters(
    tx,
    [...animals, ...tickets].map(({ site_id }) => site_id),
  )
  await sql`insert into animal_counts as known (site_id, animals)
    select site_id, sum(animals) from json_populate_recordset(null::animal_counts, ${JSON.stringify(animals)}::json)
    group by 1 order by 1 on conflict (site_id) do update set animals = known.animals + excluded.animals`.execute(tx)
  await sql`insert into animal_months as known (site_id, month, animals)
    select site_id, month, animals from json_populate_recordset(null::animal_months, ${JSON.stringify(animals)}::json) order by 1, 2
    on conflict (site_id, month) do update set animals = known.animals + excluded.animals`.execute(tx)
  await sql`insert into ticket_counts as known (site_id, status, tickets)
    select site_id, status, sum(tickets) from json_populate_recordset(null::ticket_counts, ${JSON.stringify(tickets)}::json)
    group by 1, 2 order by 1, 2
    on conflict (site_id, status) do update set tickets = known.tickets + excluded.tickets`.execute(tx)
  await sql`insert into ticket_days as known (status, day, tickets)
    select status, day, sum(tickets) from json_populate_recordset(null::ticket_days, ${JSON.stringify(tickets)}::json)
    group by 1, 2 order by 1, 2
    on conflict (status, day) do update set tickets = known.tickets + excluded.tickets`.execute(tx)
  await sql`insert into completion_months as known (site_id, month, tickets)
    select site_id, month, sum(tickets) from json_populate_recordset(null::completion_months, ${JSON.stringify(tickets)}::json)
    where month is not null group by 1, 2 order by 1, 2
    on conflict (site_id, month) do update set tickets = known.tickets + excluded.tickets`.execute(tx)
}

/** Applies the current carcass limits to these tickets, if they are open. */
export const refreshCarcassClocks = (tx: Executor, tickets: PostMortemId[]) =>
  sql`select refresh_clocks(${tickets}::uuid[])`.execute(tx)
