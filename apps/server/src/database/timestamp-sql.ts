import { type RawBuilder, sql } from 'kysely'

/** A timestamp in the format of the API, for JSON that PostgreSQL builds. */
export const timestampSql = (timestamp: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`to_char(${timestamp} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
