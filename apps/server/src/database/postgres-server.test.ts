import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { selfSignedCertificate } from '../testing/certificate.ts'
import { letterTo } from '../testing/letters.ts'
import { startPostgres } from '../testing/postgres-server.ts'
import { startServer } from '../testing/server-process.ts'

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

test('a certificate that is not the trusted one is refused in one line', async () => {
  const other = path.join(dataDir, 'other.pem')
  await writeFile(other, (await selfSignedCertificate()).cert)
  expect(await refusal(postgres.url(`sslmode=verify-full&sslrootcert=${other}`))).toMatch(
    /^The database cannot be reached: self-signed certificate\b.*sslrootcert/,
  )
  expect(await refusal(postgres.url('sslmode=verify-full'))).toMatch(/self-signed certificate\b.*sslrootcert/)
})

test('a certificate for another name is refused in one line', async () => {
  expect(await refusal(postgres.url(undefined, undefined, 'localhost'))).toMatch(
    /^The database cannot be reached: Hostname\/IP does not match certificate's altnames/,
  )
})

test('a file of certificates that is not there is refused in one line', async () => {
  const line = await refusal(postgres.url('sslmode=verify-full&sslrootcert=/nowhere/ca.pem'))
  expect(line).toMatch(/^The database cannot be reached: .*\/nowhere\/ca\.pem/)
})

test('a server that asks for TLS is not spoken to without', async () => {
  expect(await refusal(postgres.url('sslmode=disable'))).toMatch(/^The database cannot be reached: .*no encryption/)
})

test('a wrong password is refused in one line that does not repeat it', async () => {
  const line = await refusal(postgres.url(undefined, 'wrong-secret'))
  expect(line).toBe('The database cannot be reached: password authentication failed for user "owner".')
})

test('a database server that restarts is waited for, and jobs go on after it', async () => {
  const server = start(postgres.url())
  const address = await server.listening
  const statusOf = async (route: string, init?: RequestInit) => (await fetch(`${address}${route}`, init)).status
  expect(await statusOf('/readyz')).toBe(200)
  const login = {
    method: 'POST',
    body: new URLSearchParams({ username: 'client@demo.example', password: 'Chisholm#1867' }),
  }
  const { token } = (await (await fetch(`${address}/api/v1/auth/login`, login)).json()) as { token: string }
  const authorization = `Bearer ${token}`
  const sites = await fetch(`${address}/api/v1/sites`, { headers: { authorization } })
  const [site] = ((await sites.json()) as { data: { id: string; customer_id: string }[] }).data
  const body = JSON.stringify({ customer_id: site?.customer_id, site_id: site?.id, record_at: '2026-11-20' })
  const headers = { authorization, 'content-type': 'application/json' }
  const create = (key: string) =>
    statusOf('/api/v1/post-mortems', { method: 'POST', headers: { ...headers, 'idempotency-key': key }, body })

  await postgres.stop()
  expect(await statusOf('/readyz')).toBe(503)
  // these wait for the database inside the server, which is back before their patience ends
  const waiting = Promise.all(Array.from({ length: 10 }, (_, index) => create(`while away ${index}`)))
  await postgres.start()
  expect(await waiting).toEqual(Array.from({ length: 10 }, () => 201))
  await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(200), 10_000)
  const reset = { method: 'POST', body: new URLSearchParams({ username: 'vet@demo.example' }) }
  expect(await statusOf('/api/v1/auth/reset-password', reset)).toBe(200)
  expect(await letterTo(dataDir, 'vet@demo.example', 'verification code')).toContain('code is')
}, 90_000)

test('a database server that restarts in the middle of many requests loses and doubles nothing', async () => {
  const server = start(postgres.url())
  const address = await server.listening
  const login = {
    method: 'POST',
    body: new URLSearchParams({ username: 'manager@demo.example', password: 'Chisholm#1867' }),
  }
  const { token } = (await (await fetch(`${address}/api/v1/auth/login`, login)).json()) as { token: string }
  const authorization = `Bearer ${token}`
  const sites = await fetch(`${address}/api/v1/sites`, { headers: { authorization } })
  const [site] = ((await sites.json()) as { data: { id: string; customer_id: string }[] }).data
  const note = `restart ${Date.now()}`
  const body = JSON.stringify({ customer_id: site?.customer_id, site_id: site?.id, record_at: '2026-11-20', note })
  /** As the web app does: the same key until the server has decided. */
  const create = async (key: string) => {
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': key }
    for (;;) {
      const answer = await fetch(`${address}/api/v1/post-mortems`, { method: 'POST', headers, body })
      if (answer.status < 500 && answer.status !== 409)
        return [answer.status, ((await answer.json()) as { data: { id: string } }).data.id]
    }
  }
  const made: unknown[] = []
  let restarted = false
  const workers = Array.from({ length: 6 }, async (_, worker) => {
    for (let turn = 0; turn < 15 || !restarted; turn++) made.push(await create(`${worker} ${turn}`))
  })
  await vi.waitFor(() => expect(made.length).toBeGreaterThan(12), { timeout: 20_000, interval: 10 })
  await postgres.stop()
  await postgres.start()
  restarted = true
  await Promise.all(workers)
  expect(new Set(made.map((one) => (one as [number])[0]))).toEqual(new Set([201]))
  const ids = new Set(made.map((one) => (one as [number, string])[1]))
  expect(ids.size).toBe(made.length)
  const list = await fetch(`${address}/api/v1/post-mortems?per_page=9999&filter[draft]=1`, {
    headers: { authorization },
  })
  const { data } = (await list.json()) as { data: { id: string; note: string }[] }
  const kept = data.filter((ticket) => ticket.note === note).map(({ id }) => id)
  expect(new Set(kept)).toEqual(ids)
  expect(kept).toHaveLength(made.length)
}, 90_000)
