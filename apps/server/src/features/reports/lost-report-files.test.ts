import { readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { AnimalId } from '../../database/ids.ts'
import { createSharedFactory } from '../../testing/factory.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { pathOfKey } from '../../testing/path-of-key.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'
import { issueAmendment, openAmendment } from './testing/report-factory.ts'

const factory = await createSharedFactory()

async function completedPostMortem(...photos: string[]) {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const postMortem = await factory.scheduledPostMortem(client, site, vet)
  // cast: the id of an animal in a response
  const animalId = (postMortem.veterinary_record.veterinary_record_animals[0]?.id ?? '') as AnimalId
  for (const name of photos) await uploadPhotos(factory, vet, animalId, [{ name, bytes: await phoneJpeg() }])
  await vet.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' })
  const rows = () =>
    factory.db
      .selectFrom('report_versions')
      .select(['id', 'file_key'])
      .where('post_mortem_id', '=', postMortem.id)
      .execute()
  return {
    report: async () => {
      const { status, body } = await client.get(`/post-mortems/${postMortem.id}/report`)
      return { status, id: body.report?.id, pdf: Buffer.from(body.report?.report_data ?? '', 'base64') }
    },
    amend: async () => {
      await openAmendment(vet, postMortem.id, { reason: 'The photo is back.' })
      await issueAmendment(vet, postMortem.id)
    },
    keys: async () => (await rows()).flatMap(({ file_key }) => file_key ?? []),
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

test.each(damages)('a report whose file is %s is restored with the same bytes', async (_, damage) => {
  const postMortem = await completedPostMortem('cow.jpg')
  const first = await postMortem.report()
  const keys = await postMortem.keys()
  await damage(await postMortem.pathOfReport())
  const again = await postMortem.report()
  expect(again).toMatchObject({ status: 200, id: first.id })
  expect(again.pdf.equals(first.pdf)).toBe(true)
  expect(await postMortem.keys()).toEqual(keys)
  expect((await readFile(await postMortem.pathOfReport())).equals(first.pdf)).toBe(true)
})

test('a report that cannot be restored identically is never replaced by another one', async () => {
  const postMortem = await completedPostMortem('cow.jpg')
  await postMortem.report()
  await rm(await postMortem.pathOfReport())
  const photo = await postMortem.pathOfPhoto('cow.jpg')
  await rename(photo, `${photo}-away`)
  expect((await postMortem.report()).status).toBe(404)
  await rename(`${photo}-away`, photo)
  expect((await postMortem.report()).status).toBe(200)
})

test('five concurrent requests for a report whose file is missing get the same one', async () => {
  const postMortem = await completedPostMortem()
  const { id } = await postMortem.report()
  await rm(await postMortem.pathOfReport())
  const responses = await Promise.all([1, 2, 3, 4, 5].map(() => postMortem.report()))
  expect(responses.map((report) => [report.status, report.id])).toEqual(responses.map(() => [200, id]))
  expect(new Set(responses.map(({ pdf }) => pdf.toString('base64'))).size).toBe(1)
  expect(await postMortem.keys()).toHaveLength(1)
})

test('a lost photo is a placeholder in the report, and the next version shows it after it is restored', async () => {
  const postMortem = await completedPostMortem('cow.jpg', 'calf.jpg')
  // waits for the job that renders it, which may have read the photo already
  await postMortem.report()
  const file = await postMortem.pathOfPhoto('cow.jpg')
  await rename(file, `${file}-away`)
  await factory.db.updateTable('report_versions').set({ file_key: null, file_hash: null, bytes: null }).execute()
  const incomplete = await postMortem.report()
  expect(incomplete.status).toBe(200)
  const { text } = await readPdf(incomplete.pdf)
  for (const words of ['Photo lost', 'cow.jpg', 'calf.jpg']) expect(text).toContain(words)
  await rename(`${file}-away`, file)
  expect((await postMortem.report()).pdf.equals(incomplete.pdf)).toBe(true)
  await postMortem.amend()
  const intactReport = await postMortem.report()
  expect((await readPdf(intactReport.pdf)).text).not.toContain('Photo lost')
  // A report that is stored stays complete when a photo is lost.
  await rm(file)
  expect((await postMortem.report()).pdf.equals(intactReport.pdf)).toBe(true)
})
