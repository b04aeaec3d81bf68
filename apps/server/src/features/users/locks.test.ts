import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSharedFactory } from '../../testing/factory.ts'
import { csvImports } from '../../testing/csv-imports.ts'
import { waitFor } from '../../testing/wait-for.ts'

const factory = await createSharedFactory()
const { client, site } = await factory.client()

/** Waits until this many connections wait for locks; a job that started in the meantime may be another one. */
const waitForLocks = (count: number) =>
  waitFor(async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(factory.db)
    expect(rows[0]?.waiting).toBeGreaterThanOrEqual(count)
  }, 10_000)

/** Jobs lock users as well: notifications, and e-mails to users that a test has just created. */
const waitForJobs = () =>
  waitFor(async () => {
    const { rows } = await sql<{ unfinished: number }>`
      select count(*)::int as unfinished from pgboss.job
      where state in ('created', 'retry', 'active') and start_after <= now()`.execute(factory.db)
    expect(rows[0]?.unfinished).toBe(0)
  }, 30_000)

/** Locks rows, starts requests one after another that wait for the locks, then releases the locks. */
async function whileLocked<T>(rows: RawBuilder<unknown>, requests: (() => Promise<T>)[]): Promise<T[]> {
  const { started } = await factory.db.transaction().execute(async (tx) => {
    await rows.execute(tx)
    const started: Promise<T>[] = []
    for (const request of requests) {
      started.push(request())
      await waitForLocks(started.length)
    }
    // The promises are wrapped in an object, because the transaction would await them otherwise.
    return { started }
  })
  return Promise.all(started)
}

test('a veterinarian with open tickets is disabled while others are changed, and neither request deadlocks', async () => {
  const [superAdmin, admin] = [await factory.user('SuperAdmin'), await factory.user('Admin')]
  const vet = await factory.user('Veterinarian')
  await factory.scheduledPostMortem(client, site, vet)
  await waitForJobs()
  const answers = await whileLocked(sql`select from post_mortems where scheduled_for_id = ${vet.id} for update`, [
    () => superAdmin.put(`/users/${vet.id}`, { status: 'disabled' }),
    () => superAdmin.post('/users/actions', { action: 'enable', users: [admin.id, vet.id] }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test('a veterinarian is disabled while a ticket is assigned to that user and its report grouped, and neither request deadlocks', async () => {
  const admin = await factory.user('Admin')
  const vet = await factory.user('Veterinarian')
  const { id } = await factory.scheduledPostMortem(client, site, vet)
  await waitForJobs()
  const answers = await whileLocked(sql`select from users where id = ${vet.id} for update`, [
    () => admin.put(`/users/${vet.id}`, { status: 'disabled' }),
    () => admin.put(`/post-mortems/${id}`, { report_grouped: 1, scheduled_for_id: vet.id }),
  ])
  // by then the ticket is unassigned, and cannot be assigned to that user again
  expect(answers.map(({ status }) => status)).toEqual([200, 422])
})

test('users are imported while one Admin changes several of them, and neither request deadlocks', async () => {
  const admin = await factory.user('Admin')
  const [first, last] = [await factory.client(), await factory.client()]
  await waitForJobs()
  const file = `email,phone\n${first.client.email},+1 620 555 0100\n`
  const [changed, imported] = await whileLocked<{ status: number }>(
    sql`select from users where id = ${last.client.id} for update`,
    [
      () =>
        admin.post('/users/actions', {
          action: 'add-site',
          users: [first.client.id, last.client.id],
          site_id: site.id,
        }),
      () => csvImports(factory, admin).send('users?apply=1', file),
    ],
  )
  expect([changed?.status, imported?.status]).toEqual([200, 200])
})
