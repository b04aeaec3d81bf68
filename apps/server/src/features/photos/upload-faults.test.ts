import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { constants, limits } from '@chisholm/domain/constants'
import { expect, test } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import type { AnimalId } from '../../database/ids.ts'
import { consumeRateLimit, resetRateLimit } from '../../http/rate-limit.queries.ts'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { multipartOf } from '../../testing/multipart.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'
import { ImageRejectedError, processImage } from '../../storage/process-image.ts'

const factory = await createSharedFactory()
const run = promisify(execFile)

async function upload(by: TestUser, animalId: string, files: Buffer[], headers: object = {}, ids: string[] = []) {
  const form = new FormData()
  form.set('media_attachable_id', animalId)
  for (const id of ids) form.append('id', id)
  for (const [index, bytes] of files.entries()) form.append('image', new Blob([new Uint8Array(bytes)]), `${index}.jpg`)
  const { payload, headers: ofForm } = await multipartOf(form)
  const answer = await factory.app.inject({
    method: 'POST',
    url: '/api/v1/medias',
    headers: { authorization: `Bearer ${by.token}`, ...ofForm, ...headers },
    payload,
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

const photosOf = (animalId: AnimalId) =>
  factory.db.selectFrom('photos').select(['id', 'content_hash']).where('animal_id', '=', animalId).execute()
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('another image of the same length under the same key is rejected, not mistaken for the first', async () => {
  const {
    client,
    animal: { id: animalId },
  } = await factory.clientWithAnimal()
  const first = await phoneJpeg()
  const other = Buffer.from(first)
  other[other.length - 30] = (other[other.length - 30] ?? 0) ^ 1
  const headers = { 'idempotency-key': 'same length' }
  expect((await upload(client, animalId, [first], headers)).status).toBe(201)
  expect((await upload(client, animalId, [other], headers)).status).toBe(422)
  const again = await upload(client, animalId, [first], headers)
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true'])
  expect(await photosOf(animalId)).toHaveLength(1)
})

test('the same fields and images under the same key are the same upload, whatever the names of the files', async () => {
  const {
    client,
    animal: { id: animalId },
  } = await factory.clientWithAnimal()
  const bytes = await phoneJpeg(260)
  const headers = { 'idempotency-key': 'renamed' }
  const first = await uploadPhotos(factory, client, animalId, [{ name: 'a.jpg', bytes }], { headers })
  const again = await uploadPhotos(factory, client, animalId, [{ name: 'b.jpg', bytes }], { headers })
  expect([again.status, again.body]).toEqual([201, first.body])
})

test('an upload of as many photos as are allowed may give each an id, a name and a slot', async () => {
  const {
    client,
    animal: { id: animalId },
  } = await factory.clientWithAnimal()
  const files = Array.from({ length: constants.photo.maxFiles }, (_, index) => index)
  const fields = files.flatMap((index): [string, string][] => [
    ['id', uuidv7()],
    ['name', `${index}.jpg`],
    ['slot_id', ''],
    ['caption', 'not a field'],
  ])
  const image = await phoneJpeg(60, 40)
  const images = files.map((index) => ({ name: `${index}.jpg`, bytes: image }))
  const { status, body } = await uploadPhotos(factory, client, animalId, images, { fields })
  expect([status, body.errors]).toEqual([201, undefined])
  expect(body.data).toHaveLength(constants.photo.maxFiles)
})

test('three photos without ids, interrupted after they were stored, are still three when retried under the same key', async () => {
  const {
    client,
    animal: { id: animalId },
  } = await factory.clientWithAnimal()
  const files = await Promise.all([200, 220, 240].map((width) => phoneJpeg(width)))
  const headers = { 'idempotency-key': 'three at once' }
  const first = await upload(client, animalId, files, headers)
  // left by a server that was killed before it responded
  const unanswered = { answer_status: null, answer_body: null, server: null }
  await factory.db.updateTable('idempotency_keys').set(unanswered).where('user_id', '=', client.id).execute()
  const again = await upload(client, animalId, files, headers)
  const idsOf = (answer: typeof first) => answer.body.data.map((photo: { id: string }) => photo.id)
  expect([again.status, idsOf(again)]).toEqual([201, idsOf(first)])
  expect(await photosOf(animalId)).toHaveLength(3)
})

test('two images at once under one photo id: one is stored intact, the other is rejected', async () => {
  const {
    client,
    animal: { id: animalId },
  } = await factory.clientWithAnimal()
  const files = await Promise.all([300, 310, 320, 330].map((width) => phoneJpeg(width)))
  const id = uuidv7()
  const answers = await Promise.all(files.map((file) => upload(client, animalId, [file], {}, [id])))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409, 409])
  const winner = files[answers.findIndex(({ status }) => status === 201)]
  const [storedPhoto] = await photosOf(animalId)
  expect(storedPhoto?.content_hash.toString('hex')).toBe(sha256(winner ?? Buffer.alloc(0)))
  const width = answers.find(({ status }) => status === 201)?.body.data[0].image as string
  const picture = await factory.anonymous.get(width.replace(/^https?:\/\/[^/]+/, ''))
  const { default: sharp } = await import('sharp')
  // rotated upright: width and height are swapped
  expect((await sharp(picture.bytes).metadata()).height).toBe((await sharp(winner).metadata()).width)
})

test('a temporary error is not stored under the key', async () => {
  const {
    client,
    animal: { id: animalId },
  } = await factory.clientWithAnimal()
  const headers = { 'idempotency-key': 'too many' }
  const key = ['upload', client.id]
  await consumeRateLimit(factory.db, key, limits.uploads, limits.uploads.count)
  expect((await upload(client, animalId, [await phoneJpeg()], headers)).status).toBe(429)
  await resetRateLimit(factory.db, key)
  expect((await upload(client, animalId, [await phoneJpeg()], headers)).status).toBe(201)
})

test('a read-only folder is never reported as a damaged photo, and the same upload succeeds afterwards', async () => {
  const {
    client,
    animal: { id: animalId },
  } = await factory.clientWithAnimal()
  const uploads = path.join(factory.dataDir, 'uploads')
  const picture = await phoneJpeg()
  const headers = { 'idempotency-key': 'no folder' }
  await rm(uploads, { recursive: true, force: true })
  await writeFile(uploads, 'a file where the folder should be')
  const failed = await upload(client, animalId, [picture], headers)
  expect([failed.status >= 500, failed.body.errors]).toEqual([true, undefined])
  await rm(uploads)
  await mkdir(uploads)
  expect((await upload(client, animalId, [picture], headers)).status).toBe(201)
  expect(await readdir(uploads)).toEqual([])
})

test('a disk that fills up during rotation is not reported as a damaged image, and no files are left', async (context) => {
  const small = path.join(factory.dataDir, 'small-disk')
  await mkdir(small)
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small]).then(
    () => true,
    () => false,
  )
  if (!mounted) return context.skip('no right to mount a small disk')
  try {
    const storage = { tempPath: async () => path.join(small, uuidv7()) }
    const failure = await processImage(await phoneJpeg(3000, 2000), storage, 'somebody').catch(
      (thrown: unknown) => thrown,
    )
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(ImageRejectedError)
    expect(await readdir(small)).toEqual([])
  } finally {
    await run('umount', [small])
  }
})

test('a damaged image is still reported as such', async () => {
  const {
    client,
    animal: { id: animalId },
  } = await factory.clientWithAnimal()
  const picture = await phoneJpeg(800, 600)
  const damaged = picture.subarray(0, Math.floor(picture.length / 2))
  const answer = await upload(client, animalId, [damaged])
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['image']])
})
