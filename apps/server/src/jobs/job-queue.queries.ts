import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import type { Executor } from '../database/executor.ts'
import type { Tables } from '../database/tables.ts'

/**
 * Locks a job.
 * @returns whether it is active, so neither finished nor returned to the queue
 */
export async function lockActiveJob(tx: Transaction<Tables>, name: string, id: string): Promise<boolean> {
  const active = await sql`
    select from pgboss.job where name = ${name} and id = ${id} and state = 'active' for update`.execute(tx)
  return active.rows.length === 1
}

/**
 * An index of the unfinished jobs of a ticket. Each job about a ticket looks for another one (`hasOtherJob`), which read
 * all jobs of its name without it: a thousand tickets that were sent at once took a million rows.
 */
export const indexJobsOfTicketsSql = `
  do $$ begin
    if to_regclass('pgboss.unfinished_jobs_of_ticket') is null then
      perform pg_advisory_xact_lock(hashtextextended('unfinished_jobs_of_ticket', 0));
      create index if not exists unfinished_jobs_of_ticket on pgboss.job ((data->>'id'), name)
        where state < 'completed' and data ? 'id';
    end if;
  end $$`

/** Erases the bodies of finished e-mails, which may contain a password or a code. */
const eraseBodiesSql = `
  update pgboss.job set data = data - 'text' - 'html' - 'attachment'
  where name = 'mail.send' and state >= 'completed' and data ? 'text'`

/** The same for some e-mails. By their ids, because finished jobs stay for a week and have no other index. */
export const eraseBodiesOf = (db: Executor, ids: string[]) =>
  db.executeQuery(CompiledQuery.raw(`${eraseBodiesSql} and id = any($1::uuid[])`, [ids]))

export const eraseEmailBodies = (db: Kysely<Tables>) => db.executeQuery(CompiledQuery.raw(eraseBodiesSql))
