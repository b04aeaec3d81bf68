import { sql } from 'kysely'
import type { Executor } from '../database/executor.ts'
import { milliseconds } from '../database/milliseconds-sql.ts'
import { tooMany } from './app-error.ts'

export interface RateLimit {
  count: number
  /** Window in milliseconds, from the first attempt. */
  window: number
}

/** The parts of a rate limit's key, for example `sign-in`, an address and its source. */
export type RateLimitKey = readonly string[]

const serializeKey = (key: RateLimitKey) => JSON.stringify(key)
/** Seconds until the window ends. */
const secondsLeft = ({ window }: RateLimit) =>
  sql<number>`greatest(1, ceil(extract(epoch from started_at + ${milliseconds(window)} - now())))::int`

/** @throws tooMany  no attempt is left; the error says when the next one is allowed */
export async function checkRateLimit(db: Executor, key: RateLimitKey, limit: RateLimit): Promise<void> {
  const found = await sql<{ attempts: number; seconds_left: number }>`
    select attempts, ${secondsLeft(limit)} as seconds_left from rate_limits
    where key = ${serializeKey(key)} and started_at > now() - ${milliseconds(limit.window)}`.execute(db)
  const [row] = found.rows
  if (row && row.attempts >= limit.count) throw tooMany(row.seconds_left)
}

/**
 * Counts one or several attempts. Several pass together if at least one was left.
 * @throws tooMany  no attempt is left
 */
export async function consumeRateLimit(db: Executor, key: RateLimitKey, limit: RateLimit, attempts = 1): Promise<void> {
  const isRunning = sql`known.started_at > now() - ${milliseconds(limit.window)}`
  const counted = await sql<{ attempts: number; seconds_left: number }>`
    insert into rate_limits as known (key, attempts) values (${serializeKey(key)}, ${attempts})
    on conflict (key) do update set
      attempts = case when ${isRunning} then known.attempts + ${attempts} else ${attempts} end,
      started_at = case when ${isRunning} then known.started_at else now() end
    returning attempts, ${secondsLeft(limit)} as seconds_left`.execute(db)
  const [row] = counted.rows
  if (row && row.attempts - attempts >= limit.count) throw tooMany(row.seconds_left)
}

/** Resets the count, for example after a correct password. */
export const resetRateLimit = (db: Executor, key: RateLimitKey) =>
  db.deleteFrom('rate_limits').where('key', '=', serializeKey(key)).execute()
