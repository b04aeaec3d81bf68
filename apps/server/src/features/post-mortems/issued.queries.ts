import { type RawBuilder, sql } from 'kysely'

/**
 * The time at which the opinion about a ticket was last issued to its client, or null. Clients can read data of the
 * opinion only from then on. For a ticket completed before reports had versions, it is the completion.
 * @param ticket  the alias of post_mortems in the query
 */
export const issuedAtSql = (ticket: string): RawBuilder<Date | null> => sql`coalesce(
  (select max(v.issued_at) from report_versions v where v.post_mortem_id = ${sql.ref(`${ticket}.id`)}),
  ${sql.ref(`${ticket}.completed_at`)})`
