import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Given, startGiven } from '../testing/given.ts'
import { migrate } from './migrate.ts'

let given: Given
let folder: string

beforeAll(async () => {
  given = await startGiven()
  folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-upgrade-'))
})

afterAll(async () => {
  await given.close()
  await rm(folder, { recursive: true })
})

test('a server goes on answering while the next version migrates its database, and afterwards', async () => {
  await cp(path.join(import.meta.dirname, 'migrations'), folder, { recursive: true })
  // every table gets a column, a file each: the most a migration may do to a server that is still there
  const { rows: tables } = await given.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1`,
  )
  const files = tables.map(({ name }, at) => [
    `${9001 + at}_${name}.sql`,
    `alter table ${name} add column of_next_version text default 'new'; select pg_sleep(0.1);`,
  ])
  for (const [name = '', text = ''] of files) await writeFile(path.join(folder, name), text)

  const { site, client } = await given.client()
  const vet = await given.person('Veterinarian')
  const ticket = await given.draft(client, site)
  await given.animal(client, ticket.id)
  const statuses: number[] = []
  const work = async () => {
    for (const asked of [
      vet.get('/post-mortems?filter[draft]=1'),
      vet.get(`/post-mortems/${ticket.id}`),
      client.put(`/post-mortems/${ticket.id}`, { note: `seen at ${Date.now()}` }),
      client.get('/veterinary-record-animals'),
      client.get('/medias'),
      client.get('/sites'),
      vet.get('/users'),
      vet.get('/diagnoses'),
      client.post('/post-mortems', { customer_id: site.customerId, site_id: site.id, record_at: '2026-03-01' }),
    ])
      statuses.push((await asked).status)
  }
  // often enough that every statement is prepared on every connection
  for (let turn = 0; turn < 10; turn++) await Promise.all([work(), work(), work()])
  const done = new AbortController()
  const migration = migrate(given.pool, { folder }).finally(() => done.abort())
  while (!done.signal.aborted) await Promise.all([work(), work(), work()])
  expect((await migration).applied).toEqual(files.map(([name]) => name))
  for (let turn = 0; turn < 10; turn++) await Promise.all([work(), work(), work()])
  expect(new Set(statuses)).toEqual(new Set([200, 201]))
}, 120_000)
