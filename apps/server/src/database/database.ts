import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { CannotStart, reasonOf, type StartLog } from '../cannot-start.ts'
import type { Settings } from '../settings.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { PreparingClient } from './preparing-client.ts'
import type { Tables } from './tables.ts'

/**
 * Every statement is written to be read from one index whatever its values, so one plan serves them all; planning anew
 * for each request took longer than most answers. Compiling a plan to machine code never pays at this size.
 */
const planning = '-c plan_cache_mode=force_generic_plan -c jit=off'

/** The open, migrated database. */
export interface Database {
  db: Kysely<Tables>
  pool: pg.Pool
  /** For parts that open connections of their own. */
  connection: pg.PoolConfig
  close(): Promise<void>
}

const oldestVersion = 15

const { INT8, NUMERIC, DATE } = pg.types.builtins
const asNumber = (text: string) => Number(text)
const parsers = new Map<number, (text: string) => unknown>([
  // Counts and sums come as int8 and numeric; ours stay far below 2^53.
  [INT8, asNumber],
  [NUMERIC, asNumber],
  // A day has no hour: as a Date it would move with the server's time zone.
  [DATE, (text) => text],
])

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format)
  },
}

/**
 * Opens DATABASE_URL, or starts the embedded database, and migrates it.
 * @throws CannotStart  it cannot be reached, started or migrated
 */
export async function openDatabase(
  settings: Pick<Settings, 'dataDir' | 'databaseUrl'>,
  log: StartLog,
): Promise<Database> {
  if (settings.databaseUrl !== undefined) return connect({ connectionString: settings.databaseUrl }, log)
  const embedded = await startEmbedded(settings.dataDir, log)
  try {
    return await connect({ ...embedded.connection }, log, embedded.stop)
  } catch (thrown) {
    await embedded.stop()
    throw thrown
  }
}

/**
 * Connects to a running PostgreSQL and migrates it.
 * @param stop  what else to stop once the connections are closed
 */
export async function connect(
  address: pg.PoolConfig,
  log: StartLog,
  stop: () => Promise<void> = async () => {},
): Promise<Database> {
  const connection: pg.PoolConfig = { ...address, types }
  const pool = new pg.Pool({
    options: planning,
    ...connection,
    Client: PreparingClient,
    max: 20,
    connectionTimeoutMillis: 10_000,
  })
  let closing: Promise<void> | undefined
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', (error) => {
    if (closing === undefined) log.warn(`A database connection broke: ${reasonOf(error)}.`)
  })
  try {
    await requireVersion(pool)
    const applied = await migrate(pool)
    if (applied.length > 0) log.info(`Migrated the database: ${applied.join(', ')}.`)
  } catch (thrown) {
    await pool.end()
    throw thrown
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) })
  const close = async () => {
    await db.destroy()
    // Kysely leaves alone a pool it never asked anything.
    if (!pool.ending) await pool.end()
    await stop()
  }
  return { db, pool, connection, close: () => (closing ??= close()) }
}

async function requireVersion(pool: pg.Pool): Promise<void> {
  let version: number
  try {
    const { rows } = await pool.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    version = Math.floor((rows[0]?.version ?? 0) / 10_000)
  } catch (thrown) {
    throw new CannotStart(`The database cannot be reached: ${reasonOf(thrown)}.`)
  }
  if (version < oldestVersion) {
    throw new CannotStart(`The database server is PostgreSQL ${version}; Chisholm needs ${oldestVersion} or newer.`)
  }
}
