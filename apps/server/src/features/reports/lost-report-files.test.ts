import { readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { AnimalId } from '../../database/ids.ts'
import { createSharedFactory } from '../../testing/factory.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { pathOfKey } from '../../testing/path-of-key.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'

const factory = await createSharedFactory()

async function givenCompleted(...photos: string[]) {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const postMortem = await factory.scheduledPostMortem(client, site, vet)
  // cast: the id of an animal in a response
  const animalId = (postMortem.veterinary_record.veterinary_record_animals[0]?.id ?? '') as AnimalId
  for (const name of photos) await uploadPhotos(factory, vet, animalId, [{ name, bytes: await phoneJpeg() }])
  await vet.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' })
  const rows = () =>
    factory.db.selectFrom('reports').select(['id', 'file_key']).where('post_mortem_id', '=', postMortem.id).execute()
  return {
    report: async () => {
      const { status, body } = await client.get(`/post-mortems/${postMortem.id}/report`)
      return { status, id: body.report?.id, pdf: Buffer.from(body.report?.report_data ?? '', 'base64') }
    },
    keys: async () => (await rows()).map(({ file_key }) => file_key),
    pathOfReport: async () => pathOfKey(factory.dataDir, (await rows())[0]?.file_key ?? ''),
    pathOfPhoto: async (name: string) => {
      const photos = factory.db.selectFrom('photos').select('image_key').where('animal_id', '=', animalId)
      return pathOfKey(factory.dataDir, (await photos.where('name', '=', name).executeTakeFirstOrThrow()).image_key)
    },
  }
}

const damages: [string, (file: string) => Promise<void>][] = [
  ['gone', (file) => rm(file)],
  ['cut', async (file) => truncate(file, (await readFile(file)).length >> 1)],
  [
    'changed',
    async (file) => {
      const bytes = await readFile(file)
      bytes.fill(0, 1000, 1100)
      await writeFile(file, bytes)
    },
  ],
]

test.each(damages)('a report whose file is %s is rendered again, with the same id', async (_, damage) => {
  const postMortem = await givenCompleted('cow.jpg')
  const first = await postMortem.report()
  const [key] = await postMortem.keys()
  await damage(await postMortem.pathOfReport())
  const again = await postMortem.report()
  expect(again).toMatchObject({ status: 200, id: first.id })
  expect((await readPdf(again.pdf)).text).toBe((await readPdf(first.pdf)).text)
  const keys = await postMortem.keys()
  expect(keys).toHaveLength(1)
  expect(keys).not.toContain(key)
  expect((await postMortem.report()).pdf.equals(again.pdf)).toBe(true)
})

test('a truncated report without a stored hash is rendered again, too', async () => {
  const postMortem = await givenCompleted()
  const { id } = await postMortem.report()
  await factory.db.updateTable('reports').set({ file_hash: null, bytes: null }).where('id', '=', id).execute()
  expect((await postMortem.report()).status).toBe(200)
  await truncate(await postMortem.pathOfReport(), 5000)
  const again = await postMortem.report()
  expect(again.id).toBe(id)
  expect((await readPdf(again.pdf)).text).toContain('Post-mortem report')
})

test('five concurrent requests for a report whose file is missing get the same one', async () => {
  const postMortem = await givenCompleted()
  const { id } = await postMortem.report()
  await rm(await postMortem.pathOfReport())
  const asked = await Promise.all([1, 2, 3, 4, 5].map(() => postMortem.report()))
  expect(asked.map((report) => [report.status, report.id])).toEqual(asked.map(() => [200, id]))
  expect(new Set(asked.map(({ pdf }) => pdf.toString('base64'))).size).toBe(1)
  expect(await postMortem.keys()).toHaveLength(1)
})

test('a lost photo leaves a frame in the report, and the whole report is there once the photo is back', async () => {
  const postMortem = await givenCompleted('cow.jpg', 'calf.jpg')
  const file = await postMortem.pathOfPhoto('cow.jpg')
  await rename(file, `${file}-away`)
  const incomplete = await postMortem.report()
  expect(incomplete.status).toBe(200)
  const { text } = await readPdf(incomplete.pdf)
  for (const words of ['Photo lost', 'cow.jpg', 'calf.jpg']) expect(text).toContain(words)
  expect((await postMortem.report()).id).toBe(incomplete.id)
  expect(await postMortem.keys()).toEqual([])
  await rename(`${file}-away`, file)
  const whole = await postMortem.report()
  expect(whole.id).not.toBe(incomplete.id)
  expect((await readPdf(whole.pdf)).text).not.toContain('Photo lost')
  // A report that is stored stays complete when a photo is lost.
  await rm(file)
  expect((await postMortem.report()).pdf.equals(whole.pdf)).toBe(true)
})
