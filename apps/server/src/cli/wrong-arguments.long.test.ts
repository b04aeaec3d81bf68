import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer, connect as connectTo, type AddressInfo, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startPostgres } from '../testing/postgres-server.ts'
import { runProgram, runProgramWithInput } from '../testing/run-program.ts'
import { startS3 } from '../testing/s3-server.ts'

const SECRET_KEY = 'x'.repeat(40)
const secret = 'hidden-in-an-address'
const away = `postgres://nobody:${secret}@127.0.0.1:1/none`
const [email, password] = ['boss@practice.example', 'Cattle#2026']

let folder: string
let postgres: Awaited<ReturnType<typeof startPostgres>>
let s3: Awaited<ReturnType<typeof startS3>>
let olderServer: Server
let busyPort: Server
const at = (...names: string[]) => path.join(folder, ...names)
// cast: a server that listens on a port has an address
const portOf = (server: Server) => (server.address() as AddressInfo).port

/** The address of a database on the server, perhaps as another user. */
function url(database: string, user?: string): string {
  const address = new URL(postgres.url())
  address.pathname = `/${database}`
  if (user !== undefined) [address.username, address.password] = [user, secret]
  return address.href
}

async function query(database: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client(url(database))
  await client.connect()
  let rows: unknown[] = []
  for (const statement of statements) rows = (await client.query(statement)).rows
  await client.end()
  return rows
}

/** Starts a proxy that reports an older version of PostgreSQL. */
async function startOlderServer(): Promise<Server> {
  const { address } = inject('testDatabase')
  const parsedUrl = address.connectionString === undefined ? undefined : new URL(address.connectionString)
  const { hostname: host, port } = parsedUrl ?? { hostname: String(address.host), port: String(address.port) }
  const upstreamAt = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port || 5432) }
  const server = createServer((client) => {
    const upstream = connectTo(upstreamAt)
    client.pipe(upstream)
    upstream.on('data', (bytes) =>
      // oxlint-disable-next-line no-control-regex -- the length that PostgreSQL's protocol sends before a value
      client.write(Buffer.from(bytes.toString('latin1').replace(/\x0618(\d{4})/g, '\x0614$1'), 'latin1')),
    )
    for (const one of [client, upstream]) one.on('error', () => {})
    upstream.on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-wrong-'))
  ;[postgres, s3] = await Promise.all([startPostgres(), startS3()])
  await query(
    'postgres',
    'create database blank',
    'create database used',
    'create database foreign_tables',
    `create database latin encoding 'LATIN1' template template0`,
    `create role guest login password '${secret}'`,
  )
  await query('foreign_tables', 'create table invoices (id int)')
  olderServer = await startOlderServer()
  busyPort = createServer()
  await once(busyPort.listen(0, '127.0.0.1'), 'listening')

  const named = ['--first-name', 'Ada', '--last-name', 'Lee', '--password-stdin']
  const settings = { DATA_DIR: at('practice') }
  expect(await runProgramWithInput(settings, password, 'admin', 'create', email, ...named)).toMatchObject({ code: 0 })
  const there = { DATA_DIR: at('used'), DATABASE_URL: url('used'), SECRET_KEY }
  expect(await runProgramWithInput(there, password, 'admin', 'create', email, ...named)).toMatchObject({ code: 0 })
  expect(await runProgram(settings, 'backup', at('whole.tar'))).toMatchObject({ code: 0 })
  await cp(at('whole.tar'), at('cut.tar'))
  await truncate(at('cut.tar'), 20_000)
  await writeFile(at('text.tar'), 'no backup at all\n'.repeat(100))
  await writeFile(at('users.csv'), 'email\nnobody\n')
})

afterAll(async () => {
  for (const server of [olderServer, busyPort]) server.close()
  await Promise.all([postgres.close(), s3.close()])
  await rm(folder, { recursive: true, force: true })
})

interface Row {
  command: string
  about: string
  args: () => string[]
  settings?: () => Record<string, string>
  code?: number
  says: RegExp
}

const server = (database: string, user?: string) => () => ({ DATABASE_URL: url(database, user), SECRET_KEY })
const move =
  (to: () => string, ...more: (string | (() => string))[]) =>
  () => ['move-to', to(), ...more.map((one) => (typeof one === 'string' ? one : one()))]
const bucket = (changes: Parameters<typeof s3.url>[0]) => () => s3.url(changes)
const unreachableBucket = `s3://KEY:${secret}@127.0.0.1:1/chisholm?tls=0`

const rows: Row[] = [
  {
    command: 'start',
    about: 'a busy port',
    args: () => ['start'],
    settings: () => ({ DATA_DIR: at('none'), PORT: String(portOf(busyPort)) }),
    says: /^Cannot listen on 127\.0\.0\.1:\d+: the port is in use\.$/,
  },
  {
    command: 'start',
    about: 'an option that is none',
    args: () => ['start', '--fast'],
    code: 2,
    says: /^unknown option '--fast'/,
  },
  {
    command: 'move-to',
    about: 'a target that is away',
    args: move(() => away),
    says: /^The database cannot be reached: .*ECONNREFUSED.*\.$/,
  },
  {
    command: 'move-to',
    about: 'a target that refuses the password',
    args: move(() => url('blank', 'guest').replace(secret, 'wrong')),
    says: /^The database cannot be reached: password authentication failed/,
  },
  {
    command: 'move-to',
    about: 'a target that is not there',
    args: move(() => url('none')),
    says: /^The database cannot be reached: database "none" does not exist\.$/,
  },
  {
    command: 'move-to',
    about: 'a target that holds a practice',
    args: move(() => url('used')),
    says: /^The database holds something already: restore into an empty one/,
  },
  {
    command: 'move-to',
    about: 'a target that holds something else',
    args: move(() => url('foreign_tables')),
    says: /^The database foreign_tables holds tables of something else: name an empty one\.$/,
  },
  {
    command: 'move-to',
    about: 'a target in which the user may make nothing',
    args: move(() => url('blank', 'guest')),
    says: /^The user guest may make no tables in the database blank: alter database blank owner to guest\.$/,
  },
  {
    command: 'move-to',
    about: 'a target of another encoding',
    args: move(() => url('latin')),
    says: /^The database latin has the encoding LATIN1: make it with createdb --encoding=UTF8/,
  },
  {
    command: 'move-to',
    about: 'a target that is too old',
    args: move(() => `postgres://chisholm@127.0.0.1:${portOf(olderServer)}/postgres?sslmode=disable`),
    says: /^The database server is PostgreSQL 14; Chisholm needs 15 or newer\.$/,
  },
  {
    command: 'move-to',
    about: 'a target that is no address',
    args: move(() => 'mysql://there'),
    says: /^DATABASE_URL must be an address that starts with postgres:\/\/\.$/,
  },
  {
    command: 'move-to',
    about: 'a bucket that is missing',
    args: move(() => url('blank'), '--storage-url', bucket({ bucket: 'none-such' })),
    says: /^The bucket 'none-such' at http:\S+ cannot be used: there is no such bucket\.$/,
  },
  {
    command: 'move-to',
    about: 'a bucket with an unknown key',
    args: move(() => url('blank'), '--storage-url', bucket({ id: 'nobody' })),
    says: /^The bucket 'chisholm-test' at \S+ cannot be used: the access key is not known there\.$/,
  },
  {
    command: 'move-to',
    about: 'a bucket with a wrong secret',
    args: move(() => url('blank'), '--storage-url', bucket({ secret })),
    says: /^The bucket 'chisholm-test' at \S+ cannot be used: the secret does not belong to the access key\.$/,
  },
  {
    command: 'move-to',
    about: 'a bucket that is away',
    args: move(() => url('blank'), '--storage-url', unreachableBucket),
    says: /^The bucket 'chisholm' at http:\/\/127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED.*\.$/,
  },
  {
    command: 'move-to',
    about: 'a bucket that is no address',
    args: move(() => url('blank'), '--storage-url', 'bucket'),
    says: /^STORAGE_URL must be an address like s3:/,
  },
  {
    command: 'move-to',
    about: 'no embedded database',
    args: move(() => url('blank')),
    settings: () => ({ DATA_DIR: at('none') }),
    says: /^There is no database in \S+: set DATA_DIR to its folder, or DATABASE_URL\.$/,
  },
  {
    command: 'move-to',
    about: 'a database that is none to move',
    args: move(() => url('blank')),
    settings: server('used'),
    says: /^move-to moves the embedded database: start it without DATABASE_URL\.$/,
  },
  {
    command: 'move-to',
    about: 'no address',
    args: () => ['move-to'],
    code: 2,
    says: /^missing required argument 'database-url'$/,
  },
  {
    command: 'restore',
    about: 'a file that is not there',
    args: () => ['restore', at('none.tar')],
    says: /none\.tar cannot be read: it does not exist\.$/,
  },
  { command: 'restore', about: 'a folder', args: () => ['restore', folder], says: /is no folder of backups: / },
  {
    command: 'restore',
    about: 'a file that is no backup',
    args: () => ['restore', at('text.tar')],
    settings: () => ({ DATA_DIR: at('none') }),
    says: /^This file is not a backup of Chisholm\.$/,
  },
  {
    command: 'restore',
    about: 'a backup that was cut',
    args: () => ['restore', at('cut.tar')],
    settings: server('blank'),
    says: /^The backup is incomplete/,
  },
  {
    command: 'restore',
    about: 'a cut backup, only looked at',
    args: () => ['restore', '--check', at('cut.tar')],
    says: /^The backup is incomplete/,
  },
  {
    command: 'restore',
    about: 'a database in use',
    args: () => ['restore', at('whole.tar')],
    says: /^The database holds something already/,
  },
  {
    command: 'restore',
    about: 'a database of somebody else',
    args: () => ['restore', at('whole.tar')],
    settings: server('foreign_tables'),
    says: /holds tables of something else/,
  },
  {
    command: 'restore',
    about: 'a database that is away',
    args: () => ['restore', at('whole.tar')],
    settings: () => ({ DATABASE_URL: away, SECRET_KEY }),
    says: /^The database cannot be reached/,
  },
  {
    command: 'restore',
    about: 'a bucket that is missing',
    args: () => ['restore', at('whole.tar')],
    settings: () => ({ ...server('blank')(), STORAGE_URL: s3.url({ bucket: 'none-such' }) }),
    says: /there is no such bucket\.$/,
  },
  {
    command: 'backup',
    about: 'a file that is there',
    args: () => ['backup', at('whole.tar')],
    says: /whole\.tar already exists: add --replace to overwrite it\.$/,
  },
  {
    command: 'backup',
    about: 'a folder that is not there',
    args: () => ['backup', at('nowhere', 'x.tar')],
    says: /x\.tar cannot be written: ENOENT/,
  },
  {
    command: 'backup',
    about: 'no database',
    args: () => ['backup', at('new.tar')],
    settings: () => ({ DATA_DIR: at('none') }),
    says: /^There is no database in/,
  },
  {
    command: 'backup',
    about: 'a bucket that is away',
    args: () => ['backup', at('new.tar')],
    settings: () => ({ STORAGE_URL: unreachableBucket }),
    says: /^The bucket 'chisholm' at \S+ cannot be used/,
  },
  {
    command: 'import',
    about: 'a list that is none',
    args: () => ['import', 'horses', at('users.csv')],
    says: /^horses cannot be imported: use one of/,
  },
  {
    command: 'import',
    about: 'a file that is not there',
    args: () => ['import', 'users', at('none.csv')],
    says: /none\.csv cannot be read: ENOENT/,
  },
  {
    command: 'admin create',
    about: 'an address that is none',
    args: () => ['admin', 'create', 'boss', '--mail'],
    says: /^Please enter a valid e-mail address\.$/,
  },
  {
    command: 'admin create',
    about: 'an account that is there',
    args: () => ['admin', 'create', email, '--mail'],
    says: /^This address already has an account\.$/,
  },
  {
    command: 'admin remove-second-factor',
    about: 'no such account',
    args: () => ['admin', 'remove-second-factor', 'no@body.example'],
    says: /^There is no account no@body\.example\./,
  },
  {
    command: 'admin set-password',
    about: 'no database',
    args: () => ['admin', 'set-password', email, '--password-stdin'],
    settings: () => ({ DATA_DIR: at('none') }),
    says: /^There is no database in/,
  },
  {
    command: 'rotate-key',
    about: 'no SECRET_KEY',
    args: () => ['rotate-key'],
    says: /^Set SECRET_KEY=new,old first; the old key is the content of \S+secret-key\.$/,
  },
  {
    command: 'rotate-key',
    about: 'a SECRET_KEY that is too short',
    args: () => ['rotate-key'],
    settings: () => ({ SECRET_KEY: 'short' }),
    says: /^SECRET_KEY must have at least 32 characters, not 5\.$/,
  },
  {
    command: 'demo',
    about: 'accounts that are there',
    args: () => ['demo'],
    says: /^The database already has accounts/,
  },
  {
    command: 'demo remove',
    about: 'nothing to remove',
    args: () => ['demo', 'remove', '--yes'],
    says: /^There is no demo practice in this database\.$/,
  },
  {
    command: 'bakup',
    about: 'a command that is none',
    args: () => ['bakup'],
    code: 2,
    says: /^There is no command bakup: see chisholm --help\.$/,
  },
]

describe('an invalid argument fails with one line and without side effects', () => {
  test.each(rows)(
    '$command with $about',
    async ({ args, settings, code = 1, says }) => {
      const ended = await runProgram({ DATA_DIR: at('practice'), ...settings?.() }, ...args())
      expect(ended.stderr.split('\n').at(-1)).toMatch(says)
      expect(ended).toMatchObject({ code, stdout: '' })
      expect(ended.stderr).not.toMatch(/^\s+at |hidden-in-an-address/m)
      expect(existsSync(at('practice', 'postgres', 'postmaster.pid')), 'the database is left running').toBe(false)
      expect(existsSync(at('none', 'postgres')), 'a database was made').toBe(false)
      expect(existsSync(at('new.tar.part')), 'half a backup is left').toBe(false)
      expect(await query('blank', `select tablename from pg_tables where schemaname = 'public'`)).toEqual([])
    },
    30_000,
  )
})

test.each([
  'migrate',
  'backup x.tar',
  'admin create a@b.example --mail',
  'check',
  'demo',
  'demo remove --yes',
  'import users users.csv',
  'rotate-key',
])(
  '%s: an unreachable database is reported in one line without its password',
  async (command) => {
    const args = command.split(' ').map((one) => (/\.(tar|csv)$/.test(one) ? at(one) : one))
    const { code, stdout, stderr } = await runProgram({ DATA_DIR: at('away'), DATABASE_URL: away, SECRET_KEY }, ...args)
    expect(code).toBe(1)
    expect(`${stdout}${stderr}`).toMatch(/The database cannot be reached: .*ECONNREFUSED/)
    expect(`${stdout}${stderr}`).not.toMatch(/^\s+at |hidden-in-an-address/m)
  },
  30_000,
)

describe('an interrupted move is reported in one line, leaves the target empty and can be repeated', () => {
  const rowsOfTarget = () => query('blank', `select tablename from pg_tables where schemaname = 'public'`)

  /** Starts move-to, and calls `act` when the first photo is uploaded. */
  async function moveUntilFirstPhoto(bucket: Awaited<ReturnType<typeof startS3>>, act: () => unknown) {
    let acted: { done: unknown } | undefined
    const watch = setInterval(() => {
      if (!acted && bucket.requests.some((request) => request.startsWith('PUT') && request.includes('/photos/')))
        acted = { done: act() }
    }, 1)
    const moved = await runProgram({ DATA_DIR: at('demo') }, 'move-to', url('blank'), '--storage-url', bucket.url())
    clearInterval(watch)
    expect(acted).toBeDefined()
    await acted?.done
    return moved
  }

  beforeAll(async () => {
    expect(await runProgram({ DATA_DIR: at('demo') }, 'demo')).toMatchObject({ code: 0 })
  })

  test.each([
    ['the bucket is removed', /^The bucket 'chisholm-test' at \S+ cannot be used: there is no such bucket\.$/],
    [
      'the database breaks its connections',
      /^The connection to the database was lost: .*; run this again when the database is available\.$/,
    ],
  ] as const)(
    '%s',
    async (what, says) => {
      const breaking = await startS3()
      const broken = await moveUntilFirstPhoto(breaking, () =>
        what === 'the bucket is removed'
          ? breaking.failNext(...Array.from({ length: 1000 }, () => 'gone' as const))
          : query('postgres', `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'blank'`),
      )
      await breaking.close()
      expect(broken.stderr.split('\n').at(-1)).toMatch(says)
      expect(broken.stderr).not.toMatch(/^\s+at /m)
      expect(broken.code).toBe(1)
      expect(existsSync(at('demo', 'postgres', 'postmaster.pid'))).toBe(false)
      expect(await rowsOfTarget()).toEqual([])
    },
    180_000,
  )

  test('a second attempt moves everything', async () => {
    const args = ['move-to', url('blank'), '--storage-url', s3.url()]
    expect(await runProgram({ DATA_DIR: at('demo') }, ...args)).toMatchObject({ code: 0 })
    expect((await rowsOfTarget()).length).toBeGreaterThan(20)
  })
})
