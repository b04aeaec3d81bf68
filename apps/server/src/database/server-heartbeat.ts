import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sql } from 'kysely'
import { errorMessage, type StartupLog } from '../operator-error.ts'

/** Class of the advisory locks that all servers of a database share. */
const lockClass = 1_867_005
const retryPause = 500
/** Timeout in milliseconds for a database that does not respond. */
const timeout = 5000

export interface Heartbeat {
  /** A random number that is new at each start. */
  number: number
  close(): Promise<void>
}

/**
 * Holds an advisory lock that shows other servers whether this one is alive. PostgreSQL releases it when the connection
 * ends, however the server ended. If the connection breaks, it reconnects.
 */
export async function startHeartbeat(connection: pg.PoolConfig, log: StartupLog): Promise<Heartbeat> {
  const number = randomInt(1, 2 ** 31 - 1)
  const state: { closed: boolean; client?: pg.Client } = { closed: false }

  const acquireLock = async () => {
    const client = new pg.Client({
      ...connection,
      application_name: 'chisholm-heartbeat',
      connectionTimeoutMillis: timeout,
      query_timeout: timeout,
    })
    // The `end` event follows and reconnects.
    client.on('error', (error) => state.closed || log.warn(`A database connection broke: ${errorMessage(error)}.`))
    try {
      await client.connect()
      await client.query('select pg_advisory_lock($1, $2)', [lockClass, number])
    } catch (thrown) {
      // A connection that hangs would take the lock when it wakes up.
      void client.end().catch(() => {})
      throw thrown
    }
    client.once('end', () => void reacquireLock())
    state.client = client
    if (state.closed) await client.end()
  }
  const reacquireLock = async () => {
    let held = false
    while (!held && !state.closed) {
      held = await acquireLock().then(
        () => true,
        () => false,
      )
      if (!held) await sleep(retryPause, undefined, { ref: false })
    }
  }

  await acquireLock()
  return {
    number,
    async close() {
      state.closed = true
      await state.client?.end()
    },
  }
}

/** SQL condition that is true if the server with this number is alive. */
export const isServerAlive = (number: ReturnType<typeof sql>) => sql<boolean>`exists (
  select from pg_locks
  where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
    and classid = ${sql.lit(lockClass)} and objid::bigint = ${number} and objsubid = 2 and granted)`
