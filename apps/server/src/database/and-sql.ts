import { type RawBuilder, sql } from 'kysely'

/** Whether all of these conditions hold; true without any. */
export const and = (conditions: RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`
