import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { findRunningEmbedded } from '../database/embedded-postgres.ts'
import { connect } from '../database/database.ts'
import { type Factory, createFactory } from './factory.ts'
import { sendRequest, sendUntilDecided, type IdempotentRequest, idempotentOperations } from './idempotent-operations.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { mountTempDisk, unmountTempDisk } from './temp-disk.ts'
import { waitFor } from './wait-for.ts'

const SECRET_KEY = 'x'.repeat(40)
const quiet = { info: () => {}, warn: () => {} }

type Responses = Awaited<ReturnType<typeof sendRequest>>[]

export const isFailed = (response: { status: number } | undefined) => Number(response?.status) >= 500

/** During an outage requests succeed, fail with 5xx or get no response. */
export const expectNoRefusal = (first: Responses) =>
  expect(first.filter((response) => response && response.status >= 300 && !isFailed(response))).toEqual([])

/** During an outage some requests fail with 5xx and none with 4xx. */
export function expectOurFailure(first: Responses) {
  expectNoRefusal(first)
  expect(first.filter(isFailed)).not.toEqual([])
}

const difference = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after).flatMap(([action, times]) => {
      const more = times - (before[action] ?? 0)
      return more === 0 ? [] : [[action, more]]
    }),
  )

/** Number of audit entries per action. */
async function countAuditActions(connection: pg.ClientConfig): Promise<Record<string, number>> {
  const client = new pg.Client(connection)
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

/** Retries every request until it succeeds, then once more, and expects the same response. */
const retryAll = (address: string, requests: IdempotentRequest[]) =>
  Promise.all(
    requests.map(async (request) => {
      const response = await sendUntilDecided(address, request)
      const summary = [request.operation.operationId, response.status, response.status < 300 ? '' : response.body]
      expect(summary).toEqual([request.operation.operationId, request.operation.success, ''])
      // A slow machine may still be recovering, and says so with 503.
      const again = await sendUntilDecided(address, request)
      expect([again.status, again.body]).toEqual([response.status, response.body])
      return response
    }),
  )

/**
 * Blocks the transactions of all requests before they write an audit entry.
 * @param send  sends the requests
 * @param work  called with the process ids of their database backends
 */
async function blockCommits(
  connection: pg.ClientConfig,
  send: () => Promise<Responses[number]>[],
  work: (pids: number[]) => Promise<unknown>,
): Promise<Responses> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin; lock table audit_entries in exclusive mode')
    let finished = 0
    const responses = send()
    for (const response of responses) void response.then(() => (finished += 1))
    const readBlocked = async () => {
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_locks where relation = 'audit_entries'::regclass and not granted`,
      )
      return rows.map(({ pid }) => pid)
    }
    // as many as the server's connections
    await waitFor(async () => expect((await readBlocked()).length + finished).toBeGreaterThan(15))
    await work(await readBlocked())
    await client.end().catch(() => {})
    return await Promise.all(responses)
  } finally {
    await client.end().catch(() => {})
  }
}

/** A folder for the data of a server, with disks in it where this user may mount any; removed after the last test. */
function createDataDir() {
  let dataDir: string
  const mounted: string[] = []
  beforeAll(async () => {
    dataDir = await realpath(await mkdtemp(path.join(os.tmpdir(), 'chisholm-faults-')))
    for (const [folder, size] of [
      [dataDir, '600m'],
      [path.join(dataDir, 'files'), '60m'],
    ] as const)
      if (await mountTempDisk(folder, size)) mounted.push(folder)
  })
  afterAll(async () => {
    for (const folder of mounted.toReversed()) await unmountTempDisk(folder)
    await rm(dataDir, { recursive: true, force: true })
  })
  return {
    dataDir: () => dataDir,
    /** Whether this user may mount disks, which is required to fill one or to make it read-only. */
    hasDisks: () => mounted.length === 2,
  }
}

/**
 * Provides the tests of a file with a server in its own process and database, on disks that can be filled, and runs
 * every operation of the API through faults. A second server, in the process of the tests, creates the records that the
 * operations need.
 */
export function useServerWithFaults() {
  const { dataDir, hasDisks } = createDataDir()
  let server: ServerProcess
  let address: string
  let factory: Factory
  let closeFactory: () => Promise<void>
  let operations: Awaited<ReturnType<typeof idempotentOperations>>

  /** Temporary files of killed servers, deleted within hours (`upload-cleanup.test.ts`). */
  const leftByKills = new Set<string>()
  const uploads = () => readdir(path.join(dataDir(), 'uploads')).catch(() => [])

  const start = async () => {
    for (const name of await uploads()) leftByKills.add(name)
    server = startServer({ DATA_DIR: dataDir(), DEMO: '0', SECRET_KEY })
    address = (await server.listening) ?? ''
  }
  const findConnection = async () => ({ ...(await findRunningEmbedded(dataDir())) })
  const openFactory = async () => {
    const database = await connect(await findConnection(), quiet)
    factory = await createFactory({ DATA_DIR: dataDir(), SECRET_KEY }, undefined, database)
    let closing: Promise<void> | undefined
    closeFactory = () => (closing ??= factory.close())
    operations = await idempotentOperations(factory)
  }

  beforeAll(start)
  beforeEach(openFactory)
  afterEach(() => closeFactory())
  afterAll(async () => {
    server.child.kill('SIGTERM')
    await server.ended
  })

  /** Number of audit entries per action if each operation happens once. */
  async function auditActionsOfOneRound(): Promise<Record<string, number>> {
    const requests = await operations.createExamples()
    const before = await countAuditActions(await findConnection())
    await retryAll(address, requests)
    return difference(before, await countAuditActions(await findConnection()))
  }
  let ofOneRound: Promise<Record<string, number>> | undefined

  const sendAll = (requests: IdempotentRequest[], to = address) => requests.map((request) => sendRequest(to, request))

  /**
   * Runs every operation through a fault, retries it, and expects that each happened once.
   * @param fault  sends the requests; returns the responses
   * @returns the requests, their responses during the fault, and their final responses, in the order of the operations
   */
  async function runThroughFault(fault: (requests: IdempotentRequest[]) => Promise<Responses>) {
    const expected = await (ofOneRound ??= auditActionsOfOneRound())
    const requests = await operations.createExamples()
    const before = await countAuditActions(await findConnection())
    const first = await fault(requests)
    const decided = await retryAll(address, requests)
    expect(difference(before, await countAuditActions(await findConnection()))).toEqual(expected)
    return { requests, first, decided }
  }

  return {
    address: () => address,
    factory: () => factory,
    dataDir,
    filesDir: () => path.join(dataDir(), 'files'),
    hasDisks,
    async kill() {
      await closeFactory()
      server.child.kill('SIGKILL')
      await server.ended
    },
    start,
    runThroughFault,
    /** Sends requests whose transactions are blocked before they commit, while `work` runs. */
    blockCommits: async (requests: IdempotentRequest[], work: (pids: number[]) => Promise<unknown>) =>
      blockCommits(await findConnection(), () => sendAll(requests), work),
    sendAll,
    /** Temporary upload files left by servers that were not killed. */
    async leftUploads() {
      return (await uploads()).filter((name) => !leftByKills.has(name))
    },
  }
}
