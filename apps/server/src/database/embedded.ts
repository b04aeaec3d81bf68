import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { chmod, lstat, mkdir, readdir, readFile, readlink, rename, rm, stat, truncate } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { CannotStart, reasonOf, type StartLog } from '../cannot-start.ts'
import { isDataDirLocked, lockDataDir, startOf } from './data-dir-lock.ts'
import { findRunner, handOver, postgresProgram, type Runner } from './postgres-binaries.ts'

/** How to reach the embedded database: over a socket in a folder that only its owner may enter. */
interface EmbeddedConnection {
  host: string
  port: number
  user: string
  database: string
}

export interface Embedded {
  connection: EmbeddedConnection
  /** Stops PostgreSQL, waits until it is gone, and gives the folder free. */
  stop(): Promise<void>
}

const name = 'chisholm'
const port = 5432
const major = '18'
/** Linux allows 107 bytes, macOS 103, the file's own name included. */
const longestSocketPath = 100
const longestLog = 10_000_000

/**
 * Starts PostgreSQL on DATA_DIR/postgres, or takes over the one a killed server left running.
 * @param options.durable  false for tests: faster, and lost at a power cut
 * @throws CannotStart  the folder cannot be written or is another server's, or PostgreSQL does not start
 */
export async function startEmbedded(dataDir: string, log: StartLog, options = { durable: true }): Promise<Embedded> {
  const release = await claim(dataDir)
  try {
    const runner = await findRunner()
    // Another user than the folder's owner has to pass through it; what is secret in it has its own mode.
    if (runner.user) await chmod(dataDir, 0o711)
    const cluster = path.join(dataDir, 'postgres')
    const sockets = await socketFolder(dataDir, runner)
    const connection = { host: sockets, port, user: name, database: name }
    const left = await runningPostmaster(cluster)
    const logFile = path.join(dataDir, 'postgres.log')
    if (left === undefined) {
      await makeCluster(cluster, runner, log)
      await clearRemains(cluster, sockets)
      await launch(cluster, sockets, logFile, runner, options.durable)
    } else {
      log.info(`Found the embedded database still running (process ${left}).`)
    }
    const stop = async () => {
      await stopPostmaster(cluster)
      release()
    }
    try {
      await ready(cluster, connection, logFile)
    } catch (thrown) {
      await stopPostmaster(cluster)
      throw thrown
    }
    return { connection, stop }
  } catch (thrown) {
    release()
    throw thrown instanceof CannotStart
      ? thrown
      : new CannotStart(`The embedded database cannot start: ${reasonOf(thrown)}.`)
  }
}

/**
 * Where the embedded database of a DATA_DIR listens whose server runs; undefined when none does. Whoever comes in by
 * this neither stops it nor keeps it running.
 */
export async function embeddedOfRunningServer(dataDir: string): Promise<EmbeddedConnection | undefined> {
  if (!isDataDirLocked(dataDir)) return undefined
  return { host: await socketFolder(dataDir, await findRunner()), port, user: name, database: name }
}

async function claim(dataDir: string): Promise<() => void> {
  try {
    await mkdir(dataDir, { recursive: true })
    return lockDataDir(dataDir)
  } catch (thrown) {
    if (thrown instanceof CannotStart) throw thrown
    throw new CannotStart(`DATA_DIR ${dataDir} cannot be written: ${reasonOf(thrown)}.`)
  }
}

async function socketFolder(dataDir: string, runner: Runner): Promise<string> {
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const candidates = [
    path.join(dataDir, 'postgres-socket'),
    path.join(os.tmpdir(), `chisholm-${digest}`),
    `/tmp/chisholm-${digest}`,
  ]
  const fits = (folder: string) => Buffer.byteLength(`${folder}/.s.PGSQL.${port}`) <= longestSocketPath
  const folder = candidates.find(fits) ?? candidates[2] ?? ''
  await mkdir(folder, { mode: 0o700 }).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'EEXIST') throw thrown
  })
  // Where anyone may write, someone else may have made the folder first.
  const found = await lstat(folder)
  const ours = [process.getuid?.(), runner.user?.uid].includes(found.uid)
  if (!found.isDirectory() || !ours || (found.mode & 0o077) !== 0) {
    throw new CannotStart(`The socket folder ${folder} is not private to this user: remove it and start again.`)
  }
  await handOver(folder, runner)
  return folder
}

/** @returns the process number of the PostgreSQL that runs on the cluster */
async function runningPostmaster(cluster: string): Promise<number | undefined> {
  const file = path.join(cluster, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const pid = Number.parseInt(text, 10)
  if (startOf(pid) !== undefined && (await worksIn(pid, cluster))) return pid
  return undefined
}

/**
 * Removes the files of a PostgreSQL that is gone: their process number may be a stranger's by now, which
 * PostgreSQL would take for itself. Its last helpers must be gone first, for two must never write one database.
 */
async function clearRemains(cluster: string, sockets: string): Promise<void> {
  const deadline = Date.now() + 10_000
  while (await anyoneWorksIn(cluster)) {
    if (Date.now() > deadline) throw new CannotStart(`A process of a killed PostgreSQL still works in ${cluster}.`)
    await sleep(50)
  }
  const socket = path.join(sockets, `.s.PGSQL.${port}`)
  for (const file of [path.join(cluster, 'postmaster.pid'), socket, `${socket}.lock`]) await rm(file, { force: true })
}

async function anyoneWorksIn(cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry)
    if (startOf(pid) === undefined) continue
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
    if (folder !== undefined && (await sameFolder(folder, cluster))) return true
  }
  return false
}

async function worksIn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  if (folder === undefined) return true
  return sameFolder(folder, cluster)
}

async function sameFolder(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((folder) => stat(folder).catch(() => undefined)))
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev
}

async function makeCluster(cluster: string, runner: Runner, log: StartLog): Promise<void> {
  const version = await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version !== undefined && version.trim() !== major) {
    throw new CannotStart(`${cluster} was made by PostgreSQL ${version.trim()}; this version of Chisholm has ${major}.`)
  }
  if (version === undefined) await initialise(cluster, runner, log)
  await handOver(cluster, runner)
}

/** Made beside its place and moved when whole: a kill half-way leaves no broken database. */
async function initialise(cluster: string, runner: Runner, log: StartLog): Promise<void> {
  log.info('Making the embedded database.')
  const scratch = `${cluster}.new`
  await rm(scratch, { recursive: true, force: true })
  await mkdir(scratch, { mode: 0o700 })
  await handOver(scratch, runner)
  const [program = '', ...rest] = [
    ...runner.prefix,
    postgresProgram('initdb'),
    `--pgdata=${scratch}`,
    `--username=${name}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  try {
    await promisify(execFile)(program, rest, { cwd: '/', env: environment(), ...runner.user })
  } catch (thrown) {
    const { stderr } = thrown as { stderr?: string }
    throw new CannotStart(`The embedded database cannot be made: ${lastLines(stderr || reasonOf(thrown))}`)
  }
  await rename(scratch, cluster)
}

async function launch(
  cluster: string,
  sockets: string,
  logFile: string,
  runner: Runner,
  durable: boolean,
): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (size > longestLog) await truncate(logFile)
  const options = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    port: String(port),
    max_connections: '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(!durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const [program = '', ...rest] = [
    ...runner.prefix,
    postgresProgram('postgres'),
    '-D',
    cluster,
    ...Object.entries(options).flatMap(([option, value]) => ['-c', `${option}=${value}`]),
  ]
  const output = openSync(logFile, 'a', 0o600)
  // Its own process group: Ctrl-C reaches the server alone, which stops the database last.
  const child = spawn(program, rest, {
    cwd: '/',
    env: environment(),
    detached: true,
    stdio: ['ignore', output, output],
    ...runner.user,
  })
  closeSync(output)
  child.unref()
  await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  launched.set(cluster, child.pid ?? 0)
}

/** Process numbers of what this process launched, known before PostgreSQL has written its own file. */
const launched = new Map<string, number>()

/** Nothing of the operator's PG… variables may reach the programs. */
function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
}

/** Waits while PostgreSQL starts or recovers, however long its recovery takes, and makes our database in it. */
async function ready(cluster: string, connection: EmbeddedConnection, logFile: string): Promise<void> {
  const from = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  for (;;) {
    const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const found = await client.query('select from pg_database where datname = $1', [name])
      if (found.rowCount === 0) await client.query(`create database ${name}`)
      return
    } catch (thrown) {
      if ((await postmaster(cluster)) !== undefined) {
        await sleep(50)
        continue
      }
      const written = await readFile(logFile).catch(() => Buffer.alloc(0))
      const text = written.subarray(Math.min(from, written.length)).toString() || written.toString()
      throw new CannotStart(`The embedded database did not start: ${lastLines(text) || reasonOf(thrown)} (${logFile})`)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-3).join(' | ')
}

/** @returns the process number of PostgreSQL while it runs */
async function postmaster(cluster: string): Promise<number | undefined> {
  const own = launched.get(cluster)
  if (own !== undefined && startOf(own) !== undefined) return own
  return runningPostmaster(cluster)
}

async function stopPostmaster(cluster: string): Promise<void> {
  const pid = await postmaster(cluster)
  launched.delete(cluster)
  if (pid === undefined) return
  const start = startOf(pid)
  const running = () => startOf(pid) === start
  // SIGINT is PostgreSQL's fast shutdown: open transactions roll back, everything acknowledged is on disk.
  signal(pid, 'SIGINT')
  for (let waited = 0; running() && waited < 30_000; waited += 20) await sleep(20)
  // Past half a minute, an immediate shutdown: the next start recovers from the log.
  if (running()) signal(pid, 'SIGQUIT')
  for (let waited = 0; running() && waited < 10_000; waited += 20) await sleep(20)
}

function signal(pid: number, which: NodeJS.Signals): void {
  try {
    process.kill(pid, which)
  } catch {
    // Gone already, which is what we want.
  }
}
