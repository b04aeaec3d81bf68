import { type RawBuilder, sql } from 'kysely'
import { serverConstants } from '@chisholm/domain/constants'
import type { Role } from '@chisholm/domain/permissions'
import type { CalendarFeedId, PostMortemId, SiteId, UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { inOneSnapshot } from '../../database/one-snapshot.ts'
import { updatedAtSql, versionSql } from '../../database/versions.ts'
import type { VisibleSites } from '../../database/visible-sites.ts'

export const feedsOfUser = (db: Executor, userId: UserId) =>
  db.selectFrom('calendar_feeds').select(['id', 'created_at']).where('user_id', '=', userId).execute()

/** Replaces the feed of a user; two at once leave one. @returns false when it has this id already */
export const replaceFeed = async (
  tx: Executor,
  feed: { id: CalendarFeedId; user_id: UserId; token_hash: Buffer },
): Promise<boolean> =>
  (await tx
    .insertInto('calendar_feeds')
    .values(feed)
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ id: feed.id, token_hash: feed.token_hash, created_at: new Date() })
        .where('calendar_feeds.id', '<>', feed.id),
    )
    .returning('id')
    .executeTakeFirst()) !== undefined

export const tokenHashOf = async (tx: Executor, id: CalendarFeedId): Promise<Buffer | undefined> =>
  (await tx.selectFrom('calendar_feeds').select('token_hash').where('id', '=', id).executeTakeFirst())?.token_hash

/** @returns the feed; undefined if the user had none with this id */
export const deleteFeed = (tx: Executor, userId: UserId, id: CalendarFeedId) =>
  tx
    .deleteFrom('calendar_feeds')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(['id', 'created_at'])
    .executeTakeFirst()

export interface FeedOwner {
  id: UserId
  roles: Role[]
  first_name: string | null
  last_name: string | null
  /** The sites of a client. */
  sites: SiteId[]
}

/** The owner of the calendar with this token; undefined if it was deleted, or the person may not sign in. */
export const ownerOfFeed = (db: Executor, tokenHash: Buffer): Promise<FeedOwner | undefined> =>
  db
    .selectFrom('calendar_feeds as f')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .select(['u.id', 'u.roles', 'u.first_name', 'u.last_name'])
    .select(
      sql<SiteId[]>`array(select l.site_id from user_sites l where l.user_id = u.id order by l.position)`.as('sites'),
    )
    .where('f.token_hash', '=', tokenHash)
    .where('u.deleted_at', 'is', null)
    .where('u.status', '=', 'active')
    .executeTakeFirst()

/** Visits of a veterinarian, or of the sites of a client. */
export type FeedScope = { vet: UserId } | { sites: SiteId[] }

/** Rises with each change of what a calendar shows: of the ticket, its site and its customer. */
const sequenceOf = (ofPostMortem: RawBuilder<number>) =>
  sql<number>`${ofPostMortem} + s.calendar_version + c.calendar_version`.as('sequence')

const visitsOf = (db: Executor, viewer: VisibleSites) =>
  db
    .selectFrom('post_mortems as t')
    .innerJoin('sites as s', 's.id', 't.site_id')
    .innerJoin('customers as c', 'c.id', 't.customer_id')
    .select([
      't.id',
      't.pin',
      sql<Date>`greatest(${updatedAtSql('t', viewer)}, s.updated_at, c.updated_at)`.as('updated_at'),
      's.name as site',
      's.address',
      's.city',
      's.phone',
      's.directions',
      's.latitude',
      's.longitude',
      's.time_zone',
      'c.name as customer',
      sql<number>`(select count(*)::int from animals a where a.post_mortem_id = t.id and a.deleted_at is null)`.as(
        'animals',
      ),
    ])

const current = (db: Executor, viewer: VisibleSites) =>
  visitsOf(db, viewer)
    .where('t.deleted_at', 'is', null)
    .where(sql<boolean>`not t.draft`)
    .where('t.scheduled_at', '>', sql<Date>`now() - ${`${serverConstants.calendarFeed.pastDays} days`}::interval`)
    .select([sql<Date>`t.scheduled_at`.as('scheduled_at'), 't.duration_minutes', sequenceOf(versionSql('t', viewer))])
    .select(sql<boolean>`false`.as('isCancelled'))
    .orderBy('t.scheduled_at')
    .orderBy('t.pin')

const ended = (db: Executor, viewer: VisibleSites, userId: UserId | null) =>
  visitsOf(db, viewer)
    .innerJoin('ended_visits as e', (join) =>
      join.onRef('e.post_mortem_id', '=', 't.id').on(sql<boolean>`e.user_id is not distinct from ${userId}`),
    )
    .where('e.ended_at', '>', sql<Date>`now() - ${`${serverConstants.calendarFeed.cancelledDays} days`}::interval`)
    .select(['e.scheduled_at', 'e.duration_minutes', sequenceOf(sql.ref('e.sequence'))])
    .select(sql<boolean>`true`.as('isCancelled'))
    .orderBy('e.scheduled_at')
    .orderBy('t.pin')
export type FeedVisit = Awaited<ReturnType<ReturnType<typeof current>['execute']>>[number]

/**
 * The visits of a calendar: planned ones, and those cancelled lately and not planned again, each by time and by number.
 */
export async function visitsOfFeed(db: Executor, scope: FeedScope): Promise<FeedVisit[]> {
  const { planned, cancelled } = await inOneSnapshot(db, (db) => readVisits(db, scope))
  const ids = new Set<PostMortemId>(planned.map(({ id }) => id))
  return [...planned, ...cancelled.filter(({ id }) => !ids.has(id))]
}

async function readVisits(db: Executor, scope: FeedScope) {
  if ('vet' in scope)
    return {
      planned: await current(db, { ids: null }).where('t.scheduled_for_id', '=', scope.vet).execute(),
      cancelled: await ended(db, { ids: null }, scope.vet).execute(),
    }
  const viewer = { ids: scope.sites }
  const isOfSites = sql<boolean>`t.site_id = any(${scope.sites}::uuid[])`
  return {
    planned: await current(db, viewer).where(isOfSites).execute(),
    cancelled: await ended(db, viewer, null).where(isOfSites).execute(),
  }
}
