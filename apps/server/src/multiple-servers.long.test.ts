import type pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMultipleServers } from './testing/multiple-servers.ts'
import { phoneJpeg } from './testing/upload-photos.ts'
import { signInDemoUser, type DemoClient } from './testing/demo-client.ts'
import { waitFor } from './testing/wait-for.ts'

let servers: Awaited<ReturnType<typeof startMultipleServers>>
beforeAll(async () => {
  servers = await startMultipleServers(3)
  await servers.listening()
})
afterAll(() => servers.close(), 60_000)

const rows = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
  (await servers.database.query<Row>(sql, values)).rows

/** Acknowledged requests. */
interface Made {
  id: string
  completed: boolean
  photo: string
}

/** A retried step whose response was lost may be rejected, because it has already been done. */
const stepDone = ({ status, undecided }: { status: number; undecided: boolean }) =>
  status === 200 || (status === 409 && undecided)

/** Creates a ticket with an animal and a photo, and sends it. */
async function makePostMortem(client: DemoClient, note: string): Promise<Made> {
  const [site] = (await client.ask('GET', '/sites')).body.data
  const ownId = Math.random() < 0.5 ? { id: uuidv7() } : {}
  const fields = { ...ownId, customer_id: site?.customer_id, site_id: site?.id, record_at: '2026-11-20', note }
  const postMortem = await client.ask('POST', '/post-mortems', fields)
  expect(postMortem.status).toBe(201)
  const { id } = postMortem.body.data
  const animal = await client.ask('POST', '/veterinary-record-animals', { veterinary_record_id: id, tag: 'Y 4471' })
  expect(animal.status).toBe(201)
  const form = new FormData()
  form.set('media_attachable_id', animal.body.data.id)
  form.set('image', new Blob([new Uint8Array(await phoneJpeg())]), 'cow.jpg')
  const photo = await client.ask('POST', '/medias', form)
  expect(photo.status).toBe(201)
  expect(stepDone(await client.ask('PUT', `/post-mortems/${id}`, { draft: 0 }))).toBe(true)
  return { id, completed: false, photo: photo.body.data[0]?.image ?? '' }
}

/** Completes a ticket and reads its report. */
async function complete(vet: DemoClient, postMortem: Made): Promise<void> {
  expect(stepDone(await vet.ask('PUT', `/post-mortems/${postMortem.id}`, { completed_at: '1' }))).toBe(true)
  expect((await vet.ask('GET', `/post-mortems/${postMortem.id}/report`)).status).toBe(200)
  postMortem.completed = true
}

test('a server killed under load loses and duplicates nothing', async () => {
  const note = `several servers ${uuidv7()}`
  const people = await Promise.all(['client', 'manager', 'vet'].map((name) => signInDemoUser(servers.addresses, name)))
  // cast: three were created above
  const [client, manager, vet] = people as [DemoClient, DemoClient, DemoClient]
  const made: Made[] = []
  const state = { over: false }
  const until = async (turn: () => Promise<unknown>) => {
    while (!state.over) await turn()
  }
  let next = 0
  const load = [
    ...[client, manager, client, manager].map((person) =>
      until(async () => made.push(await makePostMortem(person, note))),
    ),
    until(async () => {
      const postMortem = made[next]
      if (!postMortem) return sleep(50)
      next++
      await complete(vet, postMortem)
    }),
    ...people.map((person) =>
      until(async () => {
        expect((await person.ask('GET', '/post-mortems?per_page=20')).status).toBe(200)
        await person.renew()
        await sleep(100)
      }),
    ),
  ]
  const accident = async () => {
    await waitFor(() => expect(made.length).toBeGreaterThan(8), { timeout: 60_000 })
    await servers.kill(1)
    const before = made.length
    await waitFor(() => expect(made.length).toBeGreaterThan(before + 8), { timeout: 60_000 })
    expect(await servers.restart(1)).toBe(servers.addresses[1])
    const again = made.length
    await waitFor(() => expect(made.length).toBeGreaterThan(again + 8), { timeout: 60_000 })
    state.over = true
  }
  await Promise.all([accident(), ...load])
  expect(client.sentAgain() + manager.sentAgain() + vet.sentAgain()).toBeGreaterThan(0)

  await nothingLostOrDoubled(vet, note, made)
  await sameOnEveryServer(made)
  await expectNotifiedOnce(note, made)
})

async function nothingLostOrDoubled(vet: DemoClient, note: string, made: Made[]): Promise<void> {
  const ids = made.map(({ id }) => id).toSorted()
  const storedRows = await rows<{ id: string; animals: number; photos: number; sent: number; completed: number }>(
    `select t.id,
       (select count(*)::int from animals a where a.post_mortem_id = t.id) as animals,
       (select count(*)::int from photos p join animals a on a.id = p.animal_id where a.post_mortem_id = t.id) as photos,
       (select count(*)::int from audit_entries e where e.subject_id = t.id and e.action = 'post-mortem sent') as sent,
       (select count(*)::int from audit_entries e where e.subject_id = t.id and e.action = 'post-mortem completed') as completed
     from post_mortems t where t.note = $1 order by t.id`,
    [note],
  )
  expect(storedRows.map(({ id }) => id)).toEqual(ids)
  const completed = new Map(made.map((postMortem) => [postMortem.id, postMortem.completed ? 1 : 0]))
  for (const { id, ...counts } of storedRows)
    expect([id, counts]).toEqual([id, { animals: 1, photos: 1, sent: 1, completed: completed.get(id) }])
  for (const { photo } of made) expect((await fetch(photo)).status).toBe(200)
  expect((await vet.ask('GET', '/post-mortems?per_page=1&filter[draft]=0')).body.meta.total).toBeGreaterThanOrEqual(
    made.length,
  )
}

async function sameOnEveryServer(made: Made[]): Promise<void> {
  const readers = await Promise.all(servers.addresses.map((address) => signInDemoUser([address], 'vet2')))
  for (const { id } of made.filter(({ completed }) => completed)) {
    const reports = await Promise.all(readers.map(({ ask }) => ask('GET', `/post-mortems/${id}/report`)))
    expect(new Set(reports.map(({ body }) => body.report.id)).size).toBe(1)
  }
}

/**
 * Each veterinarian gets one e-mail per ticket; the one being sent at the kill may arrive twice, with the same
 * Message-ID.
 */
async function expectNotifiedOnce(note: string, made: Made[]): Promise<void> {
  await waitFor(
    async () => {
      const [open] = await rows<{ count: number }>(`select count(*)::int from pgboss.job where state < 'completed'`)
      expect(open?.count).toBe(0)
    },
    { timeout: 120_000, interval: 500 },
  )
  const [failed] = await rows<{ count: number }>(`select count(*)::int from pgboss.job where state > 'completed'`)
  expect(failed?.count).toBe(0)
  const postMortems = await rows<{ title: string }>(`select 'CHM-' || pin as title from post_mortems where note = $1`, [
    note,
  ])
  const vets = await rows<{ email: string }>(
    `select email from users where status = 'active' and roles && array['Veterinarian', 'Admin', 'SuperAdmin']`,
  )
  const titleOf = (subject: string) => /CHM-\d+/.exec(subject)?.[0]
  for (const { title } of postMortems) {
    const sentEmails = servers.smtp.received.filter(
      ({ to, subject }) => titleOf(subject) === title && vets.some(({ email }) => email === to),
    )
    const different = new Set(sentEmails.map(({ messageId }) => messageId))
    expect([title, different.size]).toEqual([title, vets.length])
  }
  const all = servers.smtp.received.map(({ messageId, to }) => `${messageId} ${to}`)
  expect(all.length - new Set(all).size).toBeLessThanOrEqual(1)
  expect(postMortems).toHaveLength(made.length)
}
