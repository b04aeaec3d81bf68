import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { Repository } from '../backup/repository.ts'
import { openDatabase } from '../database/database.ts'
import { openFolderStorage } from '../storage/folder-storage.ts'
import { runProgram } from '../testing/run-program.ts'
import { startS3 } from '../testing/s3-server.ts'
import { startServer } from '../testing/server-process.ts'
import { fillDisk, mountTempDisk, unmountTempDisk } from '../testing/temp-disk.ts'
import { fingerprintDataDir } from '../testing/data-dir-contents.ts'
import { waitFor } from '../testing/wait-for.ts'

let folder: string
const SECRET_KEY = 'k'.repeat(40)
const at = (...names: string[]) => path.join(folder, ...names)
const settings = (name: string, more: Record<string, string> = {}) => ({ DATA_DIR: at(name), ...more })
const backUp = (name: string, to: string, ...more: string[]) =>
  runProgram(settings(name), 'backup', '--to', at(to), '--json', ...more)

interface CommandOutput {
  at: string
  files: number
  copied: { files: number; bytes: number }
  damaged: string[]
  pruned?: { removed: number; left: number; files: number }
}
const outputOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as CommandOutput

/** Hashes of the files in a folder of backups. */
async function hashesIn(name: string): Promise<string[]> {
  const entries = await readdir(at(name, 'files'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}
const runsIn = async (name: string) => (await readdir(at(name, 'runs'))).toSorted()

/** Runs SQL in a practice whose server is stopped. */
async function inDatabase(name: string, sql: string) {
  const database = await openDatabase(settingsOf(name), { info() {}, warn() {} })
  const { rows } = await database.pool.query<Record<string, unknown>>(sql)
  await database.close()
  return rows
}
const settingsOf = (name: string) => ({ dataDir: at(name) })

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-folder-'))
  expect(await runProgram(settings('practice', { DEMO: '1' }), 'demo')).toMatchObject({ code: 0 })
  await addLogo('practice', 'logos/old.png')
})

/** Gives a practice whose server is stopped a logo. */
async function addLogo(name: string, key: string) {
  await openFolderStorage(at(name)).put(key, Buffer.from('a logo'))
  await inDatabase(
    name,
    `insert into provider_details (version, valid_from, name, phone, email, url, logo_key)
     values (1, now(), 'Practice', '', '', '', '${key}')`,
  )
}
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a backup into a folder copies each file once and restores identically', async () => {
  const first = outputOf(await backUp('practice', 'backups'))
  expect(first.files).toBeGreaterThan(30)
  const hashes = await hashesIn('backups')
  expect(hashes.length).toBe(first.copied.files)
  for (const hash of hashes) {
    const file = at('backups', 'files', hash.slice(0, 2), hash)
    expect(
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    ).toBe(hash)
    expect((await stat(file)).mode & 0o077).toBe(0)
  }
  const second = outputOf(await backUp('practice', 'backups'))
  expect(second).toMatchObject({ files: first.files, copied: { files: 0, bytes: 0 } })
  expect(await runsIn('backups')).toHaveLength(2)

  expect(await runProgram(settings('copy'), 'restore', at('backups'), '--check')).toMatchObject({ code: 0 })
  const newest = (await new Repository(at('backups')).backups()).at(-1)?.at.toISOString()
  expect(await runProgram(settings('copy'), 'restore', at('backups'))).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`This is the backup of ${newest}.`),
  })
  const contents = await fingerprintDataDir(at('practice'))
  // The restored copy knows the backup that preceded the one from which it was restored.
  delete contents.tables['installation_facts']
  const copied = await fingerprintDataDir(at('copy'))
  delete copied.tables['installation_facts']
  expect(copied).toEqual(contents)
})

test('--at selects a backup; an invalid or too early time is rejected with the available ones', async () => {
  const runs = await new Repository(at('backups')).backups()
  const [oldest] = runs
  const check = (timestamp: string) =>
    runProgram(settings('none'), 'restore', at('backups'), '--check', '--json', '--at', timestamp)
  expect(outputOf(await check(oldest?.at.toISOString() ?? '')).at).toBe(oldest?.at.toISOString())
  expect(outputOf(await check('2999-01-01')).at).toBe(runs.at(-1)?.at.toISOString())
  expect((await check('1999-01-01')).stdout).toContain(`the oldest are ${oldest?.at.toISOString()}`)
  expect((await check('yesterday')).stdout).toContain('a day or a time, like 2026-11-22')
})

test('a changed, truncated or removed file is reported before anything is restored', async () => {
  await cp(at('backups'), at('damaged'), { recursive: true })
  const [hash = '', other = ''] = await hashesIn('damaged')
  const file = at('damaged', 'files', hash.slice(0, 2), hash)
  const bytes = await readFile(file)
  bytes[10] = (bytes[10] ?? 0) ^ 1
  await writeFile(file, bytes)
  await rm(at('damaged', 'files', other.slice(0, 2), other))
  const { code, stderr } = await runProgram(settings('none'), 'restore', at('damaged'), '--check')
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^2 of \d+ files of .* are missing or damaged\./)])
  expect((await runProgram(settings('refused'), 'restore', at('damaged'))).code).toBe(1)
  // The next backup copies the removed files again, as the message says.
  await rm(file)
  expect(outputOf(await backUp('practice', 'damaged')).copied.files).toBe(2)
  expect(await runProgram(settings('none'), 'restore', at('damaged'), '--check')).toMatchObject({ code: 0 })
})

test('pruning removes older backups and unreferenced files only', async () => {
  await cp(at('practice'), at('changing'), { recursive: true })
  outputOf(await backUp('changing', 'pruned'))
  // Only the first backup contains these photos.
  await inDatabase('changing', `delete from photos where image_key = (select min(image_key) from photos)`)
  const [first = ''] = await runsIn('pruned')
  const older = first.replace(/^\d{4}/, '2020')
  await cp(at('pruned', 'runs', first), at('pruned', 'runs', older))
  await rm(at('pruned', 'runs', first))
  const before = await hashesIn('pruned')
  const output = outputOf(await backUp('changing', 'pruned', '--keep', 'daily=1'))
  expect(output.pruned).toMatchObject({ removed: 1, left: 1 })
  expect(output.pruned?.files).toBeGreaterThan(0)
  expect(await hashesIn('pruned')).toHaveLength(before.length - (output.pruned?.files ?? 0))
  expect(await runProgram(settings('none'), 'restore', at('pruned'), '--check')).toMatchObject({ code: 0 })
  expect(await runsIn('pruned')).toHaveLength(1)
})

test('pruning removes nothing if a remaining archive is unreadable', async () => {
  await cp(at('pruned'), at('unreadable'), { recursive: true })
  await writeFile(at('unreadable', 'runs', '2024-01-01T00-00-00.000Z.tar'), 'no archive')
  await writeFile(at('unreadable', 'runs', '2023-01-01T00-00-00.000Z.tar'), 'no archive either')
  const before = await hashesIn('unreadable')
  const { code, stdout } = await backUp('practice', 'unreadable', '--keep', 'yearly=2')
  expect([code, stdout]).toEqual([1, expect.stringContaining('2024-01-01T00-00-00.000Z.tar cannot be read')])
  expect((await hashesIn('unreadable')).length).toBeGreaterThanOrEqual(before.length)
  expect(await runsIn('unreadable')).toHaveLength(4)
})

test('two concurrent backups into one folder both succeed, and the lock of a killed one expires', async () => {
  const server = startServer(settings('practice'))
  onTestFinished(async () => {
    server.child.kill('SIGTERM')
    await server.ended
  })
  await server.listening
  const both = await Promise.all([backUp('practice', 'shared'), backUp('practice', 'shared')])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(await runsIn('shared')).toHaveLength(2)
  const killed = startServer(settings('practice'), 'backup', '--to', at('shared'))
  await waitFor(() => stat(at('shared', 'lock')), { interval: 5, timeout: 30_000 })
  killed.child.kill('SIGKILL')
  await killed.ended
  expect(await backUp('practice', 'shared', '--keep', 'daily=1')).toMatchObject({ code: 0 })
  expect(await runProgram(settings('none'), 'restore', at('shared'), '--check')).toMatchObject({ code: 0 })
  expect((await runsIn('shared')).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a full disk is reported in one line, and earlier backups stay intact', async (context) => {
  if (!(await mountTempDisk(at('small'), '60m'))) return context.skip('no right to mount a small disk')
  try {
    expect((await backUp('practice', 'small/backups')).code).toBe(0)
    await fillDisk(at('small', 'filler'))
    const { code, stderr } = await runProgram(settings('practice'), 'backup', '--to', at('small', 'backups'))
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^\S+ cannot be written: ENOSPC[^\n]*$/)])
    expect(await runProgram(settings('none'), 'restore', at('small', 'backups'), '--check')).toMatchObject({ code: 0 })
    expect(await runsIn('small/backups')).toHaveLength(1)
  } finally {
    await unmountTempDisk(at('small'))
  }
})

test('a practice whose own disk is full is backed up to another one', async (context) => {
  if (!(await mountTempDisk(at('full'), '400m'))) return context.skip('no right to mount a small disk')
  await cp(at('practice'), at('full'), { recursive: true })
  const server = startServer(settings('full'))
  try {
    await server.listening
    await fillDisk(at('full', 'filler'))
    for (const target of [['--to', at('of-full'), '--keep', 'daily=1'], [at('of-full.tar')]]) {
      const { code, stdout, stderr } = await runProgram(settings('full'), 'backup', ...target)
      expect(stdout).toMatch(/^Wrote /)
      // unless its time fits into a page that the database has
      if (code !== 0)
        expect([code, stderr]).toEqual([3, expect.stringMatching(/^The backup is complete, but the database /)])
    }
    for (const made of ['of-full', 'of-full.tar'])
      expect(await runProgram(settings('none'), 'restore', at(made), '--check')).toMatchObject({ code: 0 })
  } finally {
    server.child.kill('SIGTERM')
    await server.ended
    await unmountTempDisk(at('full'))
  }
})

test('invalid options are reported in one line', async () => {
  const call = async (...words: string[]) => {
    const { code, stderr } = await runProgram(settings('practice'), ...words)
    return [code, stderr] as const
  }
  const says = (text: string) => expect.stringContaining(text)
  expect(await call('backup')).toEqual([2, says('--to with a folder')])
  expect(await call('backup', 'a.tar', '--to', at('x'))).toEqual([1, says('leave out the file')])
  expect(await call('backup', at('a.tar'), '--keep', 'daily=7')).toEqual([1, says('add --to FOLDER')])
  expect(await call('backup', '--to', at('x'), '--keep', 'often')).toEqual([1, says('like daily=7')])
  expect(await call('backup', '--to', folder)).toEqual([1, says('holds something that is no backup')])
  expect(await call('restore', folder)).toEqual([1, says('is no folder of backups')])
  const [archive = ''] = await runsIn('backups')
  expect(await call('restore', at('backups', 'runs', archive), '--at', '2026-01-01')).toEqual([
    1,
    says('this is a file'),
  ])
  expect(await runProgram(settings('alone'), 'restore', at('backups', 'runs', archive))).toMatchObject({
    code: 1,
    stderr: says('This file is part of a folder of backups: restore that folder.'),
  })
})

test('photos of a bucket are also copied once, and can be restored into another bucket', async () => {
  const [from, into] = [await startS3(), await startS3()]
  try {
    const there = (name: string, s3: typeof from) => settings(name, { STORAGE_URL: s3.url(), SECRET_KEY })
    expect(await runProgram({ ...there('bucket', from), DEMO: '1' }, 'demo')).toMatchObject({ code: 0 })
    const run = (...words: string[]) =>
      runProgram(there('bucket', from), 'backup', '--to', at('of-bucket'), '--json', ...words)
    const first = outputOf(await run())
    expect(first.copied.files).toBeGreaterThan(30)
    expect(outputOf(await run()).copied.files).toBe(0)
    expect(await runProgram(there('other', into), 'restore', at('of-bucket'))).toMatchObject({ code: 0 })
    expect(outputOf(await runProgram(there('other', into), 'backup', '--to', at('of-other'), '--json'))).toMatchObject({
      files: first.files,
      copied: first.copied,
    })
  } finally {
    await from.close()
    await into.close()
  }
})

test('a photo that is damaged in the storage is copied as it is, until a backup finds it repaired', async () => {
  await cp(at('practice'), at('damaged-source'), { recursive: true })
  const [photo] = await inDatabase('damaged-source', 'select image_key as key from photos order by image_key limit 1')
  const storage = openFolderStorage(at('damaged-source'))
  const key = String(photo?.['key'])
  const intact = await storage.get(key)
  await storage.remove(key)
  await storage.put(key, intact.subarray(0, 1000))
  const made = await backUp('damaged-source', 'with-damage')
  expect([made.code, outputOf(made).damaged]).toEqual([3, [key]])
  const restored = await runProgram(settings('restored-damage'), 'restore', at('with-damage'))
  expect([restored.code, restored.stderr]).toEqual([3, expect.stringContaining(`The backup has ${key} as it was`)])
  expect(await openFolderStorage(at('restored-damage')).get(key)).toEqual(intact.subarray(0, 1000))

  await storage.remove(key)
  await storage.put(key, intact)
  const repaired = await backUp('damaged-source', 'with-damage')
  expect([repaired.code, outputOf(repaired)]).toMatchObject([0, { damaged: [], copied: { files: 1 } }])
  // the copy in the folder is intact, so the next backup does not need that of the storage
  await storage.remove(key)
  expect(await backUp('damaged-source', 'with-damage')).toMatchObject({ code: 0 })
})

test('a photo that changes on its way from a bucket is read once more, in a file and in a folder', async () => {
  const s3 = await startS3()
  try {
    const there = settings('changing-bucket', { STORAGE_URL: s3.url(), SECRET_KEY })
    expect(await runProgram({ ...there, DEMO: '1' }, 'demo')).toMatchObject({ code: 0 })
    for (const target of [[at('changing.tar')], ['--to', at('of-changing')]]) {
      // the first two requests check the bucket
      s3.failNext('none', 'none', 'changed')
      const before = s3.requests.length
      expect(await runProgram(there, 'backup', ...target)).toMatchObject({ code: 0, stderr: '' })
      const reads = s3.requests.slice(before).filter((request) => request.startsWith('GET'))
      expect(reads.length - new Set(reads).size).toBe(1)
    }
  } finally {
    await s3.close()
  }
})

test('a download that breaks off is reported in one line, and the next backup succeeds', async () => {
  const s3 = await startS3()
  try {
    const there = settings('breaking-bucket', { STORAGE_URL: s3.url(), SECRET_KEY })
    expect(await runProgram({ ...there, DEMO: '1' }, 'demo')).toMatchObject({ code: 0 })
    // the first two requests check the bucket
    s3.failNext('none', 'none', 'broken')
    const { code, stderr } = await runProgram(there, 'backup', '--to', at('of-breaking'))
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The storage failed: [^\n]*Run this again[^\n]*$/)])
    expect(await runProgram(there, 'backup', '--to', at('of-breaking'))).toMatchObject({ code: 0 })
  } finally {
    await s3.close()
  }
})

test('check warns without a recent backup, and the metrics have its time', async () => {
  const created = startServer(
    settings('own', { DEMO: '0', PROVIDER_NAME: 'Prairie Vets' }),
    'admin',
    'create',
    'boss@a.example',
    '--password-stdin',
    '--first-name',
    'Ada',
    '--last-name',
    'Boss',
  )
  created.child.stdin?.end('Longhorn#2026-night')
  expect(await created.ended).toBe(0)
  const check = () => runProgram(settings('own', { DEMO: '0', PROVIDER_NAME: 'Prairie Vets' }), 'check')
  const none = 'backup: there is none: npx chisholm backup --to FOLDER, every night'
  expect(await check()).toMatchObject({ code: 0, stdout: expect.stringContaining(`! ${none}`) })
  await inDatabase('own', `update users set created_at = now() - interval '49 hours'`)
  expect(await check()).toMatchObject({ code: 3, stderr: `! ${none}` })
  const { at: timestamp } = outputOf(await backUp('own', 'of-own'))
  expect((await check()).stdout).toContain(`✓ backup: ${timestamp}`)
  const server = startServer(settings('own', { DEMO: '0', PROVIDER_NAME: 'Prairie Vets' }))
  const address = await server.listening
  const metrics = await (await fetch(`${address}/metrics`)).text()
  server.child.kill('SIGTERM')
  await server.ended
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1])
  expect(figure('chisholm_last_backup_timestamp_seconds')).toBe(Date.parse(timestamp) / 1000)
  expect(figure('chisholm_database_bytes')).toBeGreaterThan(1_000_000)
  expect(figure('chisholm_data_dir_free_bytes')).toBeGreaterThan(1_000_000)
  await inDatabase('own', `update installation_facts set at = now() - interval '49 hours'`)
  expect(await check()).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('! backup: the last one is from '),
  })
})
