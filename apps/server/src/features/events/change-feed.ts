import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { PoolConfig } from 'pg'
import type { Tables } from '../../database/tables.ts'
import type { StartupLog } from '../../operator-error.ts'
import { type ChangeConnection, openChangeConnection } from './change-connection.ts'
import { type Change, changesSince, readHorizon } from './changes.queries.ts'

const retryPause = 500

/** The changes of all servers, in the order of their commits. */
export interface ChangeFeed {
  /** Subscribes to changes. The first listener opens the connection. */
  listen(listener: (change: Change) => void): Promise<void>
  /** The horizon of the last change passed to the listeners. */
  horizon(): number
  close(): Promise<void>
}

/** Listens on a separate connection. After a reconnect, listeners get the missed changes, some of them twice. */
export function createChangeFeed(
  connection: PoolConfig,
  db: Kysely<Tables>,
  log: Pick<StartupLog, 'warn'>,
): ChangeFeed {
  const listeners = new Set<(change: Change) => void>()
  let horizon = 0
  const state = { isClosed: false }
  let open: ChangeConnection | undefined
  let ready: Promise<void> | undefined

  const publish = (change: Change) => {
    horizon = Math.max(horizon, change.horizon)
    for (const listener of listeners) listener(change)
  }
  const connect = async () => {
    const opened = await openChangeConnection(connection, { warn: (text) => state.isClosed || log.warn(text) })
    try {
      if (horizon === 0) horizon = (await readHorizon(db)).horizon
      else for (const change of await changesSince(db, horizon)) publish(change)
      // it may break while the missed changes are read
      if (opened.hasEnded()) throw new Error('the connection ended')
    } catch (thrown) {
      void opened.close().catch(() => {})
      throw thrown
    }
    opened.deliver(publish)
    void opened.ended.then(reconnect)
    open = opened
    if (state.isClosed) await opened.close()
  }
  const reconnect = async () => {
    for (let isConnected = false; !isConnected && !state.isClosed; ) {
      isConnected = await connect().then(
        () => true,
        () => false,
      )
      if (!isConnected) await sleep(retryPause, undefined, { ref: false })
    }
  }

  return {
    async listen(listener) {
      listeners.add(listener)
      ready ??= connect()
      try {
        await ready
      } catch (thrown) {
        listeners.delete(listener)
        ready = undefined
        throw thrown
      }
    },
    horizon: () => horizon,
    async close() {
      state.isClosed = true
      listeners.clear()
      await ready?.catch(() => {})
      await open?.close()
    },
  }
}
