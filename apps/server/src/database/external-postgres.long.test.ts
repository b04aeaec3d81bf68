import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { serverTexts } from '@chisholm/domain/server-texts'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { selfSignedCertificate } from '../testing/self-signed-certificate.ts'
import { waitForEmail } from '../testing/outbox-email.ts'
import { startPostgres } from '../testing/postgres-server.ts'
import { startServer } from '../testing/server-process.ts'
import { signInDemoUser, type DemoClient } from '../testing/demo-client.ts'
import { waitFor } from '../testing/wait-for.ts'
import { connect } from './database.ts'

let postgres: Awaited<ReturnType<typeof startPostgres>>
let dataDir: string
beforeAll(async () => {
  postgres = await startPostgres()
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'chisholm-tcp-'))
})
afterAll(async () => {
  await postgres.close()
  await rm(dataDir, { recursive: true })
})

const start = (DATABASE_URL: string) => {
  const server = startServer({ DATABASE_URL, DATA_DIR: dataDir, SECRET_KEY: 'x'.repeat(32), DEMO: '1' })
  onTestFinished(async () => {
    server.child.kill('SIGTERM')
    await server.ended
  })
  return server
}

async function refusal(DATABASE_URL: string): Promise<string> {
  const server = start(DATABASE_URL)
  expect(await server.ended).toBe(1)
  expect(server.stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(server.stderr).not.toContain(postgres.password)
  return server.stderr.trimEnd()
}

test('an untrusted certificate is rejected in one line', async () => {
  const other = path.join(dataDir, 'other.pem')
  await writeFile(other, (await selfSignedCertificate()).cert)
  expect(await refusal(postgres.url(`sslmode=verify-full&sslrootcert=${other}`))).toMatch(
    /^The database cannot be reached: self-signed certificate\b.*sslrootcert/,
  )
  expect(await refusal(postgres.url('sslmode=verify-full'))).toMatch(/self-signed certificate\b.*sslrootcert/)
})

test('a certificate for another host name is rejected in one line', async () => {
  expect(await refusal(postgres.url(undefined, undefined, 'localhost'))).toMatch(
    /^The database cannot be reached: Hostname\/IP does not match certificate's altnames/,
  )
})

test('a missing certificate file is reported in one line', async () => {
  const line = await refusal(postgres.url('sslmode=verify-full&sslrootcert=/nowhere/ca.pem'))
  expect(line).toMatch(/^The database cannot be reached: .*\/nowhere\/ca\.pem/)
})

test('a connection that requires TLS never falls back to plain text', async () => {
  expect(await refusal(postgres.url('sslmode=disable'))).toMatch(/^The database cannot be reached: .*no encryption/)
})

test('a wrong password is refused in one line that does not repeat it', async () => {
  const line = await refusal(postgres.url(undefined, 'wrong-secret'))
  expect(line).toBe('The database cannot be reached: password authentication failed for user "owner".')
})

const postMortemAt = async (person: DemoClient, note: string) => {
  const [site] = (await person.ask('GET', '/sites')).body.data
  return { customer_id: site?.customer_id, site_id: site?.id, record_at: '2026-11-20', note }
}

test('requests wait for a restarting database, and jobs continue', async () => {
  const server = start(postgres.url())
  const address = (await server.listening) ?? ''
  const ready = async () => (await fetch(`${address}/readyz`)).status
  expect(await ready()).toBe(200)
  const client = await signInDemoUser([address], 'client')
  const postMortem = await postMortemAt(client, 'made while database unavailable')

  await postgres.stop()
  await waitFor(async () => expect(await ready()).toBe(503))
  // The server itself waits for the database, so that these requests succeed at the first attempt.
  const waiting = Promise.all(Array.from({ length: 10 }, () => client.ask('POST', '/post-mortems', postMortem)))
  await postgres.start()
  for (const { status, undecided } of await waiting) expect([status, undecided]).toEqual([201, false])
  await waitFor(async () => expect(await ready()).toBe(200))
  await client.ask('POST', '/auth/reset-password', { username: 'vet@demo.example' })
  expect(await waitForEmail(dataDir, 'vet@demo.example', 'verification code')).toContain('code is')
})

test('a longer database outage is answered with 503 and Retry-After', async () => {
  const server = start(postgres.url())
  const address = (await server.listening) ?? ''
  await postgres.stop()
  const answers = await Promise.all(Array.from({ length: 5 }, () => fetch(`${address}/api/v1/provider`)))
  for (const answer of answers) {
    expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([503, 3])
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(await answer.json()).toMatchObject({ success: false, message: serverTexts.refusal.unavailable })
  }
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  await postgres.start()
  expect((await fetch(`${address}/api/v1/provider`)).status).toBe(200)
  expect(server.stdout).not.toContain('[object Object]')
})

test('a database restart under load loses and duplicates nothing', async () => {
  const server = start(postgres.url())
  const client = await signInDemoUser([(await server.listening) ?? ''], 'manager')
  const postMortem = await postMortemAt(client, 'made through a restart')
  const made: string[] = []
  const state = { restarted: false }
  const workers = Array.from({ length: 6 }, async () => {
    for (let turn = 0; turn < 15 || !state.restarted; turn++) {
      const { status, body } = await client.ask('POST', '/post-mortems', postMortem)
      expect(status).toBe(201)
      made.push(body.data.id)
    }
  })
  const restart = async () => {
    await waitFor(() => expect(made.length).toBeGreaterThan(12), { timeout: 20_000, interval: 10 })
    await postgres.stop()
    await postgres.start()
    state.restarted = true
  }
  await Promise.all([restart(), ...workers])
  const { data } = (await client.ask('GET', '/post-mortems?per_page=9999&filter[draft]=1')).body
  const storedIds = data.filter(({ note }) => note === postMortem.note).map(({ id }) => id)
  expect(storedIds.toSorted()).toEqual(made.toSorted())
  expect(new Set(storedIds).size).toBe(made.length)
})

test('PostgreSQL gives up a server that is gone without a word after 40 seconds, on each of its connections', async () => {
  const database = await connect({ connectionString: postgres.url() }, { info() {}, warn() {} })
  const single = new pg.Client(database.connection)
  await single.connect()
  onTestFinished(async () => {
    await single.end()
    await database.close()
  })
  for (const connection of [database.pool, single]) {
    // for TCP, PostgreSQL reads them from the socket
    const { rows } = await connection.query(`
      select name, setting::int from pg_settings where name like 'tcp_keepalives%' or name = 'tcp_user_timeout'`)
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      tcp_keepalives_idle: 10,
      tcp_keepalives_interval: 10,
      tcp_keepalives_count: 3,
      tcp_user_timeout: 40_000,
    })
  }
})
