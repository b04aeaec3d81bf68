import { serverConstants } from '@chisholm/domain/constants'
import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

const hour = 3_600_000
const day = 24 * hour

/**
 * Deletes rate limits, failed sign-ins and idempotency keys after 24 hours, reset codes after an hour, sign-ins 90 days
 * after they ended, cancelled visits when calendars no longer show them, notifications after 90 days, and presence in
 * examinations after an hour.
 */
export async function deleteExpired(db: Kysely<Tables>): Promise<void> {
  const before = (milliseconds: number) => sql<Date>`now() - ${milliseconds} * interval '1 millisecond'`
  await db.deleteFrom('rate_limits').where('started_at', '<', before(day)).execute()
  await db.deleteFrom('sign_in_limits').where('last_failed_at', '<', before(day)).execute()
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', before(serverConstants.idempotencyKey.life))
    .execute()
  await db.deleteFrom('reset_codes').where('expires_at', '<', before(hour)).execute()
  await db.deleteFrom('examination_presence').where('seen_at', '<', before(hour)).execute()
  const { cancelledDays } = serverConstants.calendarFeed
  await db
    .deleteFrom('ended_visits')
    .where('ended_at', '<', before(cancelledDays * day))
    .execute()
  await db
    .deleteFrom('notifications')
    .where('created_at', '<', before(90 * day))
    .execute()
  await db
    .deleteFrom('sign_ins')
    .where((eb) => eb.or([eb('expires_at', '<', before(90 * day)), eb('revoked_at', '<', before(90 * day))]))
    .execute()
}
