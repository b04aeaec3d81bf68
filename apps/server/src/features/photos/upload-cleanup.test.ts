import { mkdir, mkdtemp, readdir, rm, statfs, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { removeOrphanedFiles } from '../../storage/orphaned-files.ts'
import { type Factory, createFactory, type TestUser } from '../../testing/factory.ts'
import { multipartOf } from '../../testing/multipart.ts'
import { startServer } from '../../testing/server-process.ts'
import { mountTempDisk, unmountTempDisk } from '../../testing/temp-disk.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'
import { databaseUrl } from '../../testing/database-url.ts'
import { waitFor } from '../../testing/wait-for.ts'

const SECRET_KEY = 'x'.repeat(40)
const hour = 3_600_000
const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const one of cleanUps.splice(0).reverse()) await one()
})

async function createAnimal(env: Record<string, string> = {}) {
  const factory = await createFactory({ SECRET_KEY, ...env })
  cleanUps.push(factory.close)
  const { client, animal } = await factory.clientWithAnimal()
  return { factory, client, animal, dataDir: env['DATA_DIR'] ?? factory.dataDir }
}

/** Every file of uploads/ and files/. */
async function filesIn(dataDir: string): Promise<string[]> {
  const found: string[] = []
  for (const folder of ['uploads', 'files']) {
    const entries = await readdir(path.join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => [])
    found.push(...entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name)))
  }
  return found
}

const namesIn = async (dataDir: string) => (await filesIn(dataDir)).map((file) => path.basename(file)).toSorted()

/** The storage keys referenced by rows. */
async function namesInRows({ db }: Factory): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select image_key as key from photos union select thumbnail_key from photos`.execute(db)
  return rows.map(({ key }) => path.basename(key)).toSorted()
}

async function formOf(animalId: string, bytes: Buffer) {
  const form = new FormData()
  form.set('media_attachable_id', animalId)
  form.set('image', new Blob([new Uint8Array(bytes)]), 'cow.jpg')
  return multipartOf(form)
}

/** An incompressible image. */
const noise = () =>
  sharp({
    create: {
      width: 900,
      height: 700,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer()

/** Uploads under one idempotency key, like a phone that retries. */
async function uploadsUnderOneKey(factory: Factory, client: TestUser, animalId: string) {
  const { headers, payload } = await formOf(animalId, await noise())
  const key = { authorization: `Bearer ${client.token}`, 'idempotency-key': uuidv7() }
  return async () =>
    (await factory.app.inject({ method: 'POST', url: '/api/v1/medias', headers: { ...headers, ...key }, payload }))
      .statusCode
}

test('fifty rejected uploads leave no files', async () => {
  const { factory, client, animal, dataDir } = await createAnimal()
  const validPhoto = { name: 'whole.jpg', bytes: await phoneJpeg(60, 40) }
  const cut = { name: 'cut.jpg', bytes: validPhoto.bytes.subarray(0, validPhoto.bytes.length - 200) }
  const id = uuidv7()
  expect((await uploadPhotos(factory, client, animal.id, [validPhoto], { fields: [['id', id]] })).status).toBe(201)
  const other = { name: 'other.jpg', bytes: await phoneJpeg(80, 40) }
  const storedNames = await namesIn(dataDir)
  for (let number = 0; number < 25; number++) {
    expect((await uploadPhotos(factory, client, animal.id, [validPhoto, cut])).status).toBe(422)
    expect((await uploadPhotos(factory, client, animal.id, [other], { fields: [['id', id]] })).status).toBe(409)
  }
  // uploading the same photo again adds no file
  expect((await uploadPhotos(factory, client, animal.id, [validPhoto], { fields: [['id', id]] })).status).toBe(201)
  expect(await namesIn(dataDir)).toEqual(storedNames)
  expect(storedNames).toEqual(await namesInRows(factory))
})

test('an upload that the storage rejects leaves no files, and can be retried under its key', async () => {
  const { factory, client, animal, dataDir } = await createAnimal()
  const upload = await uploadsUnderOneKey(factory, client, animal.id)
  const folder = path.join(dataDir, 'files')
  await rm(folder, { recursive: true, force: true })
  await writeFile(folder, 'no folder')
  for (let number = 0; number < 5; number++) expect(await upload()).toBe(500)
  expect(await readdir(path.join(dataDir, 'uploads'))).toEqual([])
  await rm(folder)
  expect([await upload(), await upload()]).toEqual([201, 201])
  // a replayed response is sent before the temporary copy of the repeated upload is removed
  await waitFor(async () => expect(await namesIn(dataDir)).toEqual(await namesInRows(factory)))
  expect(await namesInRows(factory)).toHaveLength(2)
})

test('a full disk gives 503 and leaves no files, and the upload succeeds under its key once there is space', async () => {
  const DATA_DIR = await mkdtemp(path.join(os.tmpdir(), 'chisholm-full-'))
  cleanUps.push(() => rm(DATA_DIR, { recursive: true }))
  if (!(await mountTempDisk(DATA_DIR, '6m')))
    return console.log('Not tested: a full disk, because this user may not mount one.')
  cleanUps.push(() => unmountTempDisk(DATA_DIR))
  const { factory, client, animal } = await createAnimal({ DATA_DIR })
  const upload = await uploadsUnderOneKey(factory, client, animal.id)
  const { length } = await noise()
  const filler = path.join(DATA_DIR, 'filler')
  const { bavail, bsize } = await statfs(DATA_DIR)
  // a full disk, space for a part of the upload, and space for the upload but not for its processed image
  for (const room of [0, length >> 1, length + 50_000]) {
    await writeFile(filler, Buffer.alloc(bavail * bsize - room))
    expect([room, await upload()]).toEqual([room, 503])
    expect(await filesIn(DATA_DIR)).toEqual([])
  }
  await rm(filler)
  expect(await upload()).toBe(201)
  expect(await namesIn(DATA_DIR)).toEqual(await namesInRows(factory))
})

test('a server killed amid uploads leaves no unreferenced files for long', { tags: 'long' }, async () => {
  const { factory, client, animal, dataDir } = await createAnimal()
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl(factory.connection), SECRET_KEY, DEMO: '0' }
  const killed = startServer(settings)
  cleanUps.push(() => killed.child.kill('SIGKILL'))
  const address = await killed.listening
  const { headers, payload } = await formOf(animal.id, await noise())
  const authorization = `Bearer ${client.token}`
  const uploads = Array.from({ length: 12 }, () =>
    fetch(`${address}/api/v1/medias`, {
      method: 'POST',
      headers: { 'content-type': String(headers['content-type']), authorization },
      body: new Uint8Array(payload),
    }).then(
      ({ status }) => status,
      () => 'broken off',
    ),
  )
  await waitFor(async () => expect((await readdir(path.join(dataDir, 'uploads'))).length).toBeGreaterThan(3))
  killed.child.kill('SIGKILL')
  await Promise.all([killed.ended, ...uploads])
  expect((await readdir(path.join(dataDir, 'uploads'))).length).toBeGreaterThan(0)
  // left by a server that was killed between storing an image and inserting its row
  await factory.storage.put(`photos/${uuidv7()}-${uuidv7()}.jpg`, await phoneJpeg())

  const old = new Date(Date.now() - 49 * hour)
  for (const file of await filesIn(dataDir)) await utimes(file, old, old)
  const next = startServer(settings)
  cleanUps.push(async () => {
    next.child.kill('SIGTERM')
    await next.ended
  })
  await next.listening
  expect(await readdir(path.join(dataDir, 'uploads'))).toEqual([])
  await removeOrphanedFiles(factory.db, factory.storage, { info: () => {}, warn: () => {} })
  const named = (await namesIn(dataDir)).filter((name) => name !== 'database.txt')
  expect(named).toEqual(await namesInRows(factory))
})

test('temporary files from the day before are removed while the server runs, those of an import that waits for hours are not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  cleanUps.push(() => vi.useRealTimers())
  const { dataDir } = await createAnimal()
  const uploads = path.join(dataDir, 'uploads')
  await mkdir(uploads, { recursive: true })
  for (const name of ['old', 'new']) await writeFile(path.join(uploads, name), 'half a picture')
  for (const [name, hours] of [
    ['old', 25],
    ['new', 12],
  ] as const) {
    const before = new Date(Date.now() - hours * hour)
    await utimes(path.join(uploads, name), before, before)
  }
  vi.advanceTimersByTime(hour)
  await waitFor(async () => expect(await readdir(uploads)).toEqual(['new']))
})

test('one of several servers removes unreferenced files and expired data every night, and sends due notifications', async () => {
  const { factory } = await createAnimal()
  const { rows } = await sql<{
    name: string
    cron: string
  }>`select name, cron from pgboss.schedule order by name`.execute(factory.db)
  expect(rows).toEqual([
    { name: 'clean-up', cron: '17 * * * *' },
    { name: 'daily-notices', cron: '* * * * *' },
    { name: 'evaluate-alerts', cron: '* * * * *' },
    { name: 'mail-due-summaries', cron: '*/5 * * * *' },
    { name: 'remove-orphans', cron: '23 8 * * *' },
    { name: 'retention', cron: '53 8 * * *' },
    { name: 'store-figures', cron: '* * * * *' },
  ])
})
