import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { findRunningEmbedded } from './database/embedded-postgres.ts'
import { connect } from './database/database.ts'
import { startResponseBlockingProxy } from './testing/response-blocking-proxy.ts'
import { readPostmasterPid } from './testing/database-crash.ts'
import { type Factory, createFactory } from './testing/factory.ts'
import {
  sendRequest,
  sendUntilDecided,
  type IdempotentRequest,
  idempotentOperations,
} from './testing/idempotent-operations.ts'
import { type ServerProcess, startServer } from './testing/server-process.ts'
import { fillDisk, mountTempDisk, setReadOnly, unmountTempDisk } from './testing/temp-disk.ts'
import { waitFor } from './testing/wait-for.ts'

// A server in its own process and database; the records its operations need are created by another server.
const SECRET_KEY = 'x'.repeat(40)
const quiet = { info: () => {}, warn: () => {} }

type Answers = Awaited<ReturnType<typeof sendRequest>>[]

let dataDir: string
let mounted: string[] = []
let server: ServerProcess
let address: string
let factory: Factory
let closeWorld: () => Promise<void>
let keyed: Awaited<ReturnType<typeof idempotentOperations>>

/** Temporary files of killed servers, deleted within hours (`upload-cleanup.test.ts`). */
const leftByKills = new Set<string>()
const uploads = () => readdir(path.join(dataDir, 'uploads')).catch(() => [])

const start = async () => {
  for (const name of await uploads()) leftByKills.add(name)
  server = startServer({ DATA_DIR: dataDir, DEMO: '0', SECRET_KEY })
  address = (await server.listening) ?? ''
}
const beside = async () => ({ ...(await findRunningEmbedded(dataDir)) })
const openWorld = async () => {
  factory = await createFactory({ DATA_DIR: dataDir, SECRET_KEY }, undefined, await connect(await beside(), quiet))
  let closing: Promise<void> | undefined
  closeWorld = () => (closing ??= factory.close())
  keyed = await idempotentOperations(factory)
}

beforeAll(async () => {
  dataDir = await realpath(await mkdtemp(path.join(os.tmpdir(), 'chisholm-faults-')))
  for (const [folder, size] of [
    [dataDir, '600m'],
    [path.join(dataDir, 'files'), '60m'],
  ] as const)
    if (await mountTempDisk(folder, size)) mounted.push(folder)
  await start()
}, 60_000)
beforeEach(openWorld)
afterEach(() => closeWorld())
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  for (const folder of mounted.toReversed()) await unmountTempDisk(folder)
  await rm(dataDir, { recursive: true, force: true })
}, 60_000)

/** Number of audit entries per action. */
async function acts(): Promise<Record<string, number>> {
  const client = new pg.Client(await beside())
  await client.connect()
  try {
    const { rows } = await client.query<{ action: string; times: number }>(
      'select action, count(*)::int as times from audit_entries group by action',
    )
    return Object.fromEntries(rows.map(({ action, times }) => [action, times]))
  } finally {
    await client.end()
  }
}

/** @returns the difference between two counts */
const done = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after).flatMap(([action, times]) => {
      const more = times - (before[action] ?? 0)
      return more === 0 ? [] : [[action, more]]
    }),
  )

/** Retries every request until it succeeds, then once more, and expects the same response. */
async function decideAll(requests: IdempotentRequest[]) {
  return Promise.all(
    requests.map(async (request) => {
      const heard = await sendUntilDecided(address, request)
      const told = [request.operation.operationId, heard.status, heard.status < 300 ? '' : heard.body]
      expect(told).toEqual([request.operation.operationId, request.operation.success, ''])
      const again = await sendRequest(address, request)
      expect([again?.status, again?.body]).toEqual([heard.status, heard.body])
      return heard
    }),
  )
}

/** Audit entries when each operation happens once. */
async function actsOfOneRound(): Promise<Record<string, number>> {
  const requests = await keyed.createExamples()
  const before = await acts()
  await decideAll(requests)
  return done(before, await acts())
}
let ofOneRound: Promise<Record<string, number>> | undefined

const askAll = (requests: IdempotentRequest[], to = address) => requests.map((request) => sendRequest(to, request))

/**
 * @param fault  sends the requests; returns the responses
 * @returns the requests, their responses during the fault, and their final responses, in the order of the operations
 */
async function faultIn(fault: (requests: IdempotentRequest[]) => Promise<Answers>) {
  const expected = await (ofOneRound ??= actsOfOneRound())
  const requests = await keyed.createExamples()
  const before = await acts()
  const first = await fault(requests)
  const decided = await decideAll(requests)
  expect(done(before, await acts())).toEqual(expected)
  return { requests, first, decided }
}

/** Blocks the transactions of all requests before they write an audit entry, and calls `work` with their backends. */
async function heldUp(requests: IdempotentRequest[], work: (pids: number[]) => Promise<unknown>): Promise<Answers> {
  const client = new pg.Client(await beside())
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin; lock table audit_entries in exclusive mode')
    let answered = 0
    const answers = askAll(requests)
    for (const answer of answers) void answer.then(() => (answered += 1))
    const waiting = async () => {
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_locks where relation = 'audit_entries'::regclass and not granted`,
      )
      return rows.map(({ pid }) => pid)
    }
    // as many as the server has connections
    await waitFor(async () => expect((await waiting()).length + answered).toBeGreaterThan(15), 15_000)
    await work(await waiting())
    await client.end().catch(() => {})
    return await Promise.all(answers)
  } finally {
    await client.end().catch(() => {})
  }
}

const isFailed = (heard: { status: number } | undefined) => Number(heard?.status) >= 500

/** During an outage some requests fail with 5xx and none with 4xx. */
function expectOurFailure(first: Answers) {
  expect(first.filter((heard) => heard && heard.status >= 300 && !isFailed(heard))).toEqual([])
  expect(first.filter(isFailed)).not.toEqual([])
}

test('operations of a server killed after commit happened once and are replayed under their key', async () => {
  const { decided } = await faultIn(async (requests) => {
    const holder = await startResponseBlockingProxy(address)
    const answers = askAll(requests, holder.address)
    await waitFor(() => expect(holder.held()).toBe(requests.length), 60_000)
    await closeWorld()
    server.child.kill('SIGKILL')
    await server.ended
    await holder.close()
    await start()
    return Promise.all(answers)
  })
  expect(decided.filter(({ isReplayed }) => !isReplayed)).toEqual([])
}, 120_000)

test('operations of a server killed before commit are rolled back and happen once on retry', async () => {
  await faultIn(async (requests) => {
    const answers = await heldUp(requests, async () => {
      await closeWorld()
      server.child.kill('SIGKILL')
      await server.ended
    })
    await start()
    return answers
  })
}, 120_000)

test('terminated connections give 503, and everything happens once', async () => {
  const { first } = await faultIn((requests) =>
    heldUp(requests, (pids) =>
      factory.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids]),
    ),
  )
  expectOurFailure(first)
  expect(new Set(first.filter(isFailed).map((heard) => heard?.status))).toEqual(new Set([503]))
}, 120_000)

test('a killed database restarts, and everything happens once', async () => {
  const { first } = await faultIn((requests) =>
    heldUp(requests, async () => process.kill(await readPostmasterPid(dataDir), 'SIGKILL')),
  )
  expectOurFailure(first)
}, 120_000)

test('a database that hangs for twenty seconds loses and duplicates nothing', async () => {
  const { first } = await faultIn((requests) =>
    heldUp(requests, async (pids) => {
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      await sleep(20_000)
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    }),
  )
  expectOurFailure(first)
}, 120_000)

const keptFiles = () => path.join(dataDir, 'files')

test.each([
  ['database', ''],
  ['photos and reports', 'files'],
])(
  'on a full disk of the %s no request takes partial effect, and once there is space each takes effect once',
  async (_name, folder) => {
    if (mounted.length < 2) return console.log('Not tested: a full disk, because this user may not mount one.')
    const filler = path.join(dataDir, folder, 'filler')
    const { first } = await faultIn(async (requests) => {
      await fillDisk(filler)
      const answers = await Promise.all(askAll(requests))
      await rm(filler)
      return answers
    })
    expectOurFailure(first)
  },
  120_000,
)

test('a read-only storage gives 5xx, and everything happens once', async () => {
  if (mounted.length < 2) return console.log('Not tested: a folder read-only, because this user may not mount one.')
  const { requests, first } = await faultIn(async (requests) => {
    await setReadOnly(keptFiles(), true)
    const answers = await Promise.all(askAll(requests))
    await setReadOnly(keptFiles(), false)
    return answers
  })
  expectOurFailure(first)
  const failed = requests.filter((_, index) => isFailed(first[index]))
  expect(failed.map(({ operation }) => operation.operationId)).toEqual([
    'createMedias',
    'putUploadPart',
    'issuePreliminaryReport',
    'changeProviderLogo',
  ])
}, 120_000)

test('with all stored files missing every operation still succeeds once', async () => {
  const { first } = await faultIn(async (requests) => {
    for (const file of await readdir(keptFiles(), { recursive: true, withFileTypes: true }))
      if (file.isFile()) await rm(path.join(file.parentPath, file.name))
    return Promise.all(askAll(requests))
  })
  expect(first.filter(isFailed)).toEqual([])
}, 120_000)

test('failures leave no temporary upload files', async () => {
  await waitFor(async () => expect((await uploads()).filter((name) => !leftByKills.has(name))).toEqual([]))
})
