import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { findNonRootRunner, changeOwner, postgresExecutable } from '../database/embedded-postgres/executables.ts'
import { selfSignedCertificate } from './self-signed-certificate.ts'
import { freePort } from './free-port.ts'

const user = 'owner'
/** Contains characters that URLs escape. */
const password = 'cattle@1867/%'

/** A PostgreSQL server on TCP that requires TLS and a password, with a self-signed certificate for 127.0.0.1. */
export async function startPostgres() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-postgres-'))
  const cluster = path.join(folder, 'cluster')
  const certificateFile = path.join(folder, 'certificate.pem')
  const runner = await findNonRootRunner()
  const port = await freePort()
  const { cert, key } = await selfSignedCertificate()
  const run = (program: 'initdb' | 'postgres', args: string[]) => {
    const [first = '', ...rest] = [...runner.prefix, postgresExecutable(program), ...args]
    return [
      first,
      rest,
      { cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }, ...runner.user },
    ] as const
  }

  await chmod(folder, 0o711)
  await writeFile(certificateFile, cert)
  await writeFile(path.join(folder, 'password'), password)
  await mkdir(cluster, { mode: 0o700 })
  await changeOwner(cluster, runner)
  const kind = ['--auth-host=scram-sha-256', '--encoding=UTF8', '--locale=C']
  await promisify(execFile)(
    ...run('initdb', [`--pgdata=${cluster}`, `--username=${user}`, `--pwfile=${folder}/password`, ...kind]),
  )
  await writeFile(path.join(cluster, 'server.crt'), cert, { mode: 0o600 })
  await writeFile(path.join(cluster, 'server.key'), key, { mode: 0o600 })
  await writeFile(path.join(cluster, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n')
  await rm(path.join(folder, 'password'))
  // the new files belong to this user; PostgreSQL may run as another
  if (runner.user) await promisify(execFile)('chown', ['-R', `${runner.user.uid}:${runner.user.gid}`, cluster])

  const options = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    ssl: 'on',
    fsync: 'off',
    max_connections: '150',
  }
  let child: ChildProcess | undefined
  const url = (query = `sslmode=verify-full&sslrootcert=${certificateFile}`, secret = password, host = '127.0.0.1') =>
    `postgres://${user}:${encodeURIComponent(secret)}@${host}:${port}/postgres?${query}`
  const stop = async () => {
    if (!child || child.exitCode !== null) return
    child.kill('SIGINT')
    await once(child, 'close')
  }
  const start = async () => {
    const settings = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const [program, args, how] = run('postgres', ['-D', cluster, ...settings])
    child = spawn(program, [...args], { ...how, stdio: 'ignore' })
    while (!(await answers(url()))) await sleep(50)
  }
  await start()
  return {
    url,
    password,
    start,
    stop,
    close: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  return client.connect().then(
    async () => {
      await client.end()
      return true
    },
    () => false,
  )
}
