import type { Zone } from '@chisholm/domain/dates'
import { serverConstants } from '@chisholm/domain/constants'
import { type RawBuilder, sql, type Transaction } from 'kysely'
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
 * start of its day, which in another zone is an hour of this day or of the one before.
 */
export async function keepVisitDays(
  tx: Transaction<Tables>,
  sites: RezonedSites,
  { from, to }: { from: Zone; to: Zone },
): Promise<void> {
  if (from === to) return
  // in the order of their ids, so that it waits for other transactions instead of deadlocking
  await lockVisits(tx, sites)
  const startOfDay = (visit: 't' | 'e', zone: Zone) =>
    sql<Date>`date_trunc('day', ${sql.ref(`${visit}.scheduled_at`)} at time zone ${from}) at time zone ${zone}`
  await tx
    .updateTable('post_mortems as t')
    .from('sites as s')
    .set({ scheduled_at: startOfDay('t', to), ...nextVersion('everybody') })
    .whereRef('s.id', '=', 't.site_id')
    .where(ofSites(sites))
    .where(isShown)
    .where(sql<boolean>`t.scheduled_at = ${startOfDay('t', from)}`)
    .execute()
  // calendars still show the cancelled ones
  await tx
    .updateTable('ended_visits as e')
    .from('post_mortems as t')
    .innerJoin('sites as s', 's.id', 't.site_id')
    .set({ scheduled_at: startOfDay('e', to) })
    .whereRef('t.id', '=', 'e.post_mortem_id')
    .where(ofSites(sites))
    .where(sql<boolean>`e.scheduled_at = ${startOfDay('e', from)}`)
    .execute()
}
