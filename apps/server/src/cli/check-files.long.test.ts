import { readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { type Factory, createFactory } from '../testing/factory.ts'
import { runProgram } from '../testing/run-program.ts'
import { startS3 } from '../testing/s3-server.ts'
import { pathOfKey } from '../testing/path-of-key.ts'
import { databaseUrl } from '../testing/database-url.ts'
import { phoneJpeg, uploadPhotos } from '../testing/upload-photos.ts'

// The program sets this umask when it starts, so that files are private to their owner.
const umask = process.umask(0o077)
afterAll(() => process.umask(umask))

const opened: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

/** Starts a server with one completed ticket, its two photos and its report. */
async function createFiles(env: Record<string, string> = {}) {
  const factory = await createFactory(env)
  opened.push(factory)
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  await factory.user('SuperAdmin')
  const postMortem = await factory.scheduledPostMortem(client, site, vet)
  const animalId = postMortem.veterinary_record.veterinary_record_animals[0]?.id ?? ''
  for (const name of ['cow.jpg', 'calf.jpg'])
    await uploadPhotos(factory, vet, animalId, [{ name, bytes: await phoneJpeg() }])
  await vet.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' })
  await vet.get(`/post-mortems/${postMortem.id}/report`)
  const shown = async () => (await vet.get(`/medias?filter[media_attachable_id]=${animalId}`)).body.data
  return { factory, shown, env, rows: () => rowsOf(factory) }
}

async function rowsOf({ db }: Factory) {
  const photos = await db
    .selectFrom('photos')
    .select(['image_key', 'image_hash', 'thumbnail_key', 'thumbnail_hash', 'thumbnail_bytes', 'lost_at'])
    .orderBy('created_at')
    .execute()
  const reports = await db.selectFrom('report_versions').select(['file_key', 'file_hash', 'bytes']).execute()
  const [cow, calf] = photos
  const [pdf] = reports
  if (!cow || !calf || !pdf?.file_key) throw new Error('two photos and a report were expected')
  return { cow, calf, pdf: { ...pdf, file_key: pdf.file_key } }
}

async function checkFiles(factory: Factory, env: Record<string, string>) {
  const settings = {
    DATA_DIR: factory.dataDir,
    DATABASE_URL: databaseUrl(factory.connection),
    SECRET_KEY: (await readFile(path.join(factory.dataDir, 'secret-key'), 'utf8')).trim(),
    DEMO: '0',
    ...env,
  }
  const { code, stdout } = await runProgram(settings, 'check', '--files', '--json')
  const { files, findings } = JSON.parse(stdout) as {
    files: { key: string; damage: string; outcome: string; lost: boolean }[]
    findings: { about: string; ok: boolean; text: string }[]
  }
  return { code, files, finding: findings.find(({ about }) => about === 'files') }
}

test('check --files lists missing, truncated and changed files, and exits with 1 while one is lost', async () => {
  const { factory, shown, rows, env } = await createFiles()
  expect(await checkFiles(factory, env)).toMatchObject({
    code: 0,
    files: [],
    finding: { text: '5 read, none lost' },
  })

  const { cow, calf, pdf } = await rows()
  const at = (key: string) => pathOfKey(factory.dataDir, key)
  const original = await readFile(at(calf.image_key))
  await rename(at(cow.image_key), `${at(cow.image_key)}-away`)
  const changed = Buffer.from(original)
  changed.fill(7, 200, 210)
  await writeFile(at(calf.image_key), changed)
  await truncate(at(pdf.file_key), 3000)
  const found = await checkFiles(factory, env)
  expect(found.code).toBe(1)
  expect(found.finding).toMatchObject({ ok: false, text: expect.stringMatching(/^3 of 5 are lost: /) })
  expect(found.files).toEqual([
    { key: cow.image_key, damage: 'missing', lost: true, outcome: 'the photo cow.jpg is lost' },
    { key: calf.image_key, damage: 'changed', lost: true, outcome: 'the photo calf.jpg is lost' },
    { key: pdf.file_key, damage: 'cut', lost: true, outcome: 'the report is lost' },
  ])
  expect((await shown()).map(({ lost }: { lost: boolean }) => lost)).toEqual([true, true])
  const metrics = await factory.app.inject({ url: '/metrics', headers: { host: 'localhost' } })
  expect(metrics.body).toContain('chisholm_lost_files 2')

  await rename(`${at(cow.image_key)}-away`, at(cow.image_key))
  await writeFile(at(calf.image_key), original)
  expect(await checkFiles(factory, env)).toMatchObject({
    code: 0,
    files: [{ key: pdf.file_key, damage: 'cut', lost: false, outcome: 'recreated with the same bytes' }],
  })
  expect((await shown()).map(({ lost }: { lost: boolean }) => lost)).toEqual([false, false])
})

test('check --files recreates thumbnails and stores missing hashes', async () => {
  const { factory, rows, env } = await createFiles()
  const before = await rows()
  await factory.db
    .updateTable('photos')
    .set({ image_hash: null, thumbnail_hash: null, thumbnail_bytes: null })
    .execute()
  await rm(pathOfKey(factory.dataDir, before.cow.thumbnail_key))
  expect(await checkFiles(factory, env)).toMatchObject({
    code: 0,
    files: [{ key: before.cow.thumbnail_key, damage: 'missing', lost: false, outcome: 'recreated' }],
  })
  const after = await rows()
  expect(after.calf).toEqual(before.calf)
  expect(after.pdf).toEqual(before.pdf)
  expect(after.cow).toEqual({ ...before.cow, thumbnail_key: after.cow.thumbnail_key })
  expect((await factory.storage.get(after.cow.thumbnail_key)).length).toBe(before.cow.thumbnail_bytes)
  expect(await checkFiles(factory, env)).toMatchObject({ code: 0, files: [] })
})

test('check --files finds lost files in a bucket', async () => {
  const s3 = await startS3()
  opened.push(s3)
  const { factory, shown, rows, env } = await createFiles({ STORAGE_URL: s3.url() })
  const { cow, calf } = await rows()
  const bytes = await factory.storage.get(cow.image_key)
  await factory.storage.remove(cow.image_key)
  await factory.storage.remove(calf.thumbnail_key)
  const found = await checkFiles(factory, env)
  expect(found.code).toBe(1)
  expect(found.files.map(({ key, lost }) => [key, lost])).toEqual([
    [cow.image_key, true],
    [calf.thumbnail_key, false],
  ])
  const [lost, renewed] = await shown()
  expect([lost.lost, renewed.lost]).toEqual([true, false])
  expect((await fetch(renewed.thumbnail)).status).toBe(200)
  await factory.storage.put(cow.image_key, bytes)
  expect((await checkFiles(factory, env)).code).toBe(0)
  expect((await shown())[0].lost).toBe(false)
})

test('a missing bucket does not mark files as lost', async () => {
  const s3 = await startS3()
  opened.push(s3)
  const { factory, rows, env } = await createFiles({ STORAGE_URL: s3.url() })
  await s3.removeBucket()
  const found = await checkFiles(factory, env)
  expect(found).toMatchObject({ code: 1, files: [], finding: { ok: false } })
  expect((await rows()).cow.lost_at).toBeNull()
})
