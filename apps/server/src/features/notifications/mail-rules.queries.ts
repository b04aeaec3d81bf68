import { sql } from 'kysely'
import type { SiteId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { maySeeSites } from './notifications.queries.ts'

const hasAddress = (email: string) => sql<boolean>`lower(email) = lower(${email})`

/** The owner of an address, whether it may see these sites, and which e-mails it wants; null: as by default. */
export const personOfAddress = (db: Executor, email: string, sites: SiteId[] | null | undefined) =>
  db
    .selectFrom('users as u')
    .leftJoin('notification_preferences as p', 'p.user_id', 'u.id')
    .select(['u.id', 'p.channels', 'p.digest_on', maySeeSites(sites).as('may_read')])
    .select(
      sql<boolean>`exists (select from scheduled_report_recipients r where r.user_id = u.id)`.as('receives_summaries'),
    )
    .where(hasAddress(email))
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()

/** @returns the person; undefined if already marked */
export const markRefused = (tx: Executor, email: string) =>
  tx
    .updateTable('users')
    .set({ email_refused_at: new Date() })
    .where(hasAddress(email))
    .where('deleted_at', 'is', null)
    .where('email_refused_at', 'is', null)
    .returning('id')
    .executeTakeFirst()

export const clearRefusal = (db: Executor, email: string) =>
  db
    .updateTable('users')
    .set({ email_refused_at: null })
    .where(hasAddress(email))
    .where('email_refused_at', 'is not', null)
    .execute()
