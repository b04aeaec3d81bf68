import { lifetimes } from '@chisholm/domain/constants'
import { sql } from 'kysely'
import type { PushSubscriptionId, SiteId, UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { milliseconds } from '../../database/milliseconds-sql.ts'
import { maySeeSites } from './notifications.queries.ts'

export interface NewSubscription {
  id: PushSubscriptionId
  user_id: UserId
  sign_in_id: string
  endpoint: string
  p256dh: string
  auth: string
  server_key: string
}

/**
 * Adds a browser, or assigns it to the person who is now signed in there. @returns the row, which may be an older one
 */
export const upsertSubscription = (tx: Executor, { id, endpoint, ...fields }: NewSubscription) =>
  tx
    .insertInto('push_subscriptions')
    .values({ id, endpoint, ...fields })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(fields))
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow()

export const subscriptionByEndpoint = (tx: Executor, endpoint: string) =>
  tx
    .selectFrom('push_subscriptions')
    .select(['id', 'user_id', 'sign_in_id', 'p256dh', 'auth', 'server_key', 'created_at'])
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()

/** Deletes the subscriptions of a user except the newest ones. */
export const deleteOldest = (tx: Executor, userId: UserId, keep: number) =>
  tx
    .deleteFrom('push_subscriptions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('push_subscriptions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(keep)
        .limit(1000),
    )
    .execute()

/** The subscription of a signed-in user who may see these sites, with the channels that the user has chosen. */
export const subscriptionOfReader = (db: Executor, id: PushSubscriptionId, sites: SiteId[] | null | undefined) =>
  db
    .selectFrom('push_subscriptions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    // A browser may have subscribed while its sign-in was being ended.
    .leftJoin('sign_ins as i', 'i.id', 's.sign_in_id')
    .leftJoin('notification_preferences as p', 'p.user_id', 'u.id')
    .where('i.revoked_at', 'is', null)
    .where(
      sql<boolean>`(i.id is null
        or (i.expires_at > now() and i.last_used_at > now() - ${milliseconds(lifetimes.refreshTokenIdle)}))`,
    )
    .select(['s.id', 's.endpoint', 's.p256dh', 's.auth', 's.server_key', 'p.channels'])
    .where('s.id', '=', id)
    .where('u.deleted_at', 'is', null)
    .where(maySeeSites(sites))
    .executeTakeFirst()

/** @returns whether it existed */
export const deleteSubscription = async (tx: Executor, id: PushSubscriptionId, userId?: UserId): Promise<boolean> =>
  (await tx
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where(sql<boolean>`user_id = coalesce(${userId ?? null}::uuid, user_id)`)
    .returning('id')
    .executeTakeFirst()) !== undefined
