import type pg from 'pg'

/** The sizes are explained in docs/decisions/0476-eight-connections.md. */
const defaults = {
  /** Number of connections for statements outside transactions. */
  shared: 8,
  /** Maximum time in milliseconds that a statement waits for one of them: many times as long as a common query takes. */
  maxWait: 50,
}

/**
 * Connects for statements outside transactions. Each waits for one of a few shared connections, because PostgreSQL serves
 * few faster than many, but only for a moment: while slow queries use them all, others get further connections.
 * @param connect  connects from the pool
 * @returns a function that waits for its turn and connects
 */
export function shareConnections(
  pool: pg.Pool,
  connect: () => Promise<pg.PoolClient>,
  { shared, maxWait } = defaults,
): () => Promise<pg.PoolClient> {
  const clients = new Set<pg.PoolClient>()
  let inUse = 0
  const waiting = new Set<() => void>()
  const free = () => {
    inUse -= 1
    const [next] = waiting
    next?.()
  }
  // The client is idle again once the listeners of this event have run.
  pool.on('release', (_failure, client) => {
    if (clients.delete(client)) free()
  })
  const waitForTurn = () =>
    new Promise<void>((resolve) => {
      const proceed = () => {
        clearTimeout(timer)
        waiting.delete(proceed)
        resolve()
      }
      const timer = setTimeout(proceed, maxWait)
      waiting.add(proceed)
    })
  return async () => {
    if (inUse >= shared || waiting.size > 0) await waitForTurn()
    inUse += 1
    try {
      const client = await connect()
      clients.add(client)
      return client
    } catch (failure) {
      free()
      throw failure
    }
  }
}
