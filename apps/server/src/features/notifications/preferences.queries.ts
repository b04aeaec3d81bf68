import type { Day } from '@chisholm/domain/dates'
import type { ChannelChoices, NotificationKind } from '@chisholm/domain/notifications'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { UserId } from '../../database/ids.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { inLowerCase } from '../../http/filter-conditions.queries.ts'

export interface StoredPreferences {
  channels: Partial<Record<NotificationKind, Partial<ChannelChoices>>>
  digest_on: boolean
  digest_hour: number
  time_zone: string | null
  quiet_from: string | null
  quiet_to: string | null
  version: number
}

const columns = ['channels', 'digest_on', 'digest_hour', 'time_zone', 'quiet_from', 'quiet_to', 'version'] as const

export const preferencesOf = (db: Executor, userId: UserId): Promise<StoredPreferences | undefined> =>
  db.selectFrom('notification_preferences').select(columns).where('user_id', '=', userId).executeTakeFirst()

/** Locks the preferences of a user until the transaction ends, after creating missing ones. */
export async function lockPreferences(tx: Transaction<Tables>, userId: UserId) {
  await tx
    .insertInto('notification_preferences')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('notification_preferences')
    .select(columns)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** The day of the last digest, or this day if it was later. */
export const digestedOnAtMost = (day: Day) =>
  sql<Day | null>`case when digested_on > ${day}::date then ${day}::date else digested_on end`

export const changePreferences = (
  tx: Executor,
  userId: UserId,
  {
    channels,
    version,
    ...others
  }: StoredPreferences & { digest_from?: Date | null; digested_on?: RawBuilder<Day | null>; digested_until?: Date },
) =>
  tx
    .updateTable('notification_preferences')
    .set({ ...others, version: version + 1, channels: JSON.stringify(channels) })
    .where('user_id', '=', userId)
    .execute()

/** Preferences of the people with these addresses; people who never changed them are missing. */
export const preferencesByAddress = (db: Executor, addresses: string[]) =>
  db
    .selectFrom('notification_preferences as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.user_id', 'u.email', 'p.channels', 'p.time_zone', 'p.quiet_from', 'p.quiet_to'])
    .where('u.deleted_at', 'is', null)
    .where(inLowerCase(sql`lower(u.email)`, addresses))
    .execute()

export const userExists = async (db: Executor, userId: UserId): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined

/** Removes a person from the recipients of all e-mailed summaries. */
export const endSummaries = (tx: Executor, userId: UserId) =>
  tx.deleteFrom('scheduled_report_recipients').where('user_id', '=', userId).execute()
