import { type Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { OperatorError, errorMessage, type StartupLog } from '../operator-error.ts'
import type { Settings } from '../settings.ts'
import { findRunningEmbedded, embeddedClusterExists, startEmbeddedPostgres } from './embedded-postgres.ts'
import { closeUnansweredConnections } from './close-unanswered-connections.ts'
import { type Migrated, migrate } from './migrate.ts'
import { connectTimeout, connectWithRetry } from './connect-with-retry.ts'
import { planning } from './planner-settings.ts'
import { createPipeliningKysely } from './pipelining-kysely.ts'
import { PreparedStatementClient } from './prepared-statement-client.ts'
import type { Tables } from './tables.ts'
import { shareConnections } from './share-connections.ts'
import { isBeginningTransaction, isInTransaction } from './transaction.ts'

/** The open, migrated database. */
export interface Database extends Migrated {
  db: Kysely<Tables>
  pool: pg.Pool
  /** Settings for modules that open connections of their own, outside the pool. */
  connection: pg.PoolConfig
  close(): Promise<void>
}

const minPostgresVersion = 15

const { INT8, NUMERIC, DATE } = pg.types.builtins
const asNumber = (text: string) => Number(text)
const parsers = new Map<number, (text: string) => unknown>([
  // Counts and sums are int8 and numeric, but stay far below 2^53.
  [INT8, asNumber],
  [NUMERIC, asNumber],
  // A day has no time. As a Date it would shift with the server's time zone.
  [DATE, (text) => text],
])

/**
 * TCP probes after ten seconds without a query keep firewalls from forgetting a connection, and close one to a server
 * that is gone. The default is two hours.
 */
const tcpProbes = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * PostgreSQL, too, closes a connection whose other end has not answered for 40 seconds. Otherwise a server whose machine
 * or network is gone without a word would keep its locks for two hours, and all requests that need them would wait. For
 * a connection without TCP these settings have no effect.
 */
const serverProbes =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3 -c tcp_user_timeout=40000'

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- pg's enum lacks some type ids
    return (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format)
  },
}

export interface OpenOptions {
  /** Connects to the embedded database of a server that is already running, if there is one. */
  allowRunning?: boolean
  /** Fails if the embedded database does not exist, instead of creating it. */
  mustExist?: boolean
  /** Stops before the first migration that is not in this list. */
  onlyMigrations?: readonly string[]
  connections?: number
  /** How long a statement waits for a lock, as PostgreSQL writes it; default: without a limit. */
  lockTimeout?: string
  /** Called if the embedded database stopped and could not be restarted. */
  onGiveUp?: () => void
}

/**
 * Opens DATABASE_URL, or starts the embedded database, and migrates it.
 * @throws OperatorError  it cannot be reached, started or migrated
 */
export async function openDatabase(
  settings: Pick<Settings, 'dataDir' | 'databaseUrl'>,
  log: StartupLog,
  { allowRunning = false, mustExist = false, onlyMigrations, connections, lockTimeout, onGiveUp }: OpenOptions = {},
): Promise<Database> {
  const noop = async () => {}
  const connectTo = (address: pg.PoolConfig, stop: () => Promise<void>) =>
    connect(address, log, stop, {
      ...(onlyMigrations && { onlyMigrations }),
      ...(connections !== undefined && { connections }),
      ...(lockTimeout !== undefined && { lockTimeout }),
    })
  if (settings.databaseUrl !== undefined) return connectTo({ connectionString: settings.databaseUrl }, noop)
  if (mustExist && !embeddedClusterExists(settings.dataDir))
    throw new OperatorError(`There is no database in ${settings.dataDir}: set DATA_DIR to its folder, or DATABASE_URL.`)
  const running = allowRunning ? await findRunningEmbedded(settings.dataDir) : undefined
  if (running) return connectTo({ ...running }, noop)
  const embedded = await startEmbeddedPostgres(settings.dataDir, log, onGiveUp && { onGiveUp })
  try {
    return await connectTo({ ...embedded.connection }, () => embedded.stop())
  } catch (thrown) {
    await embedded.stop()
    throw thrown
  }
}

/**
 * Connects to a running PostgreSQL and migrates it.
 * @param stop  called after the connections are closed
 * @param options.onlyMigrations  stops before the first migration that is not in this list; default: all run
 */
export async function connect(
  address: pg.PoolConfig,
  log: StartupLog,
  stop: () => Promise<void> = async () => {},
  {
    onlyMigrations,
    connections,
    lockTimeout,
  }: Pick<OpenOptions, 'onlyMigrations' | 'connections' | 'lockTimeout'> = {},
): Promise<Database> {
  const connection: pg.PoolConfig = { ...address, ...tcpProbes, types, options: serverProbes }
  const pool = openPool({
    ...connection,
    ...(connections !== undefined && { max: connections }),
    ...(lockTimeout !== undefined && { options: `${serverProbes} -c lock_timeout=${lockTimeout}` }),
  })
  const stopClosingUnanswered = closeUnansweredConnections(pool, connection, log)
  let closing: Promise<void> | undefined
  pool.on('error', (error) => {
    if (closing === undefined) log.warn(`A database connection broke: ${errorMessage(error)}.`)
  })
  let migrated: Migrated
  try {
    await requireSupportedPostgres(pool)
    migrated = await migrate(pool, onlyMigrations ? { onlyMigrations } : {})
    if (migrated.applied.length > 0) log.info(`Migrated the database: ${migrated.applied.join(', ')}.`)
    if (migrated.newer.length > 0)
      log.warn(`The database was migrated by a newer, compatible version: ${migrated.newer.join(', ')}.`)
  } catch (thrown) {
    stopClosingUnanswered()
    await pool.end()
    throw thrown
  }
  const connectForStatement = shareConnections(pool, () => connectWithRetry(pool))
  const db = await createPipeliningKysely(
    new PostgresDialect({
      pool: {
        connect: () => {
          // inside a transaction, a second connection could deadlock the pool
          if (isInTransaction()) throw new Error('a second connection was asked for inside a transaction')
          return isBeginningTransaction() ? connectWithRetry(pool) : connectForStatement()
        },
        end: () => pool.end(),
        options: pool.options,
      },
      cursor: Cursor,
    }),
  )
  const close = async () => {
    stopClosingUnanswered()
    await db.destroy()
    // Kysely does not end a pool that it never used.
    if (!pool.ending) await pool.end()
    await stop()
  }
  return { db, pool, ...migrated, connection, close: () => (closing ??= close()) }
}

/**
 * Four connections always stay open, the others for five minutes without a query. The first use of a statement on a
 * connection takes many times as long as the next one, because PostgreSQL reads its catalogue and plans: with pg's
 * default of ten seconds, each request after a pause waited for that (`bench/after-pause.ts`).
 */
const keptOpen = { min: 4, idleTimeoutMillis: 5 * 60_000 }

/** The pool connects with the first query, not here. It replaces broken connections at the next query. */
export function openPool(connection: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    max: 20,
    ...keptOpen,
    ...connection,
    options: connection.options === undefined ? planning : `${connection.options} ${planning}`,
    Client: PreparedStatementClient,
    connectionTimeoutMillis: connectTimeout,
  })
  // Without a listener, a connection error would end the process. The pool emits those of idle connections. The client's
  // own listener handles one that breaks between two statements of a transaction, or while the pool is closing it.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** @throws OperatorError  the server is unreachable, denies access, or is too old */
export async function requireSupportedPostgres(pool: pg.Pool): Promise<void> {
  let version: number
  try {
    const { rows } = await pool.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    version = Math.floor((rows[0]?.version ?? 0) / 10_000)
  } catch (thrown) {
    const reason = errorMessage(thrown)
    const hint = /self-signed|unable to (get|verify)/.test(reason)
      ? ' (sslrootcert names a file of those to trust)'
      : ''
    throw new OperatorError(`The database cannot be reached: ${reason}${hint}.`)
  }
  if (version < minPostgresVersion) {
    throw new OperatorError(
      `The database server is PostgreSQL ${version}; Chisholm needs ${minPostgresVersion} or newer.`,
    )
  }
}
