import { readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { AnimalId } from '../../database/ids.ts'
import { givenForAll } from '../../testing/given.ts'
import { textsOf } from '../../testing/pdf-texts.ts'
import { pathOfKey } from '../../testing/stored-file.ts'
import { jpegOfPhone, uploadPhotos } from '../../testing/upload-photos.ts'

const given = await givenForAll()

async function givenCompleted(...photos: string[]) {
  const { client, site } = await given.client()
  const vet = await given.person('Veterinarian')
  const ticket = await given.inProgress(client, site, vet)
  const animalId = (ticket.veterinary_record.veterinary_record_animals[0]?.id ?? '') as AnimalId
  for (const name of photos) await uploadPhotos(given, vet, animalId, [{ name, bytes: await jpegOfPhone() }])
  await vet.put(`/post-mortems/${ticket.id}`, { completed_at: '1' })
  const rows = () =>
    given.db.selectFrom('reports').select(['id', 'file_key']).where('post_mortem_id', '=', ticket.id).execute()
  return {
    report: async () => {
      const { status, body } = await client.get(`/post-mortems/${ticket.id}/report`)
      return { status, id: body.report?.id, pdf: Buffer.from(body.report?.report_data ?? '', 'base64') }
    },
    keys: async () => (await rows()).map(({ file_key }) => file_key),
    pathOfReport: async () => pathOfKey(given.dataDir, (await rows())[0]?.file_key ?? ''),
    pathOfPhoto: async (name: string) => {
      const photos = given.db.selectFrom('photos').select('image_key').where('animal_id', '=', animalId)
      return pathOfKey(given.dataDir, (await photos.where('name', '=', name).executeTakeFirstOrThrow()).image_key)
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

test.each(damages)('a report whose file is %s is made anew, with the same id', async (_, damage) => {
  const ticket = await givenCompleted('cow.jpg')
  const first = await ticket.report()
  const [key] = await ticket.keys()
  await damage(await ticket.pathOfReport())
  const again = await ticket.report()
  expect(again).toMatchObject({ status: 200, id: first.id })
  expect((await textsOf(again.pdf)).text).toBe((await textsOf(first.pdf)).text)
  const keys = await ticket.keys()
  expect(keys).toHaveLength(1)
  expect(keys).not.toContain(key)
  expect((await ticket.report()).pdf.equals(again.pdf)).toBe(true)
})

test('a cut report from before hashes were kept is made anew, too', async () => {
  const ticket = await givenCompleted()
  const { id } = await ticket.report()
  await given.db.updateTable('reports').set({ file_hash: null, bytes: null }).where('id', '=', id).execute()
  expect((await ticket.report()).status).toBe(200)
  await truncate(await ticket.pathOfReport(), 5000)
  const again = await ticket.report()
  expect(again.id).toBe(id)
  expect((await textsOf(again.pdf)).text).toContain('Post-mortem report')
})

test('five who ask at once for a report whose file is gone get the same one', async () => {
  const ticket = await givenCompleted()
  const { id } = await ticket.report()
  await rm(await ticket.pathOfReport())
  const asked = await Promise.all([1, 2, 3, 4, 5].map(() => ticket.report()))
  expect(asked.map((report) => [report.status, report.id])).toEqual(asked.map(() => [200, id]))
  expect(new Set(asked.map(({ pdf }) => pdf.toString('base64'))).size).toBe(1)
  expect(await ticket.keys()).toHaveLength(1)
})

test('a lost photo leaves a frame in the report, and the whole report is there once the photo is back', async () => {
  const ticket = await givenCompleted('cow.jpg', 'calf.jpg')
  const file = await ticket.pathOfPhoto('cow.jpg')
  await rename(file, `${file}-away`)
  const incomplete = await ticket.report()
  expect(incomplete.status).toBe(200)
  const { text } = await textsOf(incomplete.pdf)
  for (const words of ['Photo lost', 'cow.jpg', 'calf.jpg']) expect(text).toContain(words)
  expect((await ticket.report()).id).toBe(incomplete.id)
  expect(await ticket.keys()).toEqual([])
  await rename(`${file}-away`, file)
  const whole = await ticket.report()
  expect(whole.id).not.toBe(incomplete.id)
  expect((await textsOf(whole.pdf)).text).not.toContain('Photo lost')
  // once made it stays, whatever becomes of the photo
  await rm(file)
  expect((await ticket.report()).pdf.equals(whole.pdf)).toBe(true)
})
