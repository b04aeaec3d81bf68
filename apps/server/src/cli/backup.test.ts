import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadBackup } from '../backup/load-backup.ts'
import { openDatabase } from '../database/database.ts'
import { inTransaction } from '../database/transaction.ts'
import { demoPassword } from '../demo/accounts.ts'
import { openJobQueue } from '../jobs/job-queue.ts'
import { readSettings } from '../settings.ts'
import { runProgram } from '../testing/run-program.ts'
import { type ServerProcess, startServer } from '../testing/server-process.ts'
import { fingerprintDataDir } from '../testing/data-dir-contents.ts'
import { mountTempDisk, unmountTempDisk } from '../testing/temp-disk.ts'
import { waitFor } from '../testing/wait-for.ts'
import { restoreTarget } from './restore.ts'

let folder: string
let backup: string
const servers: ServerProcess[] = []
const quiet = { info: () => {}, warn: () => {} }
const dataDir = (name: string) => path.join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-backup-'))
  backup = path.join(folder, 'practice.tar')
})

afterAll(async () => {
  for (const { child, ended } of servers) {
    child.kill('SIGTERM')
    await ended
  }
  await rm(folder, { recursive: true, force: true })
})

async function start(name: string) {
  const server = startServer({ DATA_DIR: dataDir(name) })
  servers.push(server)
  return { server, address: (await server.listening) ?? '' }
}

async function stop({ child, ended }: ServerProcess) {
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
}

type Ask = (route: string, init?: RequestInit) => Promise<Response>

const asker =
  (address: string, token: string): Ask =>
  (route, init = {}) =>
    fetch(`${address}/api/v1${route}`, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), authorization: `Bearer ${token}` },
    })

async function signIn(address: string, username: string): Promise<string> {
  const body = new URLSearchParams({ username, password: demoPassword })
  const answer = await fetch(`${address}/api/v1/auth/login`, { method: 'POST', body })
  return ((await answer.json()) as { token: string }).token
}

const dataOf = async <T>(answer: Response) => ((await answer.json()) as { data: T }).data

interface Made {
  id: string
  veterinary_record: { pin: number }
}

/** Returns a function that creates a ticket on one of the client's sites. */
async function maker(ask: Ask): Promise<() => Promise<Made>> {
  const [site] = await dataOf<{ id: string; customer: { id: string } }[]>(await ask('/sites'))
  const body = new URLSearchParams({
    site_id: site?.id ?? '',
    customer_id: site?.customer.id ?? '',
    record_at: '2026-03-01',
  })
  return async () => dataOf<Made>(await ask('/post-mortems', { method: 'POST', body }))
}

/** @returns the path of the logo */
async function giveLogo(ask: Ask): Promise<string> {
  const body = new FormData()
  const drawn = sharp({ create: { width: 30, height: 10, channels: 3, background: '#1d5641' } }).png()
  body.set('image', new Blob([new Uint8Array(await drawn.toBuffer())]), 'logo.png')
  return (await dataOf<{ logo: string }>(await ask('/provider/logo', { method: 'POST', body }))).logo
}

const contents = (name: string) => fingerprintDataDir(dataDir(name))

test('a backup restored elsewhere gives the same tickets, photos, reports, accounts and sign-ins', async () => {
  const { server, address } = await start('first')
  const vet = await signIn(address, 'vet@demo.example')
  const ask = asker(address, vet)
  const [completed] = await dataOf<Made[]>(await ask('/post-mortems?filter[completed_at:isnull]=false'))
  const report = async (from: Ask) => {
    const answer = await from(`/post-mortems/${completed?.id}/report`, { headers: { accept: 'application/pdf' } })
    expect(answer.status).toBe(200)
    return createHash('sha256')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('hex')
  }
  const issued = await report(ask)
  const last = await (await maker(asker(address, await signIn(address, 'client@demo.example'))))()
  const logo = await giveLogo(asker(address, await signIn(address, 'admin@demo.example')))
  await stop(server)
  const before = await contents('first')

  expect(await runProgram({ DATA_DIR: dataDir('first') }, 'backup', backup)).toMatchObject({ code: 0, stderr: '' })
  expect((await stat(backup)).mode & 0o077).toBe(0)
  await mkdir(dataDir('second'), { mode: 0o755 })
  expect(await runProgram({ DATA_DIR: dataDir('second') }, 'restore', backup)).toMatchObject({ code: 0 })
  // others may traverse it, because PostgreSQL may run as another user
  expect((await stat(dataDir('second'))).mode & 0o066).toBe(0)
  expect(Object.keys(before.files).length).toBeGreaterThan(30)
  expect(await contents('second')).toEqual(before)

  const copy = await start('second')
  // An earlier token is valid in the copy, because the key was restored as well.
  expect(await report(asker(copy.address, vet))).toBe(issued)
  expect((await fetch(copy.address + logo)).status).toBe(200)
  const next = await (await maker(asker(copy.address, await signIn(copy.address, 'client@demo.example'))))()
  expect(next.veterinary_record.pin).toBe(last.veterinary_record.pin + 1)
  await stop(copy.server)
})

test('e-mails that waited when a backup was made still wait when a restore ends right after its rows', async () => {
  const source = await openDatabase({ dataDir: dataDir('first') }, quiet)
  const queue = await openJobQueue(source.connection, quiet)
  const email = { to: 'vet@demo.example', subject: 'CHM-1 waits', text: 'CHM-1 waits.', html: '<p>CHM-1 waits.</p>' }
  await inTransaction(source, (source) => queue.enqueue(source.db, 'mail.send', email))
  await queue.stop()
  await source.close()
  const file = path.join(folder, 'waiting.tar')
  expect(await runProgram({ DATA_DIR: dataDir('first') }, 'backup', file)).toMatchObject({ code: 0 })

  const { settings } = readSettings({ DATA_DIR: dataDir('ended') })
  if (!settings) throw new Error('the settings are valid')
  const target = restoreTarget(settings)
  const endsAfterCommit = loadBackup(createReadStream(file), {
    ...target,
    async enqueue(database, tx, jobs) {
      await target.enqueue(database, tx, jobs)
      // the next statement after the commit fails
      database.pool.connect = () => Promise.reject(new Error('killed'))
      database.pool.query = () => Promise.reject(new Error('killed'))
    },
    undo: async () => {},
  })
  await expect(endsAfterCommit).rejects.toThrow('killed')
  const restored = await openDatabase({ dataDir: dataDir('ended') }, quiet)
  const { rows } = await restored.pool.query(`select data from pgboss.job where name = 'mail.send'`)
  expect(rows).toEqual([{ data: email }])
  await restored.close()
})

test('a backup of a busy server is a consistent snapshot', { tags: 'long' }, async () => {
  const { server, address } = await start('busy')
  const make = await maker(asker(address, await signIn(address, 'client@demo.example')))
  const enough = new AbortController()
  let made = 0
  const work = async () => {
    for (; !enough.signal.aborted; made++) await make()
  }
  const workers = Array.from({ length: 4 }, work)
  await waitFor(() => expect(made).toBeGreaterThan(20))
  const file = path.join(folder, 'busy.tar')
  const written = await runProgram({ DATA_DIR: dataDir('busy') }, 'backup', file, '--json')
  enough.abort()
  await Promise.all(workers)
  await stop(server)
  expect(written).toMatchObject({ code: 0 })
  const { rows } = JSON.parse(written.stdout) as { rows: Record<string, number> }

  expect(await runProgram({ DATA_DIR: dataDir('moment') }, 'restore', file)).toMatchObject({ code: 0 })
  const database = await openDatabase({ dataDir: dataDir('moment') }, quiet)
  const count = async (sql: string) => (await database.pool.query<{ count: number }>(sql)).rows[0]?.count
  // Tickets, audit entries and counters are of the same moment, although separate statements read them.
  const postMortems = await count('select count(*) from post_mortems')
  expect(postMortems).toBe(rows['post_mortems'])
  expect(await count('select sum(tickets) as count from ticket_counts')).toBe(
    await count('select count(*) from post_mortems where deleted_at is null'),
  )
  const created = `select count(*) from post_mortems t join audit_entries a on a.subject_id = t.id and a.action = 'post-mortem created'`
  const unwritten =
    'select count(*) from post_mortems t where exists (select from audit_entries a where a.subject_id = t.id)'
  expect(await count(created)).toBe(await count(unwritten))
  expect(await count(created)).toBeGreaterThan(20)
  await database.close()
})

/** A position in a tar archive that is in none of its headers. */
function middleOfLargestFile(archive: Buffer): number {
  let [largest, middle] = [0, 0]
  for (let header = 0; archive[header]; ) {
    const size = Number.parseInt(archive.toString('latin1', header + 124, header + 136), 8)
    if (size > largest) [largest, middle] = [size, header + 512 + Math.floor(size / 2)]
    header += 512 + Math.ceil(size / 512) * 512
  }
  return middle
}

test('a truncated, changed or foreign file is rejected and leaves the database empty', { tags: 'long' }, async () => {
  const archive = await readFile(backup)
  const damaged = path.join(folder, 'damaged.tar')
  const restore = (...more: string[]) => runProgram({ DATA_DIR: dataDir('third') }, 'restore', damaged, ...more)

  for (const share of [0.1, 0.5, 0.9]) {
    await writeFile(damaged, archive)
    await truncate(damaged, Math.floor(archive.length * share))
    expect(await restore('--check')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is incomplete'),
    })
  }
  expect((await restore()).stderr).toContain('The backup is incomplete: it ends before its manifest.')

  for (const position of [middleOfLargestFile(archive), archive.indexOf('"name":"sites"') + 8]) {
    const changed = Buffer.from(archive)
    changed[position] = (changed[position] ?? 0) ^ 1
    await writeFile(damaged, changed)
    const { stderr } = await restore()
    expect(stderr.split('\n').at(-1)).toBe('The backup has been changed or damaged.')
  }
  await writeFile(damaged, 'letters')
  expect((await restore()).stderr).toBe('This file is not a backup of Chisholm.')

  await writeFile(damaged, archive)
  expect(await restore()).toMatchObject({ code: 0 })
  expect((await restore()).stderr).toMatch(/^The database holds something already/)
})

test('a killed backup leaves no file, and an existing file is only replaced with --replace', async () => {
  const file = path.join(folder, 'killed.tar')
  const program = startServer({ DATA_DIR: dataDir('first') }, 'backup', file)
  const part = await waitFor(
    async () => {
      const found = (await readdir(folder)).find((name) => /^killed\.tar\..*part$/.test(name))
      if (!found) throw new Error('not writing yet')
      return path.join(folder, found)
    },
    { interval: 5 },
  )
  program.child.kill('SIGKILL')
  await program.ended
  await expect(stat(file)).rejects.toThrow('ENOENT')
  expect((await runProgram({ DATA_DIR: dataDir('none') }, 'restore', '--check', part)).code).toBe(1)

  await writeFile(file, 'something of mine')
  const refused = await runProgram({ DATA_DIR: dataDir('first') }, 'backup', file)
  expect(refused).toMatchObject({ code: 1, stderr: `${file} already exists: add --replace to overwrite it.` })
  expect(await readFile(file, 'utf8')).toBe('something of mine')
})

test('a full disk is reported in one line, and leaves no file and no running database', async (context) => {
  const small = path.join(folder, 'small')
  if (!(await mountTempDisk(small, '1m'))) return context.skip('no right to mount a small disk')
  try {
    const { code, stderr } = await runProgram(
      { DATA_DIR: dataDir('first') },
      'backup',
      path.join(small, 'practice.tar'),
    )
    expect([code, stderr.split('\n').at(-1)]).toEqual([1, expect.stringMatching(/^\S+ cannot be written: ENOSPC/)])
    expect(stderr).not.toContain('    at ')
    expect(await readdir(small)).toEqual([])
    await expect(stat(path.join(dataDir('first'), 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT')
  } finally {
    await unmountTempDisk(small)
  }
})

test('a missing photo is reported and does not prevent the backup', async () => {
  const [lost = ''] = Object.keys((await contents('second')).files).filter((name) => name.startsWith('photos'))
  await rm(path.join(dataDir('second'), 'files', lost))
  const file = path.join(folder, 'lossy.tar')
  const { code, stderr } = await runProgram({ DATA_DIR: dataDir('second') }, 'backup', file)
  expect(code).toBe(3)
  expect(stderr).toBe(`The storage has no photos/${path.basename(lost)}, to which the database refers.`)
  expect(await runProgram({ DATA_DIR: dataDir('none') }, 'restore', '--check', file)).toMatchObject({ code: 3 })
})

test('truncated and changed photos are copied as they are, and reported by backup and restore', async () => {
  const photos = Object.keys((await contents('second')).files).filter((name) =>
    /^photos.*(?<!thumbnail)\.jpg$/.test(name),
  )
  const [cut = '', changed = '', unhashed = ''] = photos
  const pathOf = (name: string, photo: string) => path.join(dataDir(name), 'files', photo)
  const keyOf = (photo: string) => `photos/${path.basename(photo)}`
  const database = await openDatabase({ dataDir: dataDir('second') }, quiet)
  await database.pool.query('update photos set image_hash = null where image_key = $1', [keyOf(unhashed)])
  await database.close()
  await truncate(pathOf('second', cut), 100)
  for (const photo of [changed, unhashed]) {
    const bytes = await readFile(pathOf('second', photo))
    bytes[50] = (bytes[50] ?? 0) ^ 1
    await writeFile(pathOf('second', photo), bytes)
  }
  const damaged = [cut, changed].map(keyOf).toSorted()
  const file = path.join(folder, 'damaged-photos.tar')

  const made = await runProgram({ DATA_DIR: dataDir('second') }, 'backup', file)
  expect(made.code).toBe(3)
  expect(made.stderr).not.toContain(keyOf(unhashed))
  for (const key of damaged)
    expect(made.stderr).toContain(`${key} is truncated or changed in the storage, and was copied as it is.`)
  for (const more of [['--check'], []]) {
    const restored = await runProgram({ DATA_DIR: dataDir('with-damage') }, 'restore', file, ...more)
    expect(restored.code).toBe(3)
    for (const key of damaged)
      expect(restored.stderr).toContain(`The backup has ${key} as it was then: truncated or changed.`)
  }
  for (const photo of [cut, changed, unhashed])
    expect(await readFile(pathOf('with-damage', photo))).toEqual(await readFile(pathOf('second', photo)))
})
