import { serverTexts } from '@chisholm/domain/server-texts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Factory, createFactory } from '../../testing/factory.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { startS3 } from '../../testing/s3-server.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'
import { waitFor } from '../../testing/wait-for.ts'

let s3: Awaited<ReturnType<typeof startS3>>
let factory: Factory
beforeAll(async () => {
  s3 = await startS3()
  factory = await createFactory({ STORAGE_URL: s3.url() })
})
afterAll(async () => {
  await factory.close()
  await s3.close()
})

async function postMortemWithPhotos() {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const postMortem = await factory.scheduledPostMortem(client, site, vet)
  const animalId = postMortem.veterinary_record.veterinary_record_animals[0]?.id ?? ''
  const files = [
    { name: 'a.jpg', bytes: await phoneJpeg() },
    { name: 'b.jpg', bytes: await phoneJpeg(400, 300) },
  ]
  const { status, body } = await uploadPhotos(factory, vet, animalId, files)
  return {
    client,
    vet,
    postMortem,
    animalId,
    status,
    photos: body.data as { id: string; image: string; thumbnail: string }[],
  }
}

const bytesAt = async (address: string) => {
  const answer = await fetch(address)
  expect([address, answer.status]).toEqual([address, 200])
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  return Buffer.from(await answer.arrayBuffer())
}

test('an upload that a busy bucket does not take is to be tried again later, and then succeeds', async () => {
  const { client, animal } = await factory.clientWithAnimal()
  const files = [{ name: 'a.jpg', bytes: await phoneJpeg() }]
  const upload = () =>
    uploadPhotos(factory, client, animal.id, files, { headers: { 'idempotency-key': 'busy bucket' } })
  s3.failNext('busy', 'busy', 'busy', 'busy')
  expect(await upload()).toMatchObject({ status: 503, body: { message: serverTexts.refusal.unavailable } })
  expect((await upload()).status).toBe(201)
})

test('an upload that the bucket refuses gets 503 at once, and succeeds once the bucket allows it', async () => {
  const { client, animal } = await factory.clientWithAnimal()
  const files = [{ name: 'a.jpg', bytes: await phoneJpeg() }]
  const upload = () => uploadPhotos(factory, client, animal.id, files, { headers: { 'idempotency-key': 'denied' } })
  s3.failNext('denied')
  const before = s3.requests.length
  expect(await upload()).toMatchObject({ status: 503, body: { message: serverTexts.refusal.unavailable } })
  expect(s3.requests.length - before).toBe(1)
  expect((await upload()).status).toBe(201)
})

test('a card has thumbnail URLs of the bucket', async () => {
  const { client } = await postMortemWithPhotos()
  const [card] = (await client.get('/post-mortems?view=card')).body.data
  const [{ thumbnail }] = card.first_animals
  expect(thumbnail).toContain(`${s3.origin}/`)
  const answer = await fetch(thumbnail)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})

test('photos are stored in S3, and browsers read image and thumbnail from there', async () => {
  const { status, photos } = await postMortemWithPhotos()
  expect(status).toBe(201)
  expect(photos).toHaveLength(2)
  for (const { id, image, thumbnail } of photos) {
    expect(image).toContain(`${s3.origin}/chisholm-test/clinic/photos/${id}-`)
    expect((await sharp(await bytesAt(image)).metadata()).exif).toBeUndefined()
    expect((await sharp(await bytesAt(thumbnail)).metadata()).width).toBe(400)
  }
})

test('every list returns the same URL within the hour', async () => {
  const { client, animalId, photos } = await postMortemWithPhotos()
  const list = await client.get(`/medias?filter[media_attachable_id]=${animalId}`)
  const address = Number(new URL(photos[0]?.image ?? '').searchParams.get('X-Amz-Expires'))
  expect(address).toBe(7200)
  expect(list.body.data.map((photo: { image: string }) => photo.image)).toEqual(photos.map(({ image }) => image))
})

test('users who may not see the ticket get no URL', async () => {
  const { animalId, photos } = await postMortemWithPhotos()
  const otherClient = (await factory.client()).client
  expect((await otherClient.get(`/medias/${photos[0]?.id}`)).status).toBe(404)
  expect((await otherClient.delete(`/medias/${photos[0]?.id}`)).status).toBe(404)
  expect((await otherClient.get(`/medias?filter[media_attachable_id]=${animalId}`)).body.data).toEqual([])
})

test('the report with its photos is stored in S3 and read from there again', async () => {
  const { client, vet, postMortem } = await postMortemWithPhotos()
  await vet.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' })
  const report = () => client.get(`/post-mortems/${postMortem.id}/report`, { accept: 'application/pdf' })
  const first = await report()
  expect(first.status).toBe(200)
  expect((await readPdf(first.bytes)).text).toContain('a.jpg')
  expect((await report()).bytes.equals(first.bytes)).toBe(true)
  expect(s3.requests.filter((request) => /^PUT .*\/reports\//.test(request))).toHaveLength(1)
})

test('the pages may show images from the bucket and from no other origin', async () => {
  const policy = String((await factory.app.inject('/healthz')).headers['content-security-policy'])
  expect(policy).toContain(`img-src 'self' data: blob: ${s3.origin};`)
  expect(policy).toContain("connect-src 'self' blob: data:;")
})

test('with photos=server the server serves them under its own signed URLs', async () => {
  const behind = await createFactory({ STORAGE_URL: s3.url({ more: '&photos=server' }) })
  const { client, animal } = await behind.clientWithAnimal()
  const { body } = await uploadPhotos(behind, client, animal.id, [{ name: 'a.jpg', bytes: await phoneJpeg() }])
  const path = String(body.data[0].image).replace(/^https?:\/\/[^/]+/, '')
  expect(path).toMatch(/^\/files\/photos\//)
  const picture = await behind.anonymous.get(path)
  expect(picture.headers['content-type']).toBe('image/jpeg')
  expect(picture.headers['x-content-type-options']).toBe('nosniff')
  expect((await sharp(picture.bytes).metadata()).height).toBe(300)
  expect((await behind.app.inject('/healthz')).headers['content-security-policy']).not.toContain(s3.origin)
  await behind.close()
})

test('a server is not ready once its bucket is gone', async () => {
  const own = await startS3()
  const server = await createFactory({ STORAGE_URL: own.url() })
  const ready = async () => (await server.app.inject('/readyz')).statusCode
  await waitFor(async () => expect(await ready()).toBe(200))
  await own.removeBucket()
  await waitFor(async () => expect(await ready()).toBe(503))
  await server.close()
  await own.close()
})
