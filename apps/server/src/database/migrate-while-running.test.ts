import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Factory, createFactory } from '../testing/factory.ts'
import { migrate } from './migrate.ts'

let factory: Factory
let folder: string

beforeAll(async () => {
  factory = await createFactory()
  folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-upgrade-'))
})

afterAll(async () => {
  await factory.close()
  await rm(folder, { recursive: true })
})

test('a server keeps answering while the next version migrates its database', { tags: 'long' }, async () => {
  await cp(path.join(import.meta.dirname, 'migrations'), folder, { recursive: true })
  // One file per table, each of which adds a column: the most disruptive migration for a running server.
  const { rows: tables } = await factory.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1`,
  )
  const files = tables.map(({ name }, at) => [
    `${9001 + at}_${name}.sql`,
    `alter table ${name} add column of_next_version text default 'new'; select pg_sleep(0.1);`,
  ])
  for (const [name = '', text = ''] of files) await writeFile(path.join(folder, name), text)

  const { site, client } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const postMortem = await factory.draftPostMortem(client, site)
  await factory.animal(client, postMortem.id)
  const statuses: number[] = []
  const work = async () => {
    for (const asked of [
      vet.get('/post-mortems?filter[draft]=1'),
      vet.get(`/post-mortems/${postMortem.id}`),
      client.put(`/post-mortems/${postMortem.id}`, { note: `seen at ${Date.now()}` }),
      client.get('/veterinary-record-animals'),
      client.get('/medias'),
      client.get('/sites'),
      vet.get('/users'),
      vet.get('/diagnoses'),
      client.post('/post-mortems', { customer_id: site.customerId, site_id: site.id, record_at: '2026-03-01' }),
    ])
      statuses.push((await asked).status)
  }
  // This is often enough for every connection to prepare every statement.
  for (let turn = 0; turn < 10; turn++) await Promise.all([work(), work(), work()])
  const done = new AbortController()
  const migration = migrate(factory.pool, { folder }).finally(() => done.abort())
  while (!done.signal.aborted) await Promise.all([work(), work(), work()])
  expect((await migration).applied).toEqual(files.map(([name]) => name))
  for (let turn = 0; turn < 10; turn++) await Promise.all([work(), work(), work()])
  expect(new Set(statuses)).toEqual(new Set([200, 201]))
})
