import { type RawBuilder, sql } from 'kysely'

/**
 * When the opinion about a ticket was last issued to its client; null before. Clients read what belongs to the
 * opinion only from then on. A ticket that was completed before reports had versions was issued then.
 * @param ticket  the alias of post_mortems in the query
 */
export const issuedAtSql = (ticket: string): RawBuilder<Date | null> => sql`coalesce(
  (select max(v.issued_at) from report_versions v where v.post_mortem_id = ${sql.ref(`${ticket}.id`)}),
  ${sql.ref(`${ticket}.completed_at`)})`
