import pg from 'pg'
import { errorMessage, type StartupLog } from '../../operator-error.ts'
import type { Change } from './changes.queries.ts'

const connectTimeout = 5000

/** A connection that PostgreSQL notifies of changes. */
export interface ChangeConnection {
  /** Resolves when it breaks or was closed. */
  ended: Promise<void>
  hasEnded(): boolean
  /** Passes the changes that have arrived, and all later ones. */
  deliver(listener: (change: Change) => void): void
  close(): Promise<void>
}

/** Opens a connection and listens to changes. They are queued until `deliver`. */
export async function openChangeConnection(
  connection: pg.PoolConfig,
  log: Pick<StartupLog, 'warn'>,
): Promise<ChangeConnection> {
  const client = new pg.Client({
    ...connection,
    application_name: 'chisholm-events',
    connectionTimeoutMillis: connectTimeout,
  })
  // the `end` event follows
  client.on('error', (error) => log.warn(`A database connection broke: ${errorMessage(error)}.`))
  let hasEnded = false
  const ended = new Promise<void>((resolve) => {
    client.once('end', () => {
      hasEnded = true
      resolve()
    })
  })
  const queued: Change[] = []
  let receive: (change: Change) => void = (change) => queued.push(change)
  client.on('notification', ({ payload = '' }) => {
    // cast: the trigger of `changes` wrote it
    receive(JSON.parse(payload) as Change)
  })
  try {
    await client.connect()
    await client.query('listen changes')
  } catch (thrown) {
    void client.end().catch(() => {})
    throw thrown
  }
  return {
    ended,
    hasEnded: () => hasEnded,
    deliver(listener) {
      receive = listener
      for (const change of queued) listener(change)
    },
    close: () => client.end(),
  }
}
