import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** How long a request waits for a database that is being restarted, before it fails. */
const patience = 5000
const pause = 200

/** What a connection meets while the server goes down, is away, or comes up. */
const passing = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', '57P01', '57P02', '57P03'])

/**
 * Takes a connection from the pool; while the database restarts, it waits. Nothing was asked yet, so this is safe for
 * every request.
 */
export async function patientConnect(pool: pg.Pool): Promise<pg.PoolClient> {
  const deadline = Date.now() + patience
  for (;;) {
    try {
      return await pool.connect()
    } catch (thrown) {
      const { code = '' } = thrown as { code?: string }
      if (!passing.has(code) || Date.now() > deadline) throw thrown
      await sleep(pause)
    }
  }
}
