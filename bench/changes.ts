import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { House } from './house.ts'
import { memoryOf, signInCall } from './house.ts'
import { ask, type Call, load, type Measured } from './load.ts'
import { firstClient, idOf } from './seed.ts'

export interface Change {
  name: string
  measured: Measured
  note?: string
}

const json = (authorization: string) => ({ authorization, 'content-type': 'application/json' })
const eight = { connections: 8, seconds: 2 }

/** Measures what changes something: each call is made once for each ticket, or until two seconds are over. */
export async function measureChanges(house: House): Promise<Change[]> {
  const { origin } = house.server
  const [client, vet] = [`Bearer ${await house.tokenOf(firstClient)}`, `Bearer ${await house.tokenOf(0)}`]
  const put = async (status: string, by: string, body: object): Promise<Measured> => {
    const ids = await ticketsIn(house, status)
    return load(origin, (number) => ids.slice(number, number + 1).map((id) => change(id, by, body))[0], eight)
  }
  const change = (id: string, by: string, body: object): Call => ({
    method: 'PUT',
    path: `/api/v1/post-mortems/${id}`,
    headers: json(by),
    body: JSON.stringify(body),
  })
  const create = (): Call => ({
    method: 'POST',
    path: '/api/v1/post-mortems',
    headers: { ...json(client), 'idempotency-key': randomUUID() },
    body: JSON.stringify({ customer_id: idOf('customer', 0), site_id: idOf('site', 0), record_at: '2026-10-02' }),
  })
  const drafts = await ticketsIn(house, 'Draft')
  const addAnimal = (number: number): Call[] =>
    drafts.slice(number % drafts.length, (number % drafts.length) + 1).map((ticket) => ({
      method: 'POST',
      path: '/api/v1/veterinary-record-animals',
      headers: { ...json(client), 'idempotency-key': randomUUID() },
      body: JSON.stringify({ veterinary_record_id: ticket, tag: `B ${number}`, pen: '12', lot: 'L-77' }),
    }))
  return [
    { name: 'create', measured: await load(origin, create, eight), note: 'with an idempotency key' },
    { name: 'add animal', measured: await load(origin, (number) => addAnimal(number)[0], eight) },
    { name: 'send', measured: await put('Draft', client, { draft: 0 }) },
    {
      name: 'schedule',
      measured: await put('Pending', vet, { scheduled_at: '2026-10-05', scheduled_for_id: idOf('user', 0) }),
    },
    { name: 'complete', measured: await put('In Progress', vet, { completed_at: '1' }) },
    { name: 'login', measured: await load(origin, () => signInCall(1), eight), note: 'argon2id, 19 MiB' },
    ...(await uploads(house, vet)),
    ...(await reports(house, vet)),
  ]
}

/** Some tickets of the largest site, animals and all. */
async function ticketsIn({ database }: House, status: string): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from post_mortems where site_id = ${idOf('site', 0)} and status = ${status} and deleted_at is null
      and exists (select from animals a where a.post_mortem_id = post_mortems.id and a.deleted_at is null)
    order by created_at limit 1000`.execute(database.db)
  return found.rows.map((row) => row.id)
}

/** A picture like a phone's: 12 megapixels of soft shapes with grain. */
const phonePicture = () =>
  sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: '#8a6f52',
      noise: { type: 'gaussian', mean: 128, sigma: 18 },
    },
  })
    .jpeg({ quality: 82 })
    .toBuffer()

async function uploads(house: House, vet: string): Promise<Change[]> {
  const picture = await phonePicture()
  const [animalId = ''] = await animalsOf(house, 1)
  const boundary = 'chisholm-bench'
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const upload = (): Call => ({
    method: 'POST',
    path: '/api/v1/medias',
    headers: { authorization: vet, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([
      Buffer.from(field('media_attachable_type', 'VeterinaryRecordAnimal') + field('media_attachable_id', animalId)),
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="pen.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
      ),
      picture,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  })
  const size = `${(picture.length / 1e6).toFixed(1)} MB`
  const alone = await load(house.server.origin, (number) => (number < 6 ? upload() : undefined), {
    connections: 1,
    seconds: 60,
  })
  const together = await load(house.server.origin, (number) => (number < 20 ? upload() : undefined), {
    connections: 20,
    seconds: 60,
  })
  const most = memoryOf(house.server.pid).most.toFixed(0)
  return [
    { name: 'photo upload, one after the other', measured: alone, note: `12 megapixels, ${size}` },
    { name: 'photo upload, 20 at once', measured: together, note: `the server held ${most} MB at most until then` },
  ]
}

async function animalsOf({ database }: House, ticket: number): Promise<string[]> {
  const found = await sql<{
    id: string
  }>`select id from animals where post_mortem_id = ${idOf('ticket', ticket)} and deleted_at is null`.execute(
    database.db,
  )
  return found.rows.map((row) => row.id)
}

async function reports(house: House, vet: string): Promise<Change[]> {
  const ids = await ticketsIn(house, 'Completed')
  const report = (number: number): Call => ({
    method: 'GET',
    path: `/api/v1/post-mortems/${ids[number]}/report`,
    headers: { authorization: vet },
  })
  await ask(house.server.origin, report(900))
  const made = await load(house.server.origin, (number) => (number < 60 ? report(number) : undefined), {
    connections: 1,
    seconds: 10,
  })
  const kept = await load(house.server.origin, (number) => report(number % 10), { connections: 1, seconds: 1 })
  return [
    { name: 'report, made', measured: made, note: 'three animals, no photo' },
    { name: 'report, kept', measured: kept },
  ]
}
