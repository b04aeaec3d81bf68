import type pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startServers } from './testing/several-servers.ts'
import { jpegOfPhone } from './testing/upload-photos.ts'
import { signInTo, type WebClient } from './testing/web-client.ts'

let house: Awaited<ReturnType<typeof startServers>>
beforeAll(async () => {
  house = await startServers(3)
  await house.listening()
}, 180_000)
afterAll(() => house.close(), 60_000)

const rows = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
  (await house.database.query<Row>(sql, values)).rows

/** What was acknowledged. */
interface Made {
  id: string
  completed: boolean
  photo: string
}

/** A step that was done before its answer was lost is refused when it is sent again: it was done all the same. */
const stepDone = ({ status, undecided }: { status: number; undecided: boolean }) =>
  status === 200 || (status === 409 && undecided)

/** What a client does: a ticket, with or without an id of its own, its animal, a photo of it, and sent. */
async function makeTicket(client: WebClient, note: string): Promise<Made> {
  const [site] = (await client.ask('GET', '/sites')).body.data
  const ownId = Math.random() < 0.5 ? { id: uuidv7() } : {}
  const facts = { ...ownId, customer_id: site?.customer_id, site_id: site?.id, record_at: '2026-11-20', note }
  const ticket = await client.ask('POST', '/post-mortems', facts)
  expect(ticket.status).toBe(201)
  const { id } = ticket.body.data
  const animal = await client.ask('POST', '/veterinary-record-animals', { veterinary_record_id: id, tag: 'Y 4471' })
  expect(animal.status).toBe(201)
  const form = new FormData()
  form.set('media_attachable_id', animal.body.data.id)
  form.set('image', new Blob([new Uint8Array(await jpegOfPhone())]), 'cow.jpg')
  const photo = await client.ask('POST', '/medias', form)
  expect(photo.status).toBe(201)
  expect(stepDone(await client.ask('PUT', `/post-mortems/${id}`, { draft: 0 }))).toBe(true)
  return { id, completed: false, photo: photo.body.data[0]?.image ?? '' }
}

/** What a veterinarian does with it: it is completed and its report read. */
async function complete(vet: WebClient, ticket: Made): Promise<void> {
  expect(stepDone(await vet.ask('PUT', `/post-mortems/${ticket.id}`, { completed_at: '1' }))).toBe(true)
  expect((await vet.ask('GET', `/post-mortems/${ticket.id}/report`)).status).toBe(200)
  ticket.completed = true
}

test('a server that is killed in the middle loses nothing, doubles nothing, and nobody notices', async () => {
  const note = `several servers ${uuidv7()}`
  const people = await Promise.all(['client', 'manager', 'vet'].map((name) => signInTo(house.addresses, name)))
  // cast: three were made above
  const [client, manager, vet] = people as [WebClient, WebClient, WebClient]
  const made: Made[] = []
  const state = { over: false }
  const until = async (turn: () => Promise<unknown>) => {
    while (!state.over) await turn()
  }
  let next = 0
  const load = [
    ...[client, manager, client, manager].map((person) => until(async () => made.push(await makeTicket(person, note)))),
    until(async () => {
      const ticket = made[next]
      if (!ticket) return sleep(50)
      next++
      await complete(vet, ticket)
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
    await vi.waitFor(() => expect(made.length).toBeGreaterThan(8), { timeout: 60_000 })
    await house.kill(1)
    const before = made.length
    await vi.waitFor(() => expect(made.length).toBeGreaterThan(before + 8), { timeout: 60_000 })
    expect(await house.startAgain(1)).toBe(house.addresses[1])
    const again = made.length
    await vi.waitFor(() => expect(made.length).toBeGreaterThan(again + 8), { timeout: 60_000 })
    state.over = true
  }
  await Promise.all([accident(), ...load])
  expect(client.sentAgain() + manager.sentAgain() + vet.sentAgain()).toBeGreaterThan(0)

  await nothingLostOrDoubled(vet, note, made)
  await sameOnEveryServer(made)
  await toldOnce(note, made)
}, 240_000)

async function nothingLostOrDoubled(vet: WebClient, note: string, made: Made[]): Promise<void> {
  const ids = made.map(({ id }) => id).toSorted()
  const kept = await rows<{ id: string; animals: number; photos: number; sent: number; completed: number }>(
    `select t.id,
       (select count(*)::int from animals a where a.post_mortem_id = t.id) as animals,
       (select count(*)::int from photos p join animals a on a.id = p.animal_id where a.post_mortem_id = t.id) as photos,
       (select count(*)::int from audit_entries e where e.subject_id = t.id and e.action = 'post-mortem sent') as sent,
       (select count(*)::int from audit_entries e where e.subject_id = t.id and e.action = 'post-mortem completed') as completed
     from post_mortems t where t.note = $1 order by t.id`,
    [note],
  )
  expect(kept.map(({ id }) => id)).toEqual(ids)
  const completed = new Map(made.map((ticket) => [ticket.id, ticket.completed ? 1 : 0]))
  for (const { id, ...counts } of kept)
    expect([id, counts]).toEqual([id, { animals: 1, photos: 1, sent: 1, completed: completed.get(id) }])
  for (const { photo } of made) expect((await fetch(photo)).status).toBe(200)
  expect((await vet.ask('GET', '/post-mortems?per_page=1&filter[draft]=0')).body.meta.total).toBeGreaterThanOrEqual(
    made.length,
  )
}

async function sameOnEveryServer(made: Made[]): Promise<void> {
  const readers = await Promise.all(house.addresses.map((address) => signInTo([address], 'vet2')))
  for (const { id } of made.filter(({ completed }) => completed)) {
    const reports = await Promise.all(readers.map(({ ask }) => ask('GET', `/post-mortems/${id}/report`)))
    expect(new Set(reports.map(({ body }) => body.report.id)).size).toBe(1)
  }
}

/** Each veterinarian has one letter of each ticket. The one letter under way at the kill may have come twice, as itself. */
async function toldOnce(note: string, made: Made[]): Promise<void> {
  await vi.waitFor(
    async () => {
      const [open] = await rows<{ count: number }>(`select count(*)::int from pgboss.job where state < 'completed'`)
      expect(open?.count).toBe(0)
    },
    { timeout: 120_000, interval: 500 },
  )
  const [failed] = await rows<{ count: number }>(`select count(*)::int from pgboss.job where state > 'completed'`)
  expect(failed?.count).toBe(0)
  const tickets = await rows<{ title: string }>(`select 'CHM-' || pin as title from post_mortems where note = $1`, [
    note,
  ])
  const vets = await rows<{ email: string }>(
    `select email from users where status = 'active' and roles && array['Veterinarian', 'Admin', 'SuperAdmin']`,
  )
  const titleOf = (subject: string) => /CHM-\d+/.exec(subject)?.[0]
  for (const { title } of tickets) {
    const letters = house.smtp.received.filter(
      ({ to, subject }) => titleOf(subject) === title && vets.some(({ email }) => email === to),
    )
    const different = new Set(letters.map(({ messageId }) => messageId))
    expect([title, different.size]).toEqual([title, vets.length])
  }
  const all = house.smtp.received.map(({ messageId, to }) => `${messageId} ${to}`)
  expect(all.length - new Set(all).size).toBeLessThanOrEqual(1)
  expect(tickets).toHaveLength(made.length)
}
