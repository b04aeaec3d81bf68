import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isDatabaseUnavailable } from '../database/connection-errors.ts'
import type { TestDocument } from '../testing/test-compiler.ts'
import { waitFor } from '../testing/wait-for.ts'
import { compilerProcess } from './compiler-process.ts'

let folder: string
let log: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-compiler-'))
  log = path.join(folder, 'log')
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true, force: true })
})

/** A compiler with a process of its own; its documents name that process and the environment. */
function testCompiler() {
  const compile = compilerProcess<TestDocument>('../testing/test-compiler.ts')
  // cast: test-compiler.ts returns this
  return async (document: TestDocument) => JSON.parse(String(await compile(document))) as { pid: number; env: string[] }
}

/** Ids of the processes that began to compile a document with this log. @throws Error  there is none */
async function logged() {
  const lines = (await readFile(log, 'utf8')).split('\n').filter((line) => line !== '')
  if (lines.length === 0) throw new Error('the log is still empty')
  return lines.map(Number)
}
const expectEnd = (pid: number) => waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'))

test('a document that cannot be compiled fails with the text of the error, and the next has the same process', async () => {
  const compile = testCompiler()
  const { pid } = await compile({ does: 'succeed' })
  await expect(compile({ does: 'fail' })).rejects.toThrow('unknown variable: cattle')
  expect((await compile({ does: 'succeed' })).pid).toBe(pid)
})

test('a document that aborts every process which compiles it fails after two, and those that wait are compiled', async () => {
  const compile = testCompiler()
  const [aborting, one, other] = await Promise.allSettled([
    compile({ does: 'abort', log }),
    compile({ does: 'succeed' }),
    compile({ does: 'succeed' }),
  ])
  const message = 'the process that compiles documents ended with SIGABRT'
  expect(aborting).toMatchObject({ reason: { message } })
  expect(one).toMatchObject({ status: 'fulfilled' })
  expect(other).toEqual(one)
  expect(await logged()).toHaveLength(2)
})

test('a document whose process is killed during the compilation is compiled in another', async () => {
  const waiting = testCompiler()({ does: 'hang at first', log })
  const [killed = 0] = await waitFor(logged)
  process.kill(killed, 'SIGKILL')
  const { pid } = await waiting
  expect(await logged()).toEqual([killed, pid])
})

test('a process that keeps much memory after a document ends', async () => {
  const compile = testCompiler()
  const { pid } = await compile({ does: 'keep memory' })
  await expectEnd(pid)
  expect((await compile({ does: 'succeed' })).pid).not.toBe(pid)
})

test('if processes cannot be started a document fails, and the next is compiled once they can', async () => {
  const compile = testCompiler()
  const { execPath } = process
  process.execPath = path.join(folder, 'missing')
  await expect(compile({ does: 'succeed' }).finally(() => (process.execPath = execPath))).rejects.toThrow('ENOENT')
  expect((await compile({ does: 'succeed' })).pid).toBeGreaterThan(0)
})

test('a document whose process ends while it is sent fails, and not as a broken connection to the database', async () => {
  const compile = compilerProcess('../testing/test-compiler.ts')
  const ending = path.join(folder, 'node')
  await writeFile(ending, '#!/bin/sh\nkill -ABRT $$\n', { mode: 0o755 })
  const { execPath } = process
  process.execPath = ending
  // more than a socket takes at once
  const failure = await compile({ does: 'succeed', text: 'x'.repeat(20_000_000) }).catch((thrown: unknown) => thrown)
  process.execPath = execPath
  expect(failure).toBeInstanceOf(Error)
  expect(isDatabaseUnavailable(failure)).toBe(false)
})

test('a process that ended while it was idle is replaced', async () => {
  const compile = testCompiler()
  const { pid } = await compile({ does: 'succeed' })
  process.kill(pid, 'SIGKILL')
  await expectEnd(pid)
  expect((await compile({ does: 'succeed' })).pid).not.toBe(pid)
})

test('a document whose compilation does not end fails, its process is ended, and the next is compiled', async () => {
  const compile = testCompiler()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const hanging = Promise.allSettled([compile({ does: 'hang', log })])
  const [stuck = 0] = await waitFor(logged)
  vi.advanceTimersByTime(120_000)
  vi.useRealTimers()
  expect(await hanging).toMatchObject([{ reason: { message: 'a document was not compiled within 120 s' } }])
  await expectEnd(stuck)
  expect(await logged()).toEqual([stuck])
  expect((await compile({ does: 'succeed' })).pid).not.toBe(stuck)
})

test('a process gets no secrets of the server', async () => {
  vi.stubEnv('SECRET_KEY', 'x'.repeat(32))
  vi.stubEnv('DATABASE_URL', 'postgres://chisholm:secret@127.0.0.1/chisholm')
  vi.stubEnv('MALLOC_ARENA_MAX', '1')
  const { env } = await testCompiler()({ does: 'succeed' })
  expect(env).toContain('MALLOC_ARENA_MAX')
  expect(env.filter((name) => !/^(MALLOC_\w+|NODE_\w+)$/.test(name))).toEqual([])
})

test('a process that is idle ends', async () => {
  const compile = testCompiler()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { pid } = await compile({ does: 'succeed' })
  vi.advanceTimersByTime(29_000)
  expect((await compile({ does: 'succeed' })).pid).toBe(pid)
  vi.advanceTimersByTime(29_000)
  expect((await compile({ does: 'succeed' })).pid).toBe(pid)
  vi.advanceTimersByTime(30_000)
  vi.useRealTimers()
  await expectEnd(pid)
})

test.each(['SIGTERM', 'SIGKILL'] as const)('a process ends with its server, even if it hangs: %s', async (signal) => {
  const program = path.resolve(import.meta.dirname, '../testing/compile-hanging.ts')
  const server = spawn(process.execPath, [program, log], { stdio: 'inherit' })
  const [pid = 0] = await waitFor(logged)
  server.kill(signal)
  await once(server, 'exit')
  await expectEnd(pid)
})
