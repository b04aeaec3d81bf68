import { sql } from 'kysely'
import { limits } from '@chisholm/domain/constants'
import type { UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { milliseconds } from '../../database/milliseconds-sql.ts'
import { countOfRows, readPageAndTotal } from '../../database/one-snapshot.ts'

const { count, window, firstPause, longestPause, sourcesCounted } = limits.failedSignInsPerAccount

/**
 * Below the limit, failures count for an hour from the first one. Above it, they count until an hour passes without
 * one.
 */
const isExpired = sql<boolean>`case when failures < ${count} then since else last_failed_at end <= now() - ${milliseconds(window)}`

export interface LimitedAddress {
  address: string
  hash: Buffer
  abbreviated: string
}

/**
 * Reads how many seconds remain until the next attempt for an address is allowed. Sources from which its user has signed in before are not
 * limited.
 * @returns undefined if an attempt is allowed now
 */
export async function readSecondsUntilNextTry(db: Executor, { address, hash }: LimitedAddress, source: string) {
  const found = await db
    .selectFrom('sign_in_limits')
    .select(sql<number>`greatest(1, ceil(extract(epoch from next_try_at - now())))::int`.as('seconds'))
    .where('address_hash', '=', hash)
    .where('next_try_at', '>', sql<Date>`now()`)
    .where(sql<boolean>`not ${wasSource(address, source)}`)
    .executeTakeFirst()
  return found?.seconds
}

const wasSource = (address: string, source: string) =>
  sql<boolean>`exists (select from sign_ins s join users u on u.id = s.user_id
    where lower(u.email) = ${address} and u.deleted_at is null and s.source = ${source})`

/** Whether the user with this address (in lower case) has signed in from this source before. */
export async function hasSignedInFrom(db: Executor, address: string, source: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select ${wasSource(address, source)} as has`.execute(db)
  return rows[0]?.has ?? false
}

/**
 * Counts a failure. Above the limit, each failure doubles the pause.
 * @returns the number of failures
 */
export async function countFailure(
  db: Executor,
  { hash, abbreviated }: LimitedAddress,
  userId: UserId | null,
  source: string,
): Promise<number> {
  await db.deleteFrom('sign_in_limits').where('address_hash', '=', hash).where(isExpired).execute()
  const counted = await sql<{ failures: number }>`
    insert into sign_in_limits as known (address_hash, short_address, user_id, sources)
    values (${hash}, ${abbreviated}, ${userId}, array[${source}])
    on conflict (address_hash) do update set
      failures = known.failures + 1,
      last_failed_at = now(),
      user_id = excluded.user_id,
      sources = case when ${source} = any(known.sources) or cardinality(known.sources) >= ${sourcesCounted}
        then known.sources else known.sources || excluded.sources end,
      next_try_at = case when known.failures + 1 >= ${count} then now() +
        least(${firstPause} * power(2, least(known.failures + 1 - ${count}, 30)), ${longestPause}) * interval '1 millisecond' end
    returning failures`.execute(db)
  return counted.rows[0]?.failures ?? 0
}

export const forgetFailures = (db: Executor, hash: Buffer) =>
  db.deleteFrom('sign_in_limits').where('address_hash', '=', hash).execute()

const limited = (db: Executor) =>
  db.selectFrom('sign_in_limits').where('next_try_at', 'is not', null).where(sql<boolean>`not (${isExpired})`)

/** Reads one page of the addresses that have reached the limit, and how many there are in total. */
export async function readLimitPage(
  db: Executor,
  list: { perPage: number; offset: number; sorts: readonly { descending: boolean }[] },
) {
  const direction = list.sorts[0]?.descending === false ? 'asc' : 'desc'
  return readPageAndTotal(
    db,
    limited(db).select(countOfRows),
    limited(db)
      .leftJoin('users', 'users.id', 'sign_in_limits.user_id')
      .select([
        'sign_in_limits.id',
        'sign_in_limits.short_address',
        'sign_in_limits.user_id',
        'sign_in_limits.since',
        'sign_in_limits.failures',
        'sign_in_limits.next_try_at',
        'sign_in_limits.last_failed_at',
        'users.email',
        sql<number>`cardinality(sources)`.as('sources'),
      ])
      .orderBy('sign_in_limits.since', direction)
      .orderBy('sign_in_limits.id', direction)
      .limit(list.perPage)
      .offset(list.offset),
  )
}

export type SignInLimitRow = Awaited<ReturnType<typeof readLimitPage>>['rows'][number]

/** @returns the limit that was lifted, or undefined if there was none */
export const liftLimit = (tx: Executor, id: string) =>
  tx
    .deleteFrom('sign_in_limits')
    .where('id', '=', id)
    .where('next_try_at', 'is not', null)
    .returning(['user_id', 'short_address', 'failures'])
    .executeTakeFirst()
