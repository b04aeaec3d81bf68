import { type RawBuilder, sql } from 'kysely'

/** A number of milliseconds as an interval, to compute times by the clock of the database, which all servers share. */
export const milliseconds = (count: number): RawBuilder<unknown> => sql`${count} * interval '1 millisecond'`
