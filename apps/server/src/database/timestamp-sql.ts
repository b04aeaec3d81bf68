import { type RawBuilder, sql } from 'kysely'

/** A moment as the API answers it, for JSON that PostgreSQL makes. */
export const timestampSql = (moment: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
