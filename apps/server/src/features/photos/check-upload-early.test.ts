import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { limits } from '@chisholm/domain/constants'
import { serverTexts } from '@chisholm/domain/server-texts'
import { expect, onTestFinished, test } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { consumeRateLimit } from '../../http/rate-limit.queries.ts'
import { createSharedFactory, createFactory, type TestUser } from '../../testing/factory.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'
import { undecidedBytes } from './check-upload-early.ts'
import { waitFor } from '../../testing/wait-for.ts'

const factory = await createSharedFactory()
const address = new URL(await factory.app.listen({ host: '127.0.0.1', port: 0 }))
const uploads = path.join(factory.dataDir, 'uploads')
const filesOnDisk = async () => readdir(uploads).catch((): string[] => [])

const boundary = 'edge-of-a-part'
const field = (name: string, value: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const fileHead = (name = 'a.jpg') =>
  `--${boundary}\r\ncontent-disposition: form-data; name="image[]"; filename="${name}"\r\ncontent-type: image/jpeg\r\n\r\n`
const end = `\r\n--${boundary}--\r\n`

/** An upload sent in pieces, as over a slow connection. */
async function slowUpload(by: TestUser, headers: Record<string, string> = {}, length = 120_000_000) {
  const socket = net.connect(Number(address.port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  let received = ''
  socket.on('data', (chunk) => (received += String(chunk)))
  socket.on('error', () => {})
  const lines = {
    host: address.host,
    authorization: `Bearer ${by.token}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(length),
    ...headers,
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /api/v1/medias HTTP/1.1\r\n${head.join('')}\r\n`)
  return {
    send: (piece: string | Buffer) => void socket.write(piece),
    /** The response, which arrives before the form has ended. */
    answered: () => waitFor(() => expect(received).toMatch(/^HTTP\/1\.1 \d+/)).then(() => received),
  }
}

const megabyte = Buffer.alloc(1_000_000, 0xff)

test("an upload to another customer's animal is rejected when its first file begins, and nothing is written", async () => {
  const { animal } = await factory.clientWithAnimal()
  const { client } = await factory.client()
  const upload = await slowUpload(client)
  upload.send(field('media_attachable_type', 'VeterinaryRecordAnimal') + field('media_attachable_id', animal.id))
  upload.send(fileHead())
  upload.send(megabyte)
  expect(await upload.answered()).toMatch(/^HTTP\/1\.1 404 /)
  expect(await filesOnDisk()).toEqual([])
})

test('users without a site, or over the rate limit, are rejected before the form is read', async () => {
  const nobody = await factory.user('Client')
  expect(await (await slowUpload(nobody)).answered()).toMatch(/^HTTP\/1\.1 404 /)
  const { client } = await factory.clientWithAnimal()
  await consumeRateLimit(factory.db, ['upload', client.id], limits.uploads, limits.uploads.count)
  const answer = await (await slowUpload(client)).answered()
  expect(answer).toMatch(/^HTTP\/1\.1 429 /)
  expect(answer).toMatch(/retry-after: \d+/i)
  expect(await filesOnDisk()).toEqual([])
})

test('a client that sends a whole upload before reading the response gets it, and can reuse the connection', async () => {
  const { animal } = await factory.clientWithAnimal()
  const [{ client }, nobody] = [await factory.client(), await factory.user('Client')]
  for (const by of [client, nobody]) {
    const form = new FormData()
    form.set('media_attachable_id', animal.id)
    for (let count = 0; count < 3; count++) form.append('image[]', new Blob([Buffer.alloc(19_000_000)]), `${count}.jpg`)
    const headers = { authorization: `Bearer ${by.token}` }
    const answer = await fetch(new URL('/api/v1/medias', address), { method: 'POST', headers, body: form })
    expect([answer.status, await answer.json()]).toMatchObject([404, { success: false }])
    expect((await fetch(new URL('/api/v1/sites', address), { headers })).status).toBe(200)
  }
  expect(await filesOnDisk()).toEqual([])
})

test('an upload to a completed ticket or to an unknown animal is rejected when its first file begins', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const postMortem = await factory.scheduledPostMortem(client, site, vet)
  await vet.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' })
  const animalId = postMortem.veterinary_record.veterinary_record_animals[0]?.id ?? ''
  for (const [id, status] of [
    [animalId, 409],
    ['no id', 422],
  ] as const) {
    const upload = await slowUpload(client)
    upload.send(field('media_attachable_id', id) + fileHead())
    upload.send(megabyte)
    expect(await upload.answered()).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  }
  expect(await filesOnDisk()).toEqual([])
})

test('an upload whose animal is named after its files is accepted', async () => {
  const { client, animal } = await factory.clientWithAnimal()
  const pictures = await Promise.all([phoneJpeg(), phoneJpeg(200, 100)])
  const body = Buffer.concat([
    ...pictures.flatMap((bytes, index) => [Buffer.from(fileHead(`${index}.jpg`)), bytes, Buffer.from('\r\n')]),
    Buffer.from(field('media_attachable_id', animal.id)),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  const upload = await slowUpload(client, {}, body.length)
  upload.send(body)
  expect(await upload.answered()).toMatch(/^HTTP\/1\.1 201 /)
  expect((await client.get(`/veterinary-record-animals/${animal.id}`)).body.data.photos).toBe(2)
})

test('uploads that have not named an animal take at most the size of one full upload per account', async () => {
  const { client, animal } = await factory.clientWithAnimal()
  const files = Buffer.concat(
    Array.from({ length: 4 }, (_, index) =>
      Buffer.concat([Buffer.from(fileHead(`${index}.jpg`)), megabyte, Buffer.from('\r\n')]),
    ),
  )
  // simulates other uploads of this account that reach the limit
  undecidedBytes.reserve(client.id, 417_000_000)
  onTestFinished(() => undecidedBytes.release(client.id, 417_000_000))
  const refused = await slowUpload(client)
  refused.send(files)
  const answer = await refused.answered()
  expect(answer).toMatch(/^HTTP\/1\.1 429 /)
  expect(answer).toContain(serverTexts.refusal.animalBeforeFiles)
  await waitFor(async () => expect(await filesOnDisk()).toEqual([]))
  // if the animal is named first, the limit does not apply
  const picture = { name: 'a.jpg', bytes: await phoneJpeg() }
  expect((await uploadPhotos(factory, client, animal.id, [picture])).status).toBe(201)
})

test('an upload retried under its key is replayed, even if the ticket was completed meanwhile', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const postMortem = await factory.scheduledPostMortem(client, site, vet)
  const animalId = postMortem.veterinary_record.veterinary_record_animals[0]?.id ?? ''
  const body = Buffer.concat([
    Buffer.from(field('media_attachable_id', animalId) + fileHead()),
    await phoneJpeg(),
    Buffer.from(end),
  ])
  const statuses = []
  for (const completes of [true, false]) {
    const upload = await slowUpload(client, { 'idempotency-key': 'again' }, body.length)
    upload.send(body)
    statuses.push((await upload.answered()).slice(9, 12))
    if (completes) await vet.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' })
  }
  expect(statuses).toEqual(['201', '201'])
})

test('a form of too many fields and a body that is too long are rejected with the reason', async () => {
  const { client } = await factory.clientWithAnimal()
  const upload = await slowUpload(client)
  for (let count = 0; count < 120; count++) upload.send(field(`note${count}`, 'x'))
  const answer = await upload.answered()
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('at most 110 fields')
  const long = await client.post('/post-mortems', { notes: 'x'.repeat(1_100_000) })
  expect([long.status, long.body.message]).toEqual([413, serverTexts.refusal.tooLong(1024)])
})

test('the settings limit the photos of a ticket, however many are sent concurrently', async () => {
  const few = await createFactory({ PHOTOS_PER_TICKET: '3' })
  onTestFinished(() => few.close())
  const { client, site } = await few.client()
  const postMortem = await few.draftPostMortem(client, site)
  const animals = [await few.animal(client, postMortem.id), await few.animal(client, postMortem.id)]
  const bytes = await phoneJpeg()
  const ids = Array.from({ length: 6 }, () => uuidv7())
  const send = (id: string, index: number) =>
    uploadPhotos(few, client, animals[index % 2]?.id ?? '', [{ name: 'a.jpg', bytes }], { fields: [['id', id]] })
  const answers = await Promise.all(ids.map(send))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    201, 201, 201, 409, 409, 409,
  ])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body.message).toBe(serverTexts.refusal.postMortemIsFull(3, 20_000))
  const listed = await client.get(`/medias?filter[media_attachable_id]=${animals.map(({ id }) => id).join(',')}`)
  expect(listed.body.meta.total).toBe(3)
  // existing photos do not count again
  const there = answers.findIndex(({ status }) => status === 201)
  expect((await send(ids[there] ?? '', there)).status).toBe(201)
})

test("the settings limit the megabytes of a ticket's photos", async () => {
  const few = await createFactory({ PHOTO_MEGABYTES_PER_TICKET: '1' })
  onTestFinished(() => few.close())
  const { client, animal } = await few.clientWithAnimal()
  const { default: sharp } = await import('sharp')
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const bytes = await sharp({ create: { width: 1200, height: 1000, channels: 3, background: '#777', noise } })
    .jpeg({ quality: 95 })
    .toBuffer()
  const answers = []
  for (let count = 0; count < 3; count++)
    answers.push(await uploadPhotos(few, client, animal.id, [{ name: 'a.jpg', bytes }]))
  expect(answers[0]?.status).toBe(201)
  expect(answers.at(-1)?.status).toBe(409)
  expect(answers.at(-1)?.body.message).toBe(serverTexts.refusal.postMortemIsFull(2000, 1))
})

test('a slow upload has ten minutes to arrive, as in the proxies of deploy/', () => {
  expect(factory.app.server.requestTimeout).toBe(600_000)
})

test.each(['application/json', 'application/x-www-form-urlencoded'])(
  'photos sent as %s are rejected as a media type',
  async (type) => {
    const { client } = await factory.client()
    const answer = await factory.app.inject({
      method: 'POST',
      url: '/api/v1/medias',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': type },
      payload: type === 'application/json' ? '{}' : 'image=x',
    })
    expect(answer.statusCode).toBe(415)
  },
)
