import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { phoneJpeg as jpeg, type UploadFile, uploadPhotos } from '../../testing/upload-photos.ts'

const factory = await createSharedFactory()

const upload = (by: TestUser, animalId: string, files: UploadFile[], fields: [string, string][] = []) =>
  uploadPhotos(factory, by, animalId, files, { fields })

async function postMortemWithAnimal() {
  const { client, site } = await factory.client()
  const postMortem = await factory.draftPostMortem(client, site)
  return { client, site, postMortem, animal: await factory.animal(client, postMortem.id) }
}

const pathOf = (address: string) => address.replace(/^https?:\/\/[^/]+/, '')

test('several photos at once are stored upright, without metadata, with thumbnails', async () => {
  const { client, animal } = await postMortemWithAnimal()
  const bytes = await jpeg()
  expect((await sharp(bytes).metadata()).exif?.includes('secret-owner')).toBe(true)
  const answer = await upload(client, animal.id, [
    { name: 'a.jpg', bytes },
    { name: 'b.jpg', bytes: await jpeg(400, 300) },
  ])
  expect(answer.status).toBe(201)
  expect(answer.body.message).toBe('Photo was successfully saved.')
  expect(answer.body.data).toHaveLength(2)
  const image = await factory.anonymous.get(pathOf(answer.body.data[0].image))
  expect(image.status).toBe(200)
  expect(image.headers['content-type']).toBe('image/jpeg')
  expect(image.headers['x-content-type-options']).toBe('nosniff')
  const metadata = await sharp(image.bytes).metadata()
  expect([metadata.width, metadata.height]).toEqual([200, 300])
  expect(metadata.exif).toBeUndefined()
  expect(metadata.orientation).toBeUndefined()
  const thumbnail = await factory.anonymous.get(pathOf(answer.body.data[0].thumbnail))
  expect((await sharp(thumbnail.bytes).metadata()).width).toBe(400)
  expect((await client.get(`/veterinary-record-animals/${animal.id}`)).body.data.photos).toBe(2)
})

test('photos sent together are listed in the order they were sent', async () => {
  const { client, animal } = await postMortemWithAnimal()
  const names = Array.from({ length: 8 }, (_, index) => `${index}.jpg`)
  const bytes = await jpeg(30, 20)
  await upload(
    client,
    animal.id,
    names.map((name) => ({ name, bytes })),
  )
  const { body } = await client.get(`/medias?filter[media_attachable_id]=${animal.id}`)
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(names)
})

test('the URL of an image works for that image only, not after it expired, and only with its signature of 128 bits', async () => {
  const { client, animal } = await postMortemWithAnimal()
  const { data } = (await upload(client, animal.id, [{ name: 'a.jpg', bytes: await jpeg() }])).body
  const address = pathOf(data[0].image)
  const { status, headers } = await factory.anonymous.get(address)
  expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([200, 'image/jpeg', 'nosniff'])
  expect(headers['cache-control']).toMatch(/^private,/)
  for (const directive of ["default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(headers['content-security-policy']).toContain(directive)
  expect((await factory.anonymous.get(address.replace('/image?', '/thumbnail?'))).status).toBe(404)
  expect((await factory.anonymous.get(address.replace(/expires=\d+/, 'expires=1'))).status).toBe(404)
  expect((await factory.anonymous.get(address.replace(data[0].id, uuidv7()))).status).toBe(404)
  const signature = new URL(data[0].image).searchParams.get('signature') ?? ''
  expect(Buffer.from(signature, 'base64url')).toHaveLength(16)
  const last = signature.at(-2) === 'A' ? 'B' : 'A'
  for (const wrong of [
    '',
    signature.slice(0, -1),
    `${signature}A`,
    `${signature.slice(0, -2)}${last}${signature.at(-1)}`,
  ])
    expect((await factory.anonymous.get(address.replace(signature, wrong))).status).toBe(404)
  expect((await factory.anonymous.get(address.split('?')[0] ?? '')).status).not.toBe(200)
})

test('a file that is no JPEG or PNG by content is rejected by name, and nothing of the request is stored', async () => {
  const { client, animal } = await postMortemWithAnimal()
  const text = await upload(client, animal.id, [
    { name: 'good.jpg', bytes: await jpeg() },
    { name: 'letter.jpg', bytes: Buffer.from('not a picture') },
  ])
  expect(text.status).toBe(415)
  expect(text.body.message).toContain('letter.jpg')
  expect((await client.get(`/medias?filter[media_attachable_id]=${animal.id}`)).body.meta.total).toBe(0)
})

test('a damaged file and one over 50 megapixels are refused by name', async () => {
  const { client, animal } = await postMortemWithAnimal()
  const original = await jpeg(1200, 900)
  const damaged = await upload(client, animal.id, [
    { name: 'cut.jpg', bytes: original.subarray(0, original.length / 2) },
  ])
  expect(damaged.status).toBe(422)
  expect(damaged.body.message).toContain('cut.jpg')
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  png.writeUInt32BE(60_000, 16)
  png.writeUInt32BE(60_000, 20)
  expect((await upload(client, animal.id, [{ name: 'bomb.png', bytes: png }])).status).toBe(422)
})

test('more than twenty files, no file and no animal are refused', async () => {
  const { client, animal } = await postMortemWithAnimal()
  const bytes = await jpeg(20, 20)
  const many = Array.from({ length: 21 }, (_, index) => ({ name: `${index}.jpg`, bytes }))
  expect((await upload(client, animal.id, many)).status).toBe(422)
  expect((await upload(client, animal.id, [])).status).toBe(422)
  expect((await upload(client, uuidv7(), [{ name: 'a.jpg', bytes }])).status).toBe(404)
})

test('sending the same id and image again creates no second photo', async () => {
  const { client, animal } = await postMortemWithAnimal()
  const id = uuidv7()
  const file = { name: 'a.jpg', bytes: await jpeg() }
  expect((await upload(client, animal.id, [file], [['id', id]])).body.data[0].id).toBe(id)
  expect((await upload(client, animal.id, [file], [['id', id]])).status).toBe(201)
  const other = await upload(client, animal.id, [{ name: 'b.jpg', bytes: await jpeg(99, 99) }], [['id', id]])
  expect(other.status).toBe(409)
  expect((await client.get(`/medias?filter[media_attachable_id]=${animal.id}`)).body.meta.total).toBe(1)
})

test('fields with an index belong to the photo at that place, whatever their order', async () => {
  const { client, animal } = await postMortemWithAnimal()
  const files = ['a.jpg', 'b.jpg', 'c.jpg'].map((name, index) => ({ name, index }))
  const pictures = await Promise.all(
    files.map(async ({ name, index }) => ({ name, bytes: await jpeg(90 + index, 90) })),
  )
  const [first, last] = [uuidv7(), uuidv7()]
  const { body } = await upload(client, animal.id, pictures, [
    ['id[2]', last],
    ['id[0]', first],
    ['caption[1]', 'second'],
  ])
  expect(body.data.map(({ caption }: { caption: string | null }) => caption)).toEqual([null, 'second', null])
  expect([body.data[0].id, body.data[2].id]).toEqual([first, last])
  const two = pictures.slice(0, 2)
  const one = await upload(client, animal.id, two, [['caption[0]', 'only first']])
  expect(one.body.data.map(({ caption }: { caption: string | null }) => caption)).toEqual(['only first', null])
  const all = await upload(client, animal.id, two, [['caption', 'of both']])
  expect(all.body.data.map(({ caption }: { caption: string | null }) => caption)).toEqual(['of both', 'of both'])
})

test('a client may add photos until the ticket is completed; other customers neither see nor delete them', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const otherClient = (await factory.client()).client
  const postMortem = await factory.scheduledPostMortem(client, site, vet)
  const animalId = postMortem.veterinary_record.veterinary_record_animals[0]?.id ?? ''
  const file = { name: 'a.jpg', bytes: await jpeg() }
  const { data } = (await upload(client, animalId, [file])).body
  expect((await upload(otherClient, animalId, [file])).status).toBe(404)
  expect((await otherClient.get(`/medias/${data[0].id}`)).status).toBe(404)
  expect((await otherClient.delete(`/medias/${data[0].id}`)).status).toBe(404)
  expect((await otherClient.get(`/medias?filter[media_attachable_id]=${animalId}`)).body.data).toEqual([])
  await vet.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' })
  expect((await upload(client, animalId, [file])).status).toBe(409)
  expect((await client.delete(`/medias/${data[0].id}`)).status).toBe(409)
  const late = await upload(vet, animalId, [file])
  expect(late.status).toBe(201)
  expect((await vet.delete(`/medias/${data[0].id}`)).status).toBe(409)
  expect((await vet.delete(`/medias/${late.body.data[0].id}`)).body.message).toBe('Photo was successfully deleted.')
})

test('single resources have a strong ETag, and a photo is not deleted with the ETag of another one', async () => {
  const { client, site, animal } = await postMortemWithAnimal()
  const { data } = (await upload(client, animal.id, [{ name: 'a.jpg', bytes: await jpeg() }])).body
  const { etag } = (await client.get(`/medias/${data[0].id}`)).headers
  expect(etag).toMatch(/^"[^"]+"$/)
  for (const path of [`/sites/${site.id}`, `/customers/${site.customerId}`]) {
    const [first, second] = [await client.get(path), await client.get(path)]
    expect(first.headers['etag']).toMatch(/^"[^"]+"$/)
    expect(second.headers['etag']).toBe(first.headers['etag'])
  }
  expect((await client.delete(`/medias/${data[0].id}`, { 'if-match': '"1"' })).status).toBe(412)
  expect((await client.delete(`/medias/${data[0].id}`, { 'if-match': String(etag) })).status).toBe(200)
})
