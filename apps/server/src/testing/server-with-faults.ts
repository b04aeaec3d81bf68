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

type Answers = Awaited<ReturnType<typeof sendRequest>>[]

export const isFailed = (response: { status: number } | undefined) => Number(response?.status) >= 500

/** During an outage requests succeed, fail with 5xx or get no response. */
export const expectNoRefusal = (first: Answers) =>
  expect(first.filter((response) => response && response.status >= 300 && !isFailed(response))).toEqual([])

/** During an outage some requests fail with 5xx and none with 4xx. */
export function expectOurFailure(first: Answers) {
  expectNoRefusal(first)
  expect(first.filter(isFailed)).not.toEqual([])
}

/** @returns the difference between two counts */
const done = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after).flatMap(([action, times]) => {
      const more = times - (before[action] ?? 0)
      return more === 0 ? [] : [[action, more]]
    }),
  )

/**
 * Provides the tests of a file with a server in its own process and database, on disks that can be filled, and runs
 * every operation of the API through faults. Another server creates the records that the operations need.
 */
export function useServerWithFaults() {
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
  async function countAuditActions(): Promise<Record<string, number>> {
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

  /** Retries every request until it succeeds, then once more, and expects the same response. */
  async function retryAll(requests: IdempotentRequest[]) {
    return Promise.all(
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
  }

  /** Number of audit entries per action if each operation happens once. */
  async function auditActionsOfOneRound(): Promise<Record<string, number>> {
    const requests = await keyed.createExamples()
    const before = await countAuditActions()
    await retryAll(requests)
    return done(before, await countAuditActions())
  }
  let ofOneRound: Promise<Record<string, number>> | undefined

  const askAll = (requests: IdempotentRequest[], to = address) => requests.map((request) => sendRequest(to, request))

  /**
   * @param fault  sends the requests; returns the responses
   * @returns the requests, their responses during the fault, and their final responses, in the order of the operations
   */
  async function faultIn(fault: (requests: IdempotentRequest[]) => Promise<Answers>) {
    const expected = await (ofOneRound ??= auditActionsOfOneRound())
    const requests = await keyed.createExamples()
    const before = await countAuditActions()
    const first = await fault(requests)
    const decided = await retryAll(requests)
    expect(done(before, await countAuditActions())).toEqual(expected)
    return { requests, first, decided }
  }

  /**
   * Blocks the transactions of all requests before they write an audit entry, and calls `work` with the pids of their
   * database backends.
   */
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
      // as many as the server's connections
      await waitFor(async () => expect((await waiting()).length + answered).toBeGreaterThan(15), 15_000)
      await work(await waiting())
      await client.end().catch(() => {})
      return await Promise.all(answers)
    } finally {
      await client.end().catch(() => {})
    }
  }
  return {
    address: () => address,
    factory: () => factory,
    dataDir: () => dataDir,
    filesDir: () => path.join(dataDir, 'files'),
    /** Whether this user may mount disks, which is required to fill one or to make it read-only. */
    hasDisks: () => mounted.length === 2,
    async kill() {
      await closeWorld()
      server.child.kill('SIGKILL')
      await server.ended
    },
    start,
    faultIn,
    heldUp,
    askAll,
    /** Temporary upload files left by servers that were not killed. */
    async leftUploads() {
      return (await uploads()).filter((name) => !leftByKills.has(name))
    },
  }
}
