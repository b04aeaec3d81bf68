import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readPostmasterPid } from '../testing/database-crash.ts'
import { processStartTime } from './data-dir-lock.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

const quiet = { info: () => {}, warn: () => {} }
let dataDir: string
let running: EmbeddedPostgres | undefined

const start = async (folder = dataDir) => {
  running = await startEmbeddedPostgres(folder, quiet, { durable: false })
  return running
}

async function ask(embedded: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ ...embedded.connection })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'chisholm-embedded-'))
})

afterEach(async () => {
  await running?.stop().catch(() => {})
  running = undefined
  await rm(dataDir, { recursive: true, force: true })
})

test('data survives a restart, and stopping leaves no process', { tags: 'long' }, async () => {
  const first = await start()
  await ask(first, `create table kept (word text); insert into kept values ('ranch')`)
  const pid = await readPostmasterPid(dataDir)
  await first.stop()
  expect(processStartTime(pid)).toBeUndefined()
  expect(await ask(await start(), 'select word from kept')).toEqual([{ word: 'ranch' }])
})

test('it listens on no network address, and only its owner may enter its socket folder', { tags: 'long' }, async () => {
  const embedded = await start()
  expect(await ask(embedded, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  expect((await stat(embedded.connection.host)).mode & 0o777).toBe(0o700)
})

test('committed data survives killing all database processes', async () => {
  running = await startEmbeddedPostgres(dataDir, quiet)
  await ask(running, `create table kept (word text); insert into kept values ('ranch')`)
  const pid = await readPostmasterPid(dataDir)
  process.kill(pid, 'SIGKILL')
  await running.stop()
  expect(await ask(await start(), 'select word from kept')).toEqual([{ word: 'ranch' }])
})

test('a second start on the same folder is refused with one line that names the process', {
  tags: 'long',
}, async () => {
  await start()
  await expect(startEmbeddedPostgres(dataDir, quiet)).rejects.toThrow(
    `DATA_DIR ${dataDir} is in use by another Chisholm (process ${process.pid}).`,
  )
})

test('a lock left by a killed server whose process number is in use again does not block', {
  tags: 'long',
}, async () => {
  await writeFile(path.join(dataDir, 'server.lock'), `${process.ppid} 1`)
  await expect(start()).resolves.toBeDefined()
})

test('a folder whose path is too long for a socket works', { tags: 'long' }, async () => {
  const long = path.join(dataDir, 'a-very-long-name'.repeat(6))
  await mkdir(long)
  const embedded = await start(long)
  expect(await ask(embedded, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a folder that cannot be created is reported in one line', async () => {
  const file = path.join(dataDir, 'file')
  await writeFile(file, '')
  await expect(startEmbeddedPostgres(path.join(file, 'data'), quiet)).rejects.toThrow(
    /^DATA_DIR \S+ cannot be written: ENOTDIR.*$/,
  )
})

test('a damaged database is reported in one line with PostgreSQL’s message', { tags: 'long' }, async () => {
  await (await start()).stop()
  await rm(path.join(dataDir, 'postgres/global/pg_control'))
  await expect(startEmbeddedPostgres(dataDir, quiet)).rejects.toThrow(
    /^The embedded database did not start: .*pg_control.*$/,
  )
})
