import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sql } from 'kysely'
import { errorMessage, type StartupLog } from '../operator-error.ts'

/** Any number, the same in every server that shares a database. */
const lockClass = 1_867_005
const retryPause = 500
/** Milliseconds a database that hangs is waited for. */
const timeout = 5000

/** That a server lives, as the others see it. */
export interface Heartbeat {
  /** The server's number, of its own at each start. */
  number: number
  close(): Promise<void>
}

/**
 * Lets the other servers of a database see that this one lives: it holds a lock that the database itself gives free
 * when the connection ends, however the server ended. A connection that breaks is made anew.
 */
export async function startHeartbeat(connection: pg.PoolConfig, log: StartupLog): Promise<Heartbeat> {
  const number = randomInt(1, 2 ** 31 - 1)
  const state: { closed: boolean; client?: pg.Client } = { closed: false }

  const acquireLock = async () => {
    const client = new pg.Client({
      ...connection,
      application_name: 'chisholm-presence',
      keepAlive: true,
      connectionTimeoutMillis: timeout,
      query_timeout: timeout,
    })
    // what broke is told by its end, too
    client.on('error', (error) => state.closed || log.warn(`A database connection broke: ${errorMessage(error)}.`))
    try {
      await client.connect()
      await client.query('select pg_advisory_lock($1, $2)', [lockClass, number])
    } catch (thrown) {
      // one that hangs would hold the lock whenever it wakes up
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

/** SQL that says whether the server of this number lives. */
export const isServerAlive = (number: ReturnType<typeof sql>) => sql<boolean>`exists (
  select from pg_locks
  where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
    and classid = ${sql.lit(lockClass)} and objid::bigint = ${number} and objsubid = 2 and granted)`
