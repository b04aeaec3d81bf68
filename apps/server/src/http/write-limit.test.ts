import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createSharedFactory } from '../testing/factory.ts'
import { waitForJobs, waitForLocks } from '../testing/while-locked.ts'

const factory = await createSharedFactory()
const server = await factory.anotherServer()

/** Calls the server that limits writes. */
const call = (token: string, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, headers = {}) =>
  server.inject({
    method,
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(payload && { payload }),
  })

const createDraft = ({ client, site }: Awaited<ReturnType<typeof factory.client>>) =>
  call(client.token, 'POST', '/post-mortems', { id: uuidv7(), site_id: site.id, record_at: '2026-11-20' })

/** Runs `work` while the writes that an account sends to its ticket have to wait. */
async function whileWritesWait<T>(
  work: (edit: (note: string, headers?: Record<string, string>) => ReturnType<typeof call>) => Promise<T>,
): Promise<T> {
  const { client, site } = await factory.client()
  const { id } = await factory.draftPostMortem(client, site)
  await waitForJobs(factory.db)
  return factory.db.transaction().execute(async (tx) => {
    await sql`select from post_mortems where id = ${id} for update`.execute(tx)
    return work((note, headers) => call(client.token, 'PUT', `/post-mortems/${id}`, { note }, headers))
  })
}

const locksAwaited = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(factory.db)
  return rows[0]?.count
}

test('while one account sends sixty slow writes, others write and read, and all sixty get responses', async () => {
  const other = await factory.client()
  const { edits } = await whileWritesWait(async (edit) => {
    const edits = Array.from({ length: 60 }, (_, index) => edit(`edit ${index}`))
    await waitForLocks(factory.db, 3)
    const answers = await Promise.all(Array.from({ length: 20 }, () => createDraft(other)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(201))
    expect((await call(other.client.token, 'GET', '/post-mortems')).json().meta.total).toBe(20)
    expect(await locksAwaited()).toBe(factory.pool.options.max / 2)
    return { edits }
  })
  expect((await Promise.all(edits)).map(({ statusCode }) => statusCode)).toEqual(Array(60).fill(200))
})

test('a write beyond two hundred and fifty is rejected and succeeds later, under the same key', async () => {
  const { edits, rejected, retry } = await whileWritesWait(async (edit) => {
    const send = (note: string) => edit(note, { 'idempotency-key': note })
    const edits = Array.from({ length: 251 }, async (_, index) => ({ index, answer: await send(`edit ${index}`) }))
    // whichever is the last to get so far, it alone does not wait
    const rejected = await Promise.race(edits)
    return { edits, rejected, retry: () => send(`edit ${rejected.index}`) }
  })
  expect([rejected.answer.statusCode, rejected.answer.headers['retry-after']]).toEqual([429, '5'])
  const statuses = (await Promise.all(edits)).map(({ answer }) => answer.statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(250)
  const retried = await retry()
  expect([retried.statusCode, retried.json().data.note]).toEqual([200, `edit ${rejected.index}`])
})
