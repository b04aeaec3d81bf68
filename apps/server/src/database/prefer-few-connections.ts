import type pg from 'pg'

/**
 * Number of connections that are used without waiting. With sixteen callers on two cores, reads are 10 to 15 % faster
 * than with sixteen connections, because each has a PostgreSQL process with plans and caches of its own that the
 * processor has to read again (docs/performance.md).
 */
export const preferredConnections = 8
/** Maximum time in milliseconds that a caller waits for one of them: many times as long as a common query takes. */
const patience = 50

/**
 * Lets callers wait for a connection that will soon be released rather than use another one. Slow queries delay others
 * for a moment only: then they get a connection of the rest of the pool.
 * @returns a function that a caller has to await before it connects; undefined: it need not wait
 */
export function preferFewConnections(
  pool: pg.Pool,
  { preferred, patience: limit } = { preferred: preferredConnections, patience },
): () => Promise<void> | undefined {
  const waiting = new Set<() => void>()
  // The client is idle again once the listeners of this event have run.
  pool.on('release', () => {
    const [next] = waiting
    next?.()
  })
  return () => {
    if (waiting.size === 0 && pool.totalCount - pool.idleCount < preferred) return undefined
    return new Promise((resolve) => {
      const proceed = () => {
        clearTimeout(timer)
        waiting.delete(proceed)
        resolve()
      }
      const timer = setTimeout(proceed, limit)
      waiting.add(proceed)
    })
  }
}
