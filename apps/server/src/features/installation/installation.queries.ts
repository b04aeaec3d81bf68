import { sql } from 'kysely'
import type { Executor } from '../../database/executor.ts'

/** The size of the database, and of the files that its rows reference. */
export async function readSizes(db: Executor): Promise<{ database: number; files: number; file_bytes: number }> {
  const { rows } = await sql<{ database: string; files: string; file_bytes: string }>`
    select pg_database_size(current_database()) as database, sum(files) as files, sum(bytes) as file_bytes
    from (select count(*) * 2 as files, sum(bytes) as bytes
          -- the pictures of the demo are shared
          from (select max(coalesce(bytes, 0)::bigint + coalesce(thumbnail_bytes, 0)) as bytes
                from photos group by image_key) as pictures
          union all select count(*), sum(bytes) from report_files) as kept`.execute(db)
  const [found] = rows
  return {
    database: Number(found?.database ?? 0),
    files: Number(found?.files ?? 0),
    file_bytes: Number(found?.file_bytes ?? 0),
  }
}

interface FailedEmailRow {
  id: string
  to: string
  subject: string
  tries: number
  reason: string | null
  created_at: Date
  next_try_at: Date | null
}

/**
 * E-mails that failed at least once, newest first: those to be retried, and those that were given up lately. The queue
 * counts a retry when it begins, so an e-mail that waits for its second attempt has a count of zero.
 */
export async function failedEmails(db: Executor, limit: number): Promise<FailedEmailRow[]> {
  const { rows } = await sql<FailedEmailRow>`
    select id, data->>'to' as to, data->>'subject' as subject, retry_count + (state <> 'active')::int as tries,
           coalesce(output->>'reason', output->>'message') as reason, created_on as created_at,
           case when state = 'failed' then null else start_after end as next_try_at
    from pgboss.job
    where name = 'mail.send' and (state in ('retry', 'failed') or (state = 'active' and retry_count > 0))
    order by created_on desc, id limit ${limit}`.execute(db)
  return rows
}

/**
 * Schedules waiting retries of e-mails for now.
 * @returns their number
 */
export async function retryEmailsNow(tx: Executor): Promise<number> {
  const { rows } = await sql`
    update pgboss.job set start_after = now() where name = 'mail.send' and state = 'retry' returning id`.execute(tx)
  return rows.length
}
