import { sql } from 'kysely'
import type { Executor } from '../database/executor.ts'
import { tooMany } from './app-error.ts'

export interface RateLimit {
  count: number
  /** Window in milliseconds, from the first attempt. */
  window: number
}

/** The parts of a rate limit's key, for example `sign-in`, an address and its source. */
export type RateLimitKey = readonly string[]

const serializeKey = (key: RateLimitKey) => JSON.stringify(key)
const retryAfterSeconds = (since: Date, window: number) =>
  Math.max(1, Math.ceil((since.getTime() + window - Date.now()) / 1000))

/** @throws tooMany  no attempt is left; the error says when the next one is allowed */
export async function checkRateLimit(db: Executor, key: RateLimitKey, limit: RateLimit): Promise<void> {
  const found = await sql<{ since: Date; taken: number }>`
    select since, taken from turns
    where name = ${serializeKey(key)} and since > now() - ${limit.window} * interval '1 millisecond'`.execute(db)
  const [attempts] = found.rows
  if (attempts && attempts.taken >= limit.count) throw tooMany(retryAfterSeconds(attempts.since, limit.window))
}

/**
 * Counts one or several attempts. Several pass together if at least one was left.
 * @throws tooMany  no attempt is left
 */
export async function consumeRateLimit(db: Executor, key: RateLimitKey, limit: RateLimit, attempts = 1): Promise<void> {
  const counted = await sql<{ since: Date; taken: number }>`
    insert into turns as known (name, taken) values (${serializeKey(key)}, ${attempts})
    on conflict (name) do update set
      taken = case when known.since > now() - ${limit.window} * interval '1 millisecond' then known.taken + ${attempts} else ${attempts} end,
      since = case when known.since > now() - ${limit.window} * interval '1 millisecond' then known.since else now() end
    returning since, taken`.execute(db)
  const [row] = counted.rows
  if (row && row.taken - attempts >= limit.count) throw tooMany(retryAfterSeconds(row.since, limit.window))
}

/** Resets the count, for example after a correct password. */
export const resetRateLimit = (db: Executor, key: RateLimitKey) =>
  db.deleteFrom('turns').where('name', '=', serializeKey(key)).execute()
