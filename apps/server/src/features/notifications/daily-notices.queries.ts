import { sql, type Transaction } from 'kysely'
import type { Zone } from '@chisholm/domain/dates'
import type { PostMortemId, UserId } from '../../database/ids.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { milliseconds } from '../../database/milliseconds-sql.ts'
import { isVisibleToRecipient, sitesOfNotification } from './notifications.queries.ts'

/** Older visits, which were imported or date from before an upgrade, cause no notification. */
const newsDays = 7
const batch = 200

interface PastVisit {
  id: PostMortemId
  scheduled_at: Date
  /** The veterinarian; null if there is none who can be notified. */
  vet_id: UserId | null
  time_zone: Zone | null
}

/** Locks open tickets whose visit was due lately and not notified yet; other servers skip locked ones. */
export async function lockPastVisits(tx: Transaction<Tables>): Promise<PastVisit[]> {
  const { rows } = await sql<PastVisit>`
    select t.id, t.scheduled_at, v.id as vet_id, s.time_zone
    from post_mortems t join sites s on s.id = t.site_id
      left join users v on v.id = t.scheduled_for_id and v.status = 'active'
    where t.deleted_at is null and not t.draft and t.completed_at is null
      and t.scheduled_at < now() and t.scheduled_at > now() - ${newsDays} * interval '1 day'
      and not exists (select from overdue_visits o where o.post_mortem_id = t.id and o.scheduled_at = t.scheduled_at)
    order by t.scheduled_at limit ${batch} for update of t skip locked`.execute(tx)
  return rows
}

/**
 * The time is copied within the database, because a Date has no microseconds.
 * @returns false if another server notified of the visit after `lockPastVisits` began to read
 */
export async function markOverdueNotified(tx: Executor, id: PostMortemId): Promise<boolean> {
  const { rows } = await sql`insert into overdue_visits as o (post_mortem_id, scheduled_at)
    select id, scheduled_at from post_mortems where id = ${id}
    on conflict (post_mortem_id) do update set scheduled_at = excluded.scheduled_at
      where o.scheduled_at <> excluded.scheduled_at
    returning o.post_mortem_id`.execute(tx)
  return rows.length > 0
}

export const adminIds = async (tx: Executor): Promise<UserId[]> =>
  (
    await tx
      .selectFrom('users')
      .select('id')
      .where('status', '=', 'active')
      .where(sql<boolean>`roles && array['Admin', 'SuperAdmin']`)
      .execute()
  ).map(({ id }) => id)

/** Users with an enabled digest. */
export const digestReaders = (db: Executor) =>
  db
    .selectFrom('notification_preferences as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .where('p.digest_on', '=', true)
    .where('u.status', '=', 'active')
    .where('u.deleted_at', 'is', null)
    .select(['p.user_id', 'p.digest_hour', 'p.time_zone', 'p.digest_from', 'p.digested_on'])
    .execute()

/** Locks the digest of a person, unless another server holds the lock or has already created it. */
export const lockDigest = (tx: Transaction<Tables>, userId: UserId) =>
  tx
    .selectFrom('notification_preferences as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .where('p.user_id', '=', userId)
    .where('p.digest_on', '=', true)
    .where('u.status', '=', 'active')
    .where('u.deleted_at', 'is', null)
    .select(['p.digest_hour', 'p.time_zone', 'p.digest_from', 'p.digested_on', 'p.digested_until', 'u.email'])
    .forUpdate('p')
    .skipLocked()
    .executeTakeFirst()

export const markDigested = (tx: Executor, userId: UserId, day: string, until: Date) =>
  tx
    .updateTable('notification_preferences')
    .set({ digested_on: day, digested_until: until })
    .where('user_id', '=', userId)
    .execute()

/**
 * A transaction without an id after this many milliseconds only reads, like the download of an export or a backup, which
 * may take hours. Others write at once, or after waits for locks, which end after 30 seconds.
 */
const longestBeforeWriting = 5 * 60_000

/**
 * The time, at most `now`, until which all notifications have been committed. Notifications have the time at which their
 * transaction began, so those of a transaction that is still running belong to the next digest.
 */
export async function committedUntil(
  tx: Executor,
  now: Date,
  { beforeWriting = longestBeforeWriting } = {},
): Promise<Date> {
  const { rows } = await sql<{ until: Date | null }>`
    select min(xact_start) - interval '1 millisecond' as until from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and (backend_xid is not null or xact_start > now() - ${milliseconds(beforeWriting)})`.execute(tx)
  const running = rows[0]?.until
  return running && running < now ? running : now
}

/** The unread notifications that the bell of a person counts, newest last. Those after `committed` are `isRecent`. */
export const unreadSince = (
  tx: Executor,
  userId: UserId,
  since: Date,
  { committed, now }: { committed: Date; now: Date },
) =>
  tx
    .selectFrom('notifications as n')
    .innerJoin('users as u', 'u.id', 'n.user_id')
    .leftJoin('post_mortems as t', 't.id', 'n.post_mortem_id')
    .leftJoin('alerts as f', 'f.id', 'n.alert_id')
    .where('n.user_id', '=', userId)
    .where('n.in_app', '=', true)
    .where('n.read_at', 'is', null)
    .where('n.created_at', '>', since)
    .where('n.created_at', '<=', now)
    .where(isVisibleToRecipient)
    // compared by the database, because a Date has no microseconds
    .select((eb) => [
      'n.title',
      'n.text',
      sitesOfNotification.as('sites'),
      eb('n.created_at', '>', committed).as('isRecent'),
    ])
    .orderBy('n.created_at')
    .execute()
