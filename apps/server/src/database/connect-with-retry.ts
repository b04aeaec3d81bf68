import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isDatabaseUnavailable, ConnectionTimeoutError } from './connection-errors.ts'

/** Maximum time in milliseconds that a request waits for a connection while the database restarts or all are in use. */
export const connectTimeout = 5000
const retryPause = 200

/**
 * Connects from the pool, and retries while the database restarts. Nothing was sent yet, so a retry is safe for every
 * request.
 * @throws ConnectionTimeoutError  no connection was available in time
 */
export async function connectWithRetry(pool: pg.Pool): Promise<pg.PoolClient> {
  // An idle connection is available at once.
  if (pool.idleCount > 0 && pool.waitingCount === 0) return pool.connect()
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

/** A connection that arrives too late returns to the pool. */
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
