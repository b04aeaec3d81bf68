import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newId, type UserId } from '../database/ids.ts'
import type { Database } from '../database/database.ts'
import { verifyMailServer } from './mail-transport.ts'
import { startSmtpServer } from '../testing/smtp-server.ts'
import { startServer } from '../testing/server-process.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { databaseUrl } from '../testing/database-url.ts'
import { waitFor } from '../testing/wait-for.ts'

const email = 'vet@practice.example'
let database: Database
let dataDir: string
beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'chisholm-emails-'))
  await database.db
    .insertInto('users')
    .values({ id: newId<UserId>(), email, roles: ['Veterinarian'] })
    .execute()
})
afterAll(async () => {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Starts a server in its own process, which reads NODE_EXTRA_CA_CERTS, with an e-mail to send. */
async function serverWith(settings: Record<string, string>) {
  // This server must not send the e-mails that a previous one could not send.
  await sql`delete from pgboss.job`.execute(database.db).catch(() => {})
  const DATABASE_URL = databaseUrl(database.connection)
  const server = startServer({ DATA_DIR: dataDir, DATABASE_URL, SECRET_KEY: 'x'.repeat(32), ...settings })
  onTestFinished(async () => {
    server.child.kill('SIGTERM')
    await server.ended
  })
  const body = new URLSearchParams({ username: email })
  await fetch(`${await server.listening}/api/v1/auth/reset-password`, { method: 'POST', body })
  return server
}

async function mailServer(...how: Parameters<typeof startSmtpServer>) {
  const smtp = await startSmtpServer(...how)
  onTestFinished(() => smtp.close())
  return smtp
}

/** The log line about an e-mail that also failed at its second attempt. */
const complaint = async (server: Awaited<ReturnType<typeof serverWith>>) => {
  const lines = await waitFor(() => {
    const found = server.stdout.split('\n').filter((line) => line.includes('mail.send'))
    expect(found.length).toBeGreaterThan(1)
    return found
  })
  return lines[1] ?? ''
}

test.each(['from the start', 'by STARTTLS'] as const)(
  'e-mails are sent with TLS %s and a password',
  async (tls) => {
    const smtp = await mailServer(tls)
    await serverWith({ SMTP_URL: smtp.url(), NODE_EXTRA_CA_CERTS: smtp.certificateFile })
    await waitFor(() => expect(smtp.received.map(({ to }) => to)).toEqual([email]))
    expect(smtp.signIns).toEqual([true])
  },
  90_000,
)

test('a wrong SMTP password is logged without the password, and the e-mail is retried', { tags: 'long' }, async () => {
  const smtp = await mailServer()
  const server = await serverWith({ SMTP_URL: smtp.url('wrong-secret'), NODE_EXTRA_CA_CERTS: smtp.certificateFile })
  const line = await complaint(server)
  expect(line).toContain('Invalid username or password')
  expect(smtp.signIns.slice(0, 2)).toEqual([false, false])
  expect(server.stdout + server.stderr).not.toContain('wrong-secret')
})

test('an untrusted certificate is rejected before sending the password', { tags: 'long' }, async () => {
  const smtp = await mailServer('by STARTTLS')
  const line = await complaint(await serverWith({ SMTP_URL: smtp.url() }))
  expect(line).toMatch(/self-signed certificate/)
  expect(smtp.signIns).toEqual([])
})

test('a password is not sent to a mail server that has no TLS', { tags: 'long' }, async () => {
  const smtp = await mailServer('never')
  const line = await complaint(await serverWith({ SMTP_URL: smtp.url() }))
  expect(line).toMatch(/STARTTLS/)
  expect(smtp.signIns).toEqual([])
})

test('the check of the mail server sends no password without TLS either', async () => {
  const smtp = await mailServer('never')
  await expect(verifyMailServer(smtp.url())).rejects.toThrow(/STARTTLS/)
  expect(smtp.signIns).toEqual([])
})
