import pg from 'pg'
import type { StartupLog } from '../operator-error.ts'
import type { PreparedStatementClient } from './prepared-statement-client.ts'

/** In milliseconds. */
const defaults = {
  /** Between two inspections of the connections. One that has received nothing in between may be lost. */
  interval: 5000,
  /** Maximum time that a query waits for a database that cannot be reached. */
  unreachableTimeout: 30_000,
}

/**
 * Closes the connections of a pool whose query will get no response, because the network or the machine of the database
 * is gone without a word, or another one has taken over: their requests get 503 and can be repeated. TCP repeats what it
 * sent for a quarter of an hour before it gives up, and its probes find idle connections only. A query that the database
 * is still executing goes on, however long it takes.
 * @returns a function that stops it
 */
export function closeUnansweredConnections(
  pool: pg.Pool,
  connection: pg.PoolConfig,
  log: Pick<StartupLog, 'warn'>,
  { interval, unreachableTimeout } = defaults,
): () => void {
  /** The bytes that each connection had received at the last inspection. */
  const received = new Map<PreparedStatementClient, number>()
  pool.on('connect', (client) => void received.set(clientOf(client), 0))
  pool.on('remove', (client) => void received.delete(clientOf(client)))
  let unreachableSince: number | undefined
  let lastUnanswered: PreparedStatementClient[] = []

  const isWaiting = (client: PreparedStatementClient) =>
    !client.readyForQuery && client.bytesRead === received.get(client)
  const findUnanswered = async (waiting: PreparedStatementClient[]) => {
    const executing = waiting.length === 0 ? new Set<number>() : await readExecuting(connection, interval, waiting)
    if (executing) {
      unreachableSince = undefined
      return waiting.filter(({ processID }) => processID !== null && !executing.has(processID))
    }
    unreachableSince ??= performance.now() - interval
    return performance.now() - unreachableSince < unreachableTimeout ? [] : waiting
  }
  const inspect = async () => {
    const waiting = [...received.keys()].filter(isWaiting)
    for (const client of received.keys()) received.set(client, client.bytesRead)
    const unanswered = await findUnanswered(waiting)
    // twice, because the response to a query that has just ended may be on its way
    const lost = unanswered.filter((client) => lastUnanswered.includes(client) && isWaiting(client))
    lastUnanswered = unanswered
    for (const client of lost) client.connection.stream.destroy()
    if (lost.length > 0) log.warn(`Closed database connections that got no response: ${lost.length}.`)
  }

  let isInspecting = false
  const timer = setInterval(() => {
    if (isInspecting) return
    isInspecting = true
    void inspect().finally(() => (isInspecting = false))
  }, interval)
  timer.unref()
  return () => clearInterval(timer)
}

// cast: the class of the pool's clients
const clientOf = (client: pg.PoolClient) => client as unknown as PreparedStatementClient

/**
 * Reads on a new connection which of these clients' backends are executing something, by their process id.
 * @returns undefined if the database cannot be reached
 */
async function readExecuting(
  connection: pg.PoolConfig,
  timeout: number,
  clients: PreparedStatementClient[],
): Promise<ReadonlySet<number> | undefined> {
  const ids = clients.map(({ processID }) => processID)
  const probe = new pg.Client({
    ...connection,
    application_name: 'chisholm-probe',
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
  })
  probe.on('error', () => {})
  try {
    await probe.connect()
    const { rows } = await probe.query<{ pid: number }>(
      `select pid from pg_stat_activity where pid = any($1) and state not like 'idle%'`,
      [ids],
    )
    return new Set(rows.map(({ pid }) => pid))
  } catch (thrown) {
    // a database that refuses the connection, like one that has too many, is there
    return thrown instanceof pg.DatabaseError ? new Set(ids.filter((id) => id !== null)) : undefined
  } finally {
    void probe.end().catch(() => {})
  }
}
