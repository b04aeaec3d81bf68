import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isDatabaseUnavailable, ConnectionTimeoutError } from './connection-errors.ts'

/** How long a request waits for a connection before it fails, be it that the database restarts or that all are in use. */
export const connectTimeout = 5000
const retryPause = 200

/**
 * Takes a connection from the pool; while the database restarts, it waits. Nothing was asked yet, so this is safe for
 * every request.
 * @throws NoConnection  there is none in time
 */
export async function connectWithRetry(pool: pg.Pool): Promise<pg.PoolClient> {
  const deadline = Date.now() + connectTimeout
  for (;;) {
    try {
      return await within(deadline - Date.now(), pool.connect())
    } catch (thrown) {
      if (!isDatabaseUnavailable(thrown)) throw thrown
      if (thrown instanceof ConnectionTimeoutError) throw thrown
      if (Date.now() + retryPause > deadline) throw new ConnectionTimeoutError(thrown)
      await sleep(retryPause)
    }
  }
}

/** A connection that comes too late goes back to the pool. */
function within(milliseconds: number, connecting: Promise<pg.PoolClient>): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new ConnectionTimeoutError())
    }, milliseconds)
    connecting
      .finally(() => clearTimeout(timer))
      .then((client) => {
        if (isLate) client.release()
        else resolve(client)
      }, reject)
  })
}
