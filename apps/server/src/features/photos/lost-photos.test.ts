import { readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { PhotoId } from '../../database/ids.ts'
import { createSharedFactory } from '../../testing/factory.ts'
import { pathOfKey } from '../../testing/path-of-key.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'
import { waitFor } from '../../testing/wait-for.ts'

const factory = await createSharedFactory()

async function uploadedPhoto() {
  const { client, animal } = await factory.clientWithAnimal()
  const { body } = await uploadPhotos(factory, client, animal.id, [{ name: 'cow.jpg', bytes: await phoneJpeg() }])
  const { id } = body.data[0] as { id: PhotoId }
  const row = () =>
    factory.db
      .selectFrom('photos')
      .select(['image_key', 'image_hash', 'thumbnail_key', 'thumbnail_hash', 'lost_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const shown = async () => (await client.get(`/medias/${id}`)).body.data
  const at = async (variant: 'image' | 'thumbnail') =>
    factory.anonymous.get(String((await shown())[variant]).replace(/^https?:\/\/[^/]+/, ''))
  const pathOf = async (variant: 'image' | 'thumbnail') =>
    pathOfKey(factory.dataDir, (await row())[variant === 'image' ? 'image_key' : 'thumbnail_key'])
  const ofAnimal = async () => (await client.get(`/medias?filter[media_attachable_id]=${animal.id}`)).body.data
  return { id, row, shown, at, pathOf, ofAnimal }
}

/** Ways to damage a file on disk, each with its repair. */
const damages: [string, (file: string) => Promise<() => Promise<void>>][] = [
  [
    'gone',
    async (file) => {
      await rename(file, `${file}-away`)
      return () => rename(`${file}-away`, file)
    },
  ],
  [
    'cut',
    async (file) => {
      const original = await readFile(file)
      await truncate(file, original.length - 100)
      return () => writeFile(file, original)
    },
  ],
]

test.each(damages)(
  'a photo whose file is %s is reported as lost by its URL and in lists, until the file is back',
  async (_, damage) => {
    const photo = await uploadedPhoto()
    expect((await photo.shown()).lost).toBe(false)
    const putBack = await damage(await photo.pathOf('image'))
    const lost = await photo.at('image')
    expect(lost.status).toBe(404)
    expect(lost.headers['content-type']).toContain('application/problem+json')
    expect(lost.body.detail).toBe('The file of the photo cow.jpg is lost. Please add the photo again if you have it.')
    expect((await photo.shown()).lost).toBe(true)
    expect((await photo.ofAnimal())[0].lost).toBe(true)
    // a figure that takes too long is left out
    await waitFor(async () => {
      const { body } = await factory.app.inject({ url: '/metrics', headers: { host: 'localhost' } })
      expect(body).toContain('chisholm_lost_files 1')
    })
    await putBack()
    expect((await photo.at('image')).status).toBe(200)
    expect((await photo.shown()).lost).toBe(false)
  },
)

test.each(damages)('a thumbnail that is %s is recreated from its image', async (_, damage) => {
  const photo = await uploadedPhoto()
  const before = await photo.at('thumbnail')
  const { thumbnail_key } = await photo.row()
  await damage(await photo.pathOf('thumbnail'))
  const renewed = await photo.at('thumbnail')
  expect(renewed.status).toBe(200)
  expect(renewed.headers['content-type']).toBe('image/jpeg')
  expect(renewed.bytes.equals(before.bytes)).toBe(true)
  expect((await photo.row()).thumbnail_key).not.toBe(thumbnail_key)
  expect((await photo.at('thumbnail')).bytes.equals(before.bytes)).toBe(true)
  expect((await photo.shown()).lost).toBe(false)
})

test('without thumbnail and image, the thumbnail URL also reports the photo as lost', async () => {
  const photo = await uploadedPhoto()
  for (const variant of ['image', 'thumbnail'] as const) await rm(await photo.pathOf(variant))
  const lost = await photo.at('thumbnail')
  expect(lost.status).toBe(404)
  expect(lost.body.detail).toContain('cow.jpg')
  expect((await photo.shown()).lost).toBe(true)
})

test('an unreadable storage is a server error, and no photo is marked lost', async () => {
  const photo = await uploadedPhoto()
  const folder = `${factory.dataDir}/files`
  await rename(folder, `${folder}-away`)
  expect((await photo.at('image')).status).toBe(500)
  await writeFile(folder, '')
  expect((await photo.at('image')).status).toBe(500)
  await rm(folder)
  await rename(`${folder}-away`, folder)
  expect((await photo.shown()).lost).toBe(false)
  expect((await photo.at('image')).status).toBe(200)
})

test('photos without stored hashes are served, checked and recreated alike', async () => {
  const photo = await uploadedPhoto()
  const none = { image_hash: null, thumbnail_hash: null, thumbnail_bytes: null }
  await factory.db.updateTable('photos').set(none).where('id', '=', photo.id).execute()
  expect((await photo.at('image')).status).toBe(200)
  expect((await photo.at('thumbnail')).status).toBe(200)
  await rm(await photo.pathOf('thumbnail'))
  expect((await sharp((await photo.at('thumbnail')).bytes).metadata()).width).toBe(400)
  await truncate(await photo.pathOf('image'), 100)
  expect((await photo.at('image')).status).toBe(404)
})
