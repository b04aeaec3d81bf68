import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { errorMessage, type StartupLog } from '../../operator-error.ts'
import { type Change, changesSince, readHorizon } from './changes.queries.ts'

const retryPause = 500
const connectTimeout = 5000

/** The changes of all servers, in the order of their commits. */
export interface ChangeFeed {
  /** Subscribes to changes. The first listener opens the connection. */
  listen(listener: (change: Change) => void): Promise<void>
  /** The horizon of the last change passed to the listeners. */
  horizon(): number
  close(): Promise<void>
}

/** Listens on a separate connection. After a reconnect, listeners get the missed changes, some of them twice. */
export function createChangeFeed(connection: pg.PoolConfig, db: Kysely<Tables>, log: Pick<StartupLog, 'warn'>) {
  const listeners = new Set<(change: Change) => void>()
  const state: { closed: boolean; client?: pg.Client; ready?: Promise<void>; horizon: number } = {
    closed: false,
    horizon: 0,
  }
  const publish = (change: Change) => {
    state.horizon = Math.max(state.horizon, change.horizon)
    for (const listener of listeners) listener(change)
  }

  const connect = async () => {
    const client = new pg.Client({
      ...connection,
      application_name: 'chisholm-events',
      keepAlive: true,
      connectionTimeoutMillis: connectTimeout,
    })
    // The `end` event follows.
    client.on('error', (error) => state.closed || log.warn(`A database connection broke: ${errorMessage(error)}.`))
    // It may also end while the missed changes are read.
    let ended = false
    client.once('end', () => {
      ended = true
      if (state.client === client) void reconnect()
    })
    // Changes that arrive before the missed ones have been read are queued.
    let early: Change[] | null = []
    client.on('notification', ({ payload = '' }) => {
      // cast: the trigger of `changes` wrote it
      const change = JSON.parse(payload) as Change
      if (early) early.push(change)
      else publish(change)
    })
    try {
      await client.connect()
      await client.query('listen changes')
      if (state.horizon === 0) state.horizon = (await readHorizon(db)).horizon
      else for (const change of await changesSince(db, state.horizon)) publish(change)
      if (ended) throw new Error('the connection ended')
    } catch (thrown) {
      void client.end().catch(() => {})
      throw thrown
    }
    const waiting = early
    early = null
    for (const change of waiting) publish(change)
    state.client = client
    if (state.closed) await client.end()
  }
  const reconnect = async () => {
    let connected = false
    while (!connected && !state.closed) {
      connected = await connect().then(
        () => true,
        () => false,
      )
      if (!connected) await sleep(retryPause, undefined, { ref: false })
    }
  }

  return {
    async listen(listener) {
      listeners.add(listener)
      state.ready ??= connect()
      try {
        await state.ready
      } catch (thrown) {
        listeners.delete(listener)
        delete state.ready
        throw thrown
      }
    },
    horizon: () => state.horizon,
    async close() {
      state.closed = true
      listeners.clear()
      await state.ready?.catch(() => {})
      await state.client?.end()
    },
  } satisfies ChangeFeed
}
