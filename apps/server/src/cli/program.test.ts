import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../demo/accounts.ts'
import { noProviderSettings } from '../testing/practice-settings.ts'
import { runProgram, runProgramWithInput } from '../testing/run-program.ts'
import { type ServerProcess, startServer } from '../testing/server-process.ts'
import { createEmptyDatabase } from '../testing/test-database.ts'
import { waitFor } from '../testing/wait-for.ts'

let folder: string
const servers: ServerProcess[] = []
const password = 'Cattle#2026'
const SECRET_KEY = 'x'.repeat(40)

const dataDir = (name: string) => path.join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-program-'))
})

afterAll(async () => {
  await Promise.all(servers.map(stop))
  await rm(folder, { recursive: true, force: true })
})

async function start(settings: Record<string, string>) {
  const server = startServer(settings)
  servers.push(server)
  return { server, address: (await server.listening) ?? '' }
}

async function stop({ child, ended }: ServerProcess) {
  child.kill('SIGTERM')
  await ended
}

async function login(address: string, username: string, secret: string) {
  const body = new URLSearchParams({ username, password: secret })
  const answer = await fetch(`${address}/api/v1/auth/login`, { method: 'POST', body })
  return (await answer.json()) as { state?: string; roles?: string[]; challenge?: string; token?: string }
}

test('the help of start, which is what npm start -- --help prints, lists the same settings as that of the program', async () => {
  const [help, ofStart] = await Promise.all([runProgram({}, '--help'), runProgram({}, 'start', '--help')])
  const settings = help.stdout.slice(help.stdout.indexOf('Settings are environment variables'))
  expect(settings).toContain('DATABASE_URL')
  expect(ofStart.code).toBe(0)
  expect(ofStart.stdout).toContain('--new-secret-key')
  expect(ofStart.stdout).toContain(settings)
})

test('help and version need no settings; invalid usage exits with 2 and a reason', async () => {
  const help = await runProgram({}, '--help')
  expect(help.code).toBe(0)
  for (const word of [
    'start',
    'migrate',
    'admin',
    'import',
    'backup',
    'restore',
    'move-to',
    'check',
    'demo',
    'retention',
    'erase',
    'DATABASE_URL',
    'RETAIN_DRAFTS_DAYS',
  ])
    expect(help.stdout).toContain(word)
  expect(await runProgram({}, '--version')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  })
  expect(await runProgram({}, 'bakup')).toMatchObject({
    code: 2,
    stderr: 'There is no command bakup: see chisholm --help.',
  })
  expect(await runProgram({}, 'backup')).toMatchObject({
    code: 2,
    stderr: "missing required argument 'file', or --to with a folder",
  })
  expect(await runProgram({ PORT: 'abc' }, 'migrate', '--json')).toMatchObject({
    code: 1,
    stdout: `{"error":"PORT must be a whole number from 0 to 65535, not 'abc'."}\n`,
  })
})

test('admin create makes the first account with a password from standard input', { tags: 'long' }, async () => {
  const DATA_DIR = dataDir('practice')
  const settings = { DATA_DIR, DEMO: '0' }
  const { server, address } = await start(settings)
  await waitFor(() => expect(server.stdout).toContain('There is no account yet: npx chisholm admin create EMAIL'))
  expect(await runProgram(settings, 'check')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('✗ accounts: there is no SuperAdmin: npx chisholm admin create EMAIL'),
  })

  const create = (email: string, text: string | null, ...more: string[]) =>
    runProgramWithInput(settings, text, 'admin', 'create', email, ...more)
  const named = ['--first-name', 'Ada', '--last-name', 'Lee']
  expect(await create('boss@practice.example', 'weak', '--password-stdin', ...named)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Password needs'),
  })
  expect(await create('unnamed@practice.example', password, '--password-stdin')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('The app asks for the name at the first sign-in.'),
  })
  expect(await create('boss', password, '--password-stdin')).toMatchObject({
    stderr: 'Please enter a valid e-mail address.',
  })
  expect(await create('boss@practice.example', null)).toMatchObject({
    stderr: 'Without a terminal, the password cannot be prompted for: add --password-stdin or --mail.',
  })
  const made = await create(
    'boss@practice.example',
    `${password}\n`,
    '--password-stdin',
    '--first-name',
    'Ada',
    '--last-name',
    'Lee',
    '--json',
  )
  expect(made.code).toBe(0)
  expect(JSON.parse(made.stdout)).toMatchObject({ email: 'boss@practice.example' })
  expect(await create('Boss@practice.example', password, '--password-stdin', ...named)).toMatchObject({
    code: 1,
    stderr: 'This address already has an account.',
  })
  const signedIn = await login(address, 'boss@practice.example', password)
  expect(signedIn).toMatchObject({ state: 'okay', roles: ['SuperAdmin'] })
  const lists = await fetch(`${address}/api/v1/diagnoses`, { headers: { authorization: `Bearer ${signedIn.token}` } })
  expect(((await lists.json()) as { meta: { total: number } }).meta.total).toBeGreaterThan(39)

  const mailed = await create('second@practice.example', null, '--mail')
  expect(mailed.stdout).toContain('A running server sends the temporary password by e-mail')
  const sentEmail = await waitFor(async () => {
    const name = (await readdir(path.join(DATA_DIR, 'outbox'))).find(
      (one) => one.includes('second@') && one.endsWith('.eml'),
    )
    return readFile(path.join(DATA_DIR, 'outbox', name ?? ''), 'utf8')
  })
  const temporary = /(\w{12}A7!)/.exec(sentEmail.replaceAll('=\r\n', ''))?.[1] ?? ''
  expect((await login(address, 'second@practice.example', temporary)).challenge).toBe('NEW_PASSWORD_REQUIRED')

  expect(await runProgram(settings, 'check')).toMatchObject({ code: 0 })
  expect(await runProgram({ ...settings, ...noProviderSettings }, 'check')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('! practice: nobody has set it up, so no post mortem can be completed'),
  })

  const file = path.join(folder, 'sites.csv')
  const importSites = (...more: string[]) => runProgram(settings, 'import', 'sites', file, ...more)
  await writeFile(file, 'customer,site\nSandhill,North\nSandhill,\n')
  expect(await importSites('--apply')).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/sites\.csv:3: site: .*\n(.*\n)*Nothing was imported/),
  })
  await writeFile(path.join(folder, 'customers.csv'), 'name\nSandhill\n')
  expect((await runProgram(settings, 'import', 'customers', path.join(folder, 'customers.csv'), '--apply')).code).toBe(
    0,
  )
  await writeFile(file, 'customer;site\nSandhill;North\nSandhill;South\n')
  expect((await importSites()).stdout).toContain('would give 2 new, 0 changed, 0 unchanged sites. Add --apply')
  expect((await importSites('--apply')).stdout).toContain('2 new, 0 changed, 0 unchanged sites.')
  expect((await importSites('--apply')).stdout).toContain('0 new, 0 changed, 2 unchanged sites.')
  expect((await runProgram(settings, 'import', 'horses', file)).stderr).toEqual(
    expect.stringMatching(
      /^horses cannot be imported: use one of customers, sites, lots, head-counts, users, post-mortems, /,
    ),
  )
  await stop(server)
})

test('check reports problems and fixes, never a password', async () => {
  const { url, drop } = await createEmptyDatabase()
  const settings = {
    DATA_DIR: dataDir('checked'),
    DATABASE_URL: 'postgres://nobody:hidden@127.0.0.1:1/none',
    SECRET_KEY,
    SMTP_URL: 'smtp://somebody:hidden@127.0.0.1:1',
    STORAGE_URL: 's3://somebody:hidden@127.0.0.1:1/photos?tls=0',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'http://practice.example',
  }
  const bad = await runProgram(settings, 'check')
  expect(bad.code).toBe(1)
  expect(bad.stdout).toMatch(/✗ database: The database cannot be reached: .*ECONNREFUSED/)
  expect(bad.stdout).toMatch(/✗ storage: .*ECONNREFUSED/)
  expect(bad.stdout).toMatch(/✗ mail: .*ECONNREFUSED/)
  expect(bad.stdout).toMatch(/✗ address: http:\/\/practice\.example is not https, which/)
  expect(bad.stdout + bad.stderr).not.toContain('hidden')
  const withDatabase = await runProgram({ ...settings, DATABASE_URL: url }, 'check', '--files', '--json')
  const { ok, findings } = JSON.parse(withDatabase.stdout) as {
    ok: boolean
    findings: { about: string; ok: boolean; text: string }[]
  }
  expect(ok).toBe(false)
  expect(findings.find(({ about }) => about === 'database')).toMatchObject({
    ok: true,
    text: expect.stringMatching(/pending migrations, which the next start runs$/),
  })
  expect(findings.find(({ about }) => about === 'files')).toMatchObject({
    ok: false,
    text: expect.stringContaining('ECONNREFUSED'),
  })
  expect(withDatabase.stdout + withDatabase.stderr).not.toContain('hidden')
  await drop()
})

test('migrate and demo each take effect once', { tags: 'long' }, async () => {
  const { url: DATABASE_URL, drop } = await createEmptyDatabase()
  const settings = { DATA_DIR: dataDir('migrated'), DATABASE_URL, SECRET_KEY }
  const first = JSON.parse((await runProgram(settings, 'migrate', '--json')).stdout) as { applied: string[] }
  expect(first.applied[0]).toBe('0001_initial.sql')
  expect(JSON.parse((await runProgram(settings, 'migrate', '--json')).stdout)).toEqual({ applied: [] })
  expect((await runProgram(settings, 'demo')).stdout).toContain('superadmin@demo.example')
  expect(await runProgram(settings, 'demo')).toMatchObject({
    code: 1,
    stderr: 'The database already has accounts: demo data can only be loaded into an empty one.',
  })
  await drop()
})

test('after move-to, files that no row needs any more are still removed', { tags: 'long' }, async () => {
  const DATA_DIR = dataDir('owned')
  await runProgram({ DATA_DIR, SECRET_KEY }, 'demo')
  // as every night
  expect(await runProgram({ DATA_DIR, SECRET_KEY }, 'retention', '--apply')).toMatchObject({ code: 0, stderr: '' })
  const { url: DATABASE_URL, drop } = await createEmptyDatabase()
  expect(await runProgram({ DATA_DIR, SECRET_KEY }, 'move-to', DATABASE_URL)).toMatchObject({ code: 0 })
  const moved = { DATA_DIR, DATABASE_URL, SECRET_KEY }
  expect(await runProgram(moved, 'retention', '--apply')).toMatchObject({ code: 0, stderr: '' })
  expect(await runProgram({ DATA_DIR, SECRET_KEY }, 'retention', '--apply')).toMatchObject({
    code: 3,
    stderr: 'the storage belongs to another database: unreferenced files are kept',
  })
  await drop()
})

test('move-to copies everything to a PostgreSQL server, where the server continues', { tags: 'long' }, async () => {
  const DATA_DIR = dataDir('moved')
  const { server, address } = await start({ DATA_DIR })
  const before = await login(address, 'vet@demo.example', demoPassword)
  const { url: DATABASE_URL, drop } = await createEmptyDatabase()
  expect((await runProgram({ DATA_DIR }, 'move-to', DATABASE_URL)).stderr).toMatch(/is in use by another Chisholm/)
  await stop(server)
  expect((await runProgram({ DATA_DIR }, 'move-to', 'mysql://there')).stderr).toBe(
    'DATABASE_URL must be an address that starts with postgres://.',
  )
  const moved = await runProgram({ DATA_DIR }, 'move-to', DATABASE_URL)
  expect(moved).toMatchObject({ code: 0 })
  expect(moved.stdout).toContain('From now on, start the server with DATABASE_URL, SECRET_KEY')
  expect((await runProgram({ DATA_DIR }, 'move-to', DATABASE_URL)).stderr).toMatch(
    /^The database holds something already/,
  )

  const key = (await readFile(path.join(DATA_DIR, 'secret-key'), 'utf8')).trim()
  await rm(path.join(DATA_DIR, 'postgres'), { recursive: true })
  const there = await start({ DATA_DIR, DATABASE_URL, SECRET_KEY: key, DEMO: '1' })
  const ask = (route: string) =>
    fetch(`${there.address}/api/v1${route}`, { headers: { authorization: `Bearer ${before.token}` } })
  const { data, meta } = (await (await ask('/medias?per_page=1')).json()) as {
    data: { image: string }[]
    meta: { total: number }
  }
  expect(meta.total).toBeGreaterThan(30)
  expect((await fetch(new URL(data[0]?.image ?? '', there.address))).headers.get('content-type')).toMatch(/^image\//)
  await stop(there.server)
  await drop()
})
