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
const retryAfterSeconds = (startedAt: Date, window: number) =>
  Math.max(1, Math.ceil((startedAt.getTime() + window - Date.now()) / 1000))

/** @throws tooMany  no attempt is left; the error says when the next one is allowed */
export async function checkRateLimit(db: Executor, key: RateLimitKey, limit: RateLimit): Promise<void> {
  const found = await sql<{ started_at: Date; attempts: number }>`
    select started_at, attempts from rate_limits
    where key = ${serializeKey(key)} and started_at > now() - ${limit.window} * interval '1 millisecond'`.execute(db)
  const [row] = found.rows
  if (row && row.attempts >= limit.count) throw tooMany(retryAfterSeconds(row.started_at, limit.window))
}

/**
 * Counts one or several attempts. Several pass together if at least one was left.
 * @throws tooMany  no attempt is left
 */
export async function consumeRateLimit(db: Executor, key: RateLimitKey, limit: RateLimit, attempts = 1): Promise<void> {
  const isRunning = sql`known.started_at > now() - ${limit.window} * interval '1 millisecond'`
  const counted = await sql<{ started_at: Date; attempts: number }>`
    insert into rate_limits as known (key, attempts) values (${serializeKey(key)}, ${attempts})
    on conflict (key) do update set
      attempts = case when ${isRunning} then known.attempts + ${attempts} else ${attempts} end,
      started_at = case when ${isRunning} then known.started_at else now() end
    returning started_at, attempts`.execute(db)
  const [row] = counted.rows
  if (row && row.attempts - attempts >= limit.count) throw tooMany(retryAfterSeconds(row.started_at, limit.window))
}

/** Resets the count, for example after a correct password. */
export const resetRateLimit = (db: Executor, key: RateLimitKey) =>
  db.deleteFrom('rate_limits').where('key', '=', serializeKey(key)).execute()
