import { sql } from 'kysely'
import type { Executor } from './executor.ts'
import type { UserId } from './ids.ts'

/** The tables whose rows a user may have a limited number of. */
export type TableOfUsers = 'alert_rules' | 'saved_reports' | 'scheduled_reports'

/** Counts the rows that belong to a user. */
export const countRowsOfUser = async (db: Executor, table: TableOfUsers, userId: UserId): Promise<number> =>
  (
    await db
      .selectFrom(table)
      .where('user_id', '=', userId)
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
  ).count
