import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { demoPassword } from '../demo/accounts.ts'
import { openFolderStorage } from '../storage/folder-storage.ts'
import { runProgram } from '../testing/run-program.ts'
import { startServer } from '../testing/server-process.ts'
import { startS3 } from '../testing/s3-server.ts'
import { createEmptyDatabase } from '../testing/test-database.ts'

let folder: string
let s3: Awaited<ReturnType<typeof startS3>>
const SECRET_KEY = 'x'.repeat(40)
const dataDir = (name: string) => path.join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-buckets-'))
  s3 = await startS3()
})

afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

/** Counts the photos that are listed, and those whose URL works. */
async function picturesOf(settings: Record<string, string>): Promise<{ named: number; shown: number }> {
  // DEMO=1 is needed, because the other settings look like production use, where demo accounts prevent the start.
  const server = startServer({ DEMO: '1', ...settings })
  const address = await server.listening
  const body = new URLSearchParams({ username: 'vet@demo.example', password: demoPassword })
  const signIn = await fetch(`${address}/api/v1/auth/login`, { method: 'POST', body })
  const { token } = (await signIn.json()) as { token: string }
  const list = await fetch(`${address}/api/v1/medias?per_page=12`, { headers: { authorization: `Bearer ${token}` } })
  const { data } = (await list.json()) as { data: { image: string }[] }
  const answers = await Promise.all(data.map(({ image }) => fetch(new URL(image, address))))
  server.child.kill('SIGTERM')
  await server.ended
  const shown = answers.filter(({ status, headers }) => status === 200 && headers.get('content-type') === 'image/jpeg')
  return { named: data.length, shown: shown.length }
}

test('move-to copies photos into a bucket, and a backup restores them from there to one machine', async () => {
  const first = { DATA_DIR: dataDir('first'), SECRET_KEY }
  expect(await runProgram(first, 'demo')).toMatchObject({ code: 0 })

  const { url: DATABASE_URL, drop } = await createEmptyDatabase()
  const there = { DATA_DIR: dataDir('there'), DATABASE_URL, STORAGE_URL: s3.url(), SECRET_KEY }
  const moved = await runProgram(first, 'move-to', DATABASE_URL, '--storage-url', there.STORAGE_URL, '--json')
  expect(moved).toMatchObject({ code: 0 })
  expect((JSON.parse(moved.stdout) as { files: number }).files).toBeGreaterThan(30)
  expect(s3.requests.filter((request) => request.startsWith('PUT')).length).toBeGreaterThan(30)
  expect(await picturesOf(there)).toEqual({ named: 12, shown: 12 })

  const file = path.join(folder, 'bucket.tar')
  expect(await runProgram(there, 'backup', file)).toMatchObject({ code: 0, stderr: '' })
  const again = { DATA_DIR: dataDir('again'), SECRET_KEY }
  expect(await runProgram(again, 'restore', file)).toMatchObject({ code: 0 })
  expect(await picturesOf(again)).toEqual({ named: 12, shown: 12 })
  await drop()
})

/** Adds two logos that exceed all buffers between the two ends. */
async function addLargeLogos(name: string): Promise<void> {
  const storage = openFolderStorage(dataDir(name))
  const database = await openDatabase({ dataDir: dataDir(name) }, { info() {}, warn() {} })
  for (const version of [1, 2]) {
    const key = `logos/${version}.png`
    await storage.put(key, Buffer.alloc(8_000_000, version))
    await database.pool.query(
      `insert into provider_details (version, valid_from, name, phone, email, url, logo_key)
       values ($1, now(), 'Practice', '', '', '', $2)`,
      [version, key],
    )
  }
  await database.close()
}

test('a bucket that fails amid move-to is named in one line, and the next attempt succeeds', async () => {
  await addLargeLogos('first')
  const { url: DATABASE_URL, drop } = await createEmptyDatabase()
  const move = () =>
    runProgram({ DATA_DIR: dataDir('first'), SECRET_KEY }, 'move-to', DATABASE_URL, '--storage-url', s3.url())
  // it is checked before, and the first of the two logos is then the first file
  s3.failNext('none', 'none', 'denied')
  const { code, stderr } = await move()
  const reason = 'the access key may not read and write objects under clinic/'
  expect([code, stderr]).toEqual([1, `The bucket 'chisholm-test' at ${s3.origin} cannot be used: ${reason}.`])
  expect(await move()).toMatchObject({ code: 0, stderr: '' })
  await drop()
})

test('check says when the bucket cannot be used, without its secret', async () => {
  const settings = { DATA_DIR: dataDir('checked'), STORAGE_URL: s3.url({ bucket: 'none-such' }) }
  const { code, stdout } = await runProgram(settings, 'check')
  expect(code).toBe(1)
  expect(stdout).toMatch(/✗ storage: /)
  expect(stdout).not.toContain(s3.keys.secret)
})
