import { dayOf, hasTime, startOfDay, type Zone } from '@chisholm/domain/dates'
import { serverConstants } from '@chisholm/domain/constants'
import { type NotNull, type RawBuilder, sql, type Transaction } from 'kysely'
import { acquireAdvisoryLock, acquireSharedAdvisoryLock } from './advisory-lock.ts'
import type { SiteId } from './ids.ts'
import type { Tables } from './tables.ts'
import { nextVersion } from './versions.ts'

/** The sites whose days are read in another zone from now on. */
export type RezonedSites = { siteIds: SiteId[] } | 'sites without a zone'

const ofSites = (sites: RezonedSites): RawBuilder<boolean> =>
  sites === 'sites without a zone' ? sql`s.time_zone is null` : sql`s.id = any(${sites.siteIds}::uuid[])`

const timeZonesLock = 'time zones'

/**
 * Keeps time zones as they are until the transaction ends. Call it before reading the zone of a day that is to be
 * stored as a visit, and before locking a ticket: a change of the zone then moves this visit, too.
 */
export const holdTimeZones = (tx: Transaction<Tables>) => acquireSharedAdvisoryLock(tx, timeZonesLock)

/** Waits for visits that are being stored in the old zone. Call it before changing a zone and before locking a ticket. */
export const lockTimeZones = (tx: Transaction<Tables>) => acquireAdvisoryLock(tx, timeZonesLock)

/** Visits that a planner or a calendar shows. Those before are over. */
const isShown = sql<boolean>`t.deleted_at is null and t.scheduled_at is not null and (t.completed_at is null
  or t.scheduled_at > now() - ${`${serverConstants.calendarFeed.pastDays} days`}::interval)`

/**
 * Locks the tickets whose visits `keepVisitDays` may change. Call it before locking a site: whoever changes a ticket
 * locks the ticket first.
 */
export const lockVisits = (tx: Transaction<Tables>, sites: RezonedSites) =>
  sql`select from post_mortems t join sites s on s.id = t.site_id where ${ofSites(sites)} and ${isShown}
    order by t.id for update of t`.execute(tx)

/**
 * Keeps the days of visits without a time of day when the zone of their sites changes. Such a visit is stored as the
 * start of its day, which in another zone is an hour of this day or of the one before. The days are computed here,
 * because the zones that PostgreSQL knows may be of another year than those of Node.js.
 */
export async function keepVisitDays(
  tx: Transaction<Tables>,
  sites: RezonedSites,
  zones: { from: Zone; to: Zone },
): Promise<void> {
  if (zones.from === zones.to) return
  // in the order of their ids, so that it waits for other transactions instead of deadlocking
  await lockVisits(tx, sites)
  const planned = await tx
    .selectFrom('post_mortems as t')
    .innerJoin('sites as s', 's.id', 't.site_id')
    .select(['t.id as post_mortem_id', 't.scheduled_at'])
    .$narrowType<{ scheduled_at: NotNull }>()
    .where(ofSites(sites))
    .where(isShown)
    .execute()
  await tx
    .updateTable('post_mortems as t')
    .from(movedDays(planned, zones).as('moved'))
    .set({ scheduled_at: sql`moved.scheduled_at`, ...nextVersion('everybody') })
    .whereRef('t.id', '=', 'moved.post_mortem_id')
    .whereRef('t.scheduled_at', '=', 'moved.before')
    .execute()
  // of these people have been notified already
  await moveRecorded(tx, 'overdue_visits', movedDays(planned, zones))
  // calendars still show the cancelled ones
  const ended = await tx
    .selectFrom('ended_visits as e')
    .innerJoin('post_mortems as t', 't.id', 'e.post_mortem_id')
    .innerJoin('sites as s', 's.id', 't.site_id')
    .select(['e.post_mortem_id', 'e.scheduled_at'])
    .where(ofSites(sites))
    .execute()
  await moveRecorded(tx, 'ended_visits', movedDays(ended, zones))
}

/** Moves what is recorded of visits under their times. */
const moveRecorded = (
  tx: Transaction<Tables>,
  table: 'overdue_visits' | 'ended_visits',
  moved: ReturnType<typeof movedDays>,
) =>
  sql`update ${sql.table(table)} v set scheduled_at = moved.scheduled_at from ${moved} as moved
    where v.post_mortem_id = moved.post_mortem_id and v.scheduled_at = moved.before`.execute(tx)

interface MovedDay {
  post_mortem_id: string
  before: Date
  scheduled_at: Date
}

/** The visits without a time of day, with the start of their day in the new zone. */
function movedDays(visits: Omit<MovedDay, 'before'>[], { from, to }: { from: Zone; to: Zone }) {
  const moved = visits.flatMap(({ post_mortem_id, scheduled_at: before }): MovedDay[] =>
    hasTime(before, from) ? [] : [{ post_mortem_id, before, scheduled_at: startOfDay(dayOf(before, from), to) }],
  )
  return sql<MovedDay>`(select post_mortem_id, before, scheduled_at from json_to_recordset(${JSON.stringify(moved)})
    as days (post_mortem_id uuid, before timestamptz, scheduled_at timestamptz))`
}
