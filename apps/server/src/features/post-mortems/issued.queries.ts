import { type RawBuilder, sql } from 'kysely'

/**
 * When the opinion about a ticket was last issued to its client; null before. Clients read what belongs to the
 * opinion only from then on.
 * @param ticket  the alias of post_mortems in the query
 */
export const issuedAtSql = (ticket: string): RawBuilder<Date | null> => sql`${sql.ref(`${ticket}.completed_at`)}`
