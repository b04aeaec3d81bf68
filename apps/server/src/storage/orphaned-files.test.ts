import { readdir, rename, utimes } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { createFactory } from '../testing/factory.ts'
import { startS3 } from '../testing/s3-server.ts'
import { pathOfKey } from '../testing/path-of-key.ts'
import { phoneJpeg, uploadPhotos } from '../testing/upload-photos.ts'
import { removeOrphanedFiles } from './orphaned-files.ts'
import type { Storage, StoredFile } from './storage.ts'

const s3 = await startS3()
afterAll(() => s3.close())

const hour = 3_600_000
const quiet = { info: () => {}, warn: () => {} }

async function keysIn(storage: Storage): Promise<string[]> {
  const keys: string[] = []
  for await (const page of storage.list()) keys.push(...page.map(({ key }) => key))
  return keys.toSorted()
}

/** The storage as it looks this many hours later. */
const later = (storage: Storage, hours: number): Storage => {
  const aged = (file: StoredFile) => ({ ...file, modifiedAt: new Date(file.modifiedAt.getTime() - hours * hour) })
  return {
    ...storage,
    stat: async (key) => aged(await storage.stat(key)),
    async *list() {
      for await (const page of storage.list()) yield page.map(aged)
    },
  }
}

test.each([
  ['folder', {}],
  ['bucket', { STORAGE_URL: s3.url({ more: '&photos=server' }) }],
])(
  'in a %s all files older than 48 hours are removed unless a row references them, deleted rows included',
  async (_, env) => {
    const factory = await createFactory(env)
    const { db, storage } = factory
    const { client, site } = await factory.client()
    const vet = await factory.user('Veterinarian')
    const postMortem = await factory.scheduledPostMortem(client, site, vet)
    const animalId = postMortem.veterinary_record.veterinary_record_animals[0]?.id ?? ''
    for (const name of ['kept.jpg', 'deleted.jpg', 'demo.jpg'])
      await uploadPhotos(factory, vet, animalId, [{ name, bytes: await phoneJpeg() }])
    const [, deleted, demo] = (await vet.get(`/medias?filter[media_attachable_id]=${animalId}`)).body.data
    await vet.delete(`/medias/${deleted.id}`)
    // These keys have no id, like those of the demo.
    await storage.put('photos/demo-liver-1.jpg', await phoneJpeg())
    await db.updateTable('photos').set({ image_key: 'photos/demo-liver-1.jpg' }).where('id', '=', demo.id).execute()
    await vet.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' })
    await vet.get(`/post-mortems/${postMortem.id}/report`)
    const named = await sql<{ key: string }>`
    select image_key as key from photos union select thumbnail_key from photos
    union select file_key from report_files`.execute(db)
    const expected = named.rows.map(({ key }) => key).toSorted()
    for (const key of [
      `photos/${uuidv7()}-${uuidv7()}.jpg`,
      `photos/${deleted.id}-other.jpg`,
      `reports/${uuidv7()}.pdf`,
      `uploads/${vet.id}-${uuidv7()}-0`,
    ])
      await storage.put(key, Buffer.from('nobody names this'))

    const all = await keysIn(storage)
    expect(await removeOrphanedFiles(db, later(storage, 47), quiet)).toBe(0)
    expect(await keysIn(storage)).toEqual([...all, 'owner/database.txt'].toSorted())
    // The image that the row of the demo referenced before is orphaned as well.
    expect(await removeOrphanedFiles(db, later(storage, 49), quiet)).toBe(5)
    expect((await keysIn(storage)).filter((key) => !/^(checks|owner)\//.test(key))).toEqual(expected)
    const metrics = await factory.app.inject({ url: '/metrics', headers: { host: 'localhost' } })
    expect(metrics.body).toMatch(/chisholm_files_removed_total\{kind="orphan"\} [1-9]/)
    await factory.close()
  },
  60_000,
)

test('leftovers of interrupted writes are deleted once old', async () => {
  const factory = await createFactory()
  const { db, storage, dataDir } = factory
  await storage.put('photos/a.jpg', Buffer.from('half'))
  const storedFile = pathOfKey(dataDir, 'photos/a.jpg')
  await rename(storedFile, `${storedFile}.${crypto.randomUUID()}.part`)
  const files = async () =>
    (await readdir(path.join(dataDir, 'files'), { recursive: true })).filter((file) => /^photos.*\./.test(file))
  expect(await removeOrphanedFiles(db, storage, quiet)).toBe(0)
  expect(await files()).toHaveLength(1)
  const old = new Date(Date.now() - 49 * hour)
  for (const file of await files()) await utimes(path.join(dataDir, 'files', file), old, old)
  expect(await removeOrphanedFiles(db, storage, quiet)).toBe(1)
  expect(await files()).toEqual([])
  await factory.close()
})

test('a restored copy of the database removes no files of the shared storage', async () => {
  const factory = await createFactory()
  const { db, storage } = factory
  await storage.put('photos/newer-than-the-backup.jpg', Buffer.from('picture'))
  await storage.put('owner/database.txt', Buffer.from('the database the copy was made of'))
  expect(await removeOrphanedFiles(db, later(storage, 49), quiet)).toBe(0)
  expect(await keysIn(storage)).toContain('photos/newer-than-the-backup.jpg')
  await factory.close()
})

test('a file that a retried upload rewrote after it was listed is kept', async () => {
  const factory = await createFactory()
  const { db, storage } = factory
  await storage.put('photos/again.jpg', Buffer.from('again'))
  const listedLongAgo = { ...later(storage, 49), stat: storage.stat }
  expect(await removeOrphanedFiles(db, listedLongAgo, quiet)).toBe(0)
  expect(await keysIn(storage)).toContain('photos/again.jpg')
  await factory.close()
})
