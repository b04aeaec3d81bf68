import { createHash } from 'node:crypto'
import { constants } from '@chisholm/domain/constants'
import { serverTexts } from '@chisholm/domain/server-texts'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { multipartOf } from '../../testing/multipart.ts'

const factory = await createSharedFactory()
const { partBytes } = constants.photo
const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
/** A JPEG of about two and a half parts. */
const picture = await sharp({ create: { width: 1300, height: 1000, channels: 3, background: '#777', noise } })
  .jpeg({ quality: 95 })
  .toBuffer()
const parts = Array.from({ length: Math.ceil(picture.length / partBytes) }, (_, index) =>
  picture.subarray(index * partBytes, (index + 1) * partBytes),
)

async function send(method: 'POST' | 'PUT', by: TestUser, url: string, form: FormData, more: object = {}) {
  const { headers, payload } = await multipartOf(form)
  const authorization = `Bearer ${by.token}`
  const answer = await factory.app.inject({
    method,
    url: `/api/v1${url}`,
    headers: { ...headers, ...more, authorization },
    payload,
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

const sendPart = (by: TestUser, id: string, number: number | string, bytes: Buffer) => {
  const form = new FormData()
  form.set('part', new Blob([new Uint8Array(bytes)]), 'part')
  return send('PUT', by, `/uploads/${id}/parts/${number}`, form)
}

const finish = (by: TestUser, animalId: string, fields: Record<string, string>, headers: object = {}) => {
  const form = new FormData()
  const sent = { media_attachable_id: animalId, upload_bytes: String(picture.length), name: 'cow.jpg', ...fields }
  for (const [name, value] of Object.entries(sent)) form.set(name, value)
  return send('POST', by, '/medias', form, headers)
}

test('an interrupted upload resumes, even on another server, and creates one photo', async () => {
  const {
    client,
    animal: { id: animalId },
  } = await factory.clientWithAnimal()
  const [upload_id, id] = [uuidv7(), uuidv7()]
  expect(parts.length).toBeGreaterThan(2)
  await sendPart(client, upload_id, 0, parts[0] ?? picture)
  // the response to this part was lost, so it is sent again
  await sendPart(client, upload_id, 1, parts[1] ?? picture)
  const state = (await client.get(`/uploads/${upload_id}`)).body.data
  expect(state).toEqual({ parts: 2, bytes: 2 * partBytes, saved: false })
  const other = await factory.anotherServer()
  const headers = { authorization: `Bearer ${client.token}` }
  expect((await other.inject({ url: `/api/v1/uploads/${upload_id}`, headers })).json().data).toEqual(state)
  await sendPart(client, upload_id, 1, parts[1] ?? picture)
  for (const [index, part] of parts.entries()) if (index > 1) await sendPart(client, upload_id, index, part)
  const key = { 'idempotency-key': uuidv7() }
  const [saved, again] = [
    await finish(client, animalId, { upload_id, id }, key),
    await finish(client, animalId, { upload_id, id }, key),
  ]
  expect([saved.status, saved.body.data[0].id, saved.body.data[0].name]).toEqual([201, id, 'cow.jpg'])
  expect([again.status, again.headers['idempotency-replayed'], again.body]).toEqual([201, 'true', saved.body])
  const row = factory.db.selectFrom('photos').select('content_hash').where('animal_id', '=', animalId)
  expect((await row.execute()).map(({ content_hash }) => content_hash.toString('hex'))).toEqual([
    createHash('sha256').update(picture).digest('hex'),
  ])
  // its parts are gone
  expect((await client.get(`/uploads/${upload_id}`)).body.data).toEqual({ parts: 0, bytes: 0, saved: false })
})

test('the sender of a photo whose response was lost learns from the upload with its id that it is saved, nobody else does', async () => {
  const { client, site, animal } = await factory.clientWithAnimal()
  const id = uuidv7()
  const isSaved = async (by: TestUser) => (await by.get(`/uploads/${id}`)).body.data.saved
  for (const [index, part] of parts.entries()) await sendPart(client, id, index, part)
  expect(await isSaved(client)).toBe(false)
  expect((await finish(client, animal.id, { upload_id: id, id })).status).toBe(201)
  expect([await isSaved(client), await isSaved(await factory.user('Client', [site.id]))]).toEqual([true, false])
  // the same request finishes again, without its parts
  expect((await finish(client, animal.id, { upload_id: id, id })).status).toBe(201)
  await client.delete(`/medias/${id}`)
  expect(await isSaved(client)).toBe(false)
})

test('a request that finishes an upload can be repeated without its key, even after its ticket was completed', async () => {
  const {
    client,
    animal: { id: animalId },
  } = await factory.clientWithAnimal()
  const vet = await factory.user('Veterinarian')
  const [upload_id, id] = [uuidv7(), uuidv7()]
  for (const [index, part] of parts.entries()) await sendPart(client, upload_id, index, part)
  const saved = await finish(client, animalId, { upload_id, id })
  const repeated = await finish(client, animalId, { upload_id, id })
  expect([repeated.status, repeated.body.data[0].id, repeated.body.data[0].sha256]).toEqual([
    201,
    id,
    saved.body.data[0].sha256,
  ])
  expect((await finish(client, animalId, { upload_id: uuidv7(), id })).status).toBe(422)
  expect((await finish(vet, animalId, { upload_id, id })).status).toBe(422)
  const { veterinary_record_id: ticket } = (await client.get(`/veterinary-record-animals/${animalId}`)).body.data
  await client.put(`/post-mortems/${ticket}`, { draft: 0 })
  await vet.put(`/post-mortems/${ticket}`, { completed_at: '1' })
  expect((await finish(client, animalId, { upload_id, id })).status).toBe(201)
  expect((await client.get(`/medias?filter[media_attachable_id]=${animalId}`)).body.meta.total).toBe(1)
})

test('finishing one upload several times concurrently creates one photo', async () => {
  const {
    client,
    animal: { id: animalId },
  } = await factory.clientWithAnimal()
  const [upload_id, id] = [uuidv7(), uuidv7()]
  for (const [index, part] of parts.entries()) await sendPart(client, upload_id, index, part)
  const answers = await Promise.all(Array.from({ length: 4 }, () => finish(client, animalId, { upload_id, id })))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect((await client.get(`/medias?filter[media_attachable_id]=${animalId}`)).body.meta.total).toBe(1)
})

test('an incomplete upload is rejected with its progress, and can be resumed', async () => {
  const {
    client,
    animal: { id: animalId },
  } = await factory.clientWithAnimal()
  const upload_id = uuidv7()
  await sendPart(client, upload_id, 0, parts[0] ?? picture)
  // a gap: the second part is missing
  await sendPart(client, upload_id, 2, parts[2] ?? picture)
  const refused = await finish(client, animalId, { upload_id })
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { upload_id: [serverTexts.validation.uploadIncomplete(partBytes, picture.length)] },
  ])
  await sendPart(client, upload_id, 1, parts[1] ?? picture)
  expect((await finish(client, animalId, { upload_id })).status).toBe(201)
})

test('an upload belongs only to its sender, and its photo is subject to the usual rules', async () => {
  const {
    client,
    animal: { id: animalId },
  } = await factory.clientWithAnimal()
  const { client: otherClient } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const upload_id = uuidv7()
  for (const [index, part] of parts.entries()) await sendPart(client, upload_id, index, part)
  for (const by of [otherClient, vet]) {
    expect((await by.get(`/uploads/${upload_id}`)).body.data.parts).toBe(0)
    await sendPart(by, upload_id, 0, Buffer.from('other bytes'))
  }
  expect((await finish(vet, animalId, { upload_id })).status).toBe(422)
  expect((await finish(otherClient, animalId, { upload_id })).status).toBe(404)
  expect((await finish(client, animalId, { upload_id })).status).toBe(201)
  const text = uuidv7()
  await sendPart(client, text, 0, Buffer.from('not a picture'))
  expect((await finish(client, animalId, { upload_id: text, upload_bytes: '13' })).status).toBe(415)
})

test('wrong parts and fields are named', async () => {
  const {
    client,
    animal: { id: animalId },
  } = await factory.clientWithAnimal()
  const id = uuidv7()
  const nobody = await factory.user('Client')
  expect((await sendPart(nobody, id, 0, Buffer.from('x'))).status).toBe(404)
  expect((await sendPart(client, id, 0, Buffer.alloc(partBytes + 1))).status).toBe(413)
  for (const number of [40, 'first', '-1'])
    expect((await sendPart(client, id, number, Buffer.from('x'))).body.errors).toEqual({
      number: ['number must be from 0 to 39.'],
    })
  expect((await send('PUT', client, `/uploads/${id}/parts/0`, new FormData())).status).toBe(422)
  expect((await finish(client, animalId, { upload_id: 'x' })).body.errors).toEqual({
    upload_id: ['upload_id must be a UUID.'],
  })
  expect((await finish(client, animalId, { upload_id: id, upload_bytes: 'x' })).body.errors).toEqual({
    upload_bytes: ['upload_bytes must be the size of the upload.'],
  })
})
