import { sql } from 'kysely'
import type { Executor } from './context.ts'
import { tooMany } from './failures.ts'

/** How often something may be tried within a time. */
export interface Limit {
  count: number
  /** Milliseconds, from the first try on. */
  window: number
}

/** Who tries what, like `sign-in`, an address and where it comes from. */
export type TurnName = readonly string[]

const nameOf = (name: TurnName) => JSON.stringify(name)
const over = (since: Date, window: number) => Math.max(1, Math.ceil((since.getTime() + window - Date.now()) / 1000))

/** @throws tooMany  all turns are taken; says when the next one is free */
export async function requireTurn(db: Executor, name: TurnName, limit: Limit): Promise<void> {
  const found = await sql<{ since: Date; taken: number }>`
    select since, taken from turns
    where name = ${nameOf(name)} and since > now() - ${limit.window} * interval '1 millisecond'`.execute(db)
  const [turn] = found.rows
  if (turn && turn.taken >= limit.count) throw tooMany(over(turn.since, limit.window))
}

/** Takes a turn. @throws tooMany  there was none left */
export async function takeTurn(db: Executor, name: TurnName, limit: Limit): Promise<void> {
  const counted = await sql<{ since: Date; taken: number }>`
    insert into turns as known (name) values (${nameOf(name)})
    on conflict (name) do update set
      taken = case when known.since > now() - ${limit.window} * interval '1 millisecond' then known.taken + 1 else 1 end,
      since = case when known.since > now() - ${limit.window} * interval '1 millisecond' then known.since else now() end
    returning since, taken`.execute(db)
  const [turn] = counted.rows
  if (turn && turn.taken > limit.count) throw tooMany(over(turn.since, limit.window))
}

/** Gives all turns back, as after a right password. */
export const giveTurnsBack = (db: Executor, name: TurnName) =>
  db.deleteFrom('turns').where('name', '=', nameOf(name)).execute()
