import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { waitFor } from '../testing/wait-for.ts'
import { openJobQueue } from './job-queue.ts'
import { hasOtherJob } from './queue-depth.queries.ts'

const database = await createTestDatabase()
afterAll(() => database.close())
const { db, connection } = database

test('servers that start at the same time share one index, by which a job finds another of its ticket', async () => {
  // a copy of the database of the tests has it
  await sql`drop schema if exists pgboss cascade`.execute(db)
  const queues = await Promise.all(Array.from({ length: 3 }, () => openJobQueue(connection, { warn() {} })))
  const [one, other] = ['0199c0de-0000-7000-8000-000000000001', '0199c0de-0000-7000-8000-000000000002']
  await sql`insert into pgboss.job (name, data)
    select 'tell-vets', jsonb_build_object('id', gen_random_uuid()) from generate_series(1, 2000)
    union all select 'tell-vets', jsonb_build_object('id', ${one}::text) from generate_series(1, 2)`.execute(db)
  await sql`analyze pgboss.job`.execute(db)
  const jobs = await sql<{ id: string; data: { id: string } }>`
    select id, data from pgboss.job where data->>'id' = ${one}`.execute(db)
  const [job] = jobs.rows
  if (!job) throw new Error('No job was inserted.')
  const scans = async () =>
    (
      await sql<{ scans: number }>`
        select pg_stat_get_numscans(indexrelid)::int as scans from pg_index
        where indexrelid in (select inhrelid from pg_inherits where inhparent = 'pgboss.unfinished_jobs_of_ticket'::regclass)`.execute(
        db,
      )
    ).rows.map((index) => index.scans)
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const before = await scans()
  await db.transaction().execute(async (tx) => {
    expect(await hasOtherJob(tx, 'tell-vets', job)).toBe(true)
    expect(await hasOtherJob(tx, 'tell-scheduled', job)).toBe(false)
    expect(await hasOtherJob(tx, 'tell-vets', { id: job.id, data: { id: other ?? '' } })).toBe(false)
    await sql`select pg_stat_force_next_flush()`.execute(tx)
  })
  await waitFor(async () => expect(await scans()).not.toEqual(before))
  await sql`update pgboss.job set state = 'completed' where id <> ${job.id}`.execute(db)
  expect(await hasOtherJob(db, 'tell-vets', job)).toBe(false)
  await Promise.all(queues.map((queue) => queue.stop()))
})
