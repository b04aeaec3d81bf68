import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordBackup } from '../../backup/last-backup.queries.ts'
import { createSharedFactory, createFactory } from '../../testing/factory.ts'
import { waitForEmail } from '../../testing/outbox-email.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'
import { version } from '../../version.ts'
import { waitFor } from '../../testing/wait-for.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')

test('only Admins see the state of the server', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  for (const by of [client, vet]) {
    expect((await by.get('/installation')).status).toBe(403)
    expect((await by.post('/installation/test-email')).status).toBe(403)
    expect((await by.post('/installation/retry-emails')).status).toBe(403)
  }
  const before = (await admin.get('/installation')).body.data
  expect(before).toMatchObject({
    version: version(),
    storage: { kind: 'folder', bytes: 0, files: 0 },
    mail: 'outbox',
    failed_emails: [],
    last_backup: null,
    second_factor: 'off',
  })
  expect(before.database.bytes).toBeGreaterThan(1_000_000)
  expect(before.disk.free_bytes).toBeGreaterThan(1_000_000)

  const { id } = await factory.draftPostMortem(client, site)
  const animal = await factory.animal(client, id)
  await uploadPhotos(factory, client, animal.id, [{ name: 'cow.jpg', bytes: await phoneJpeg() }])
  expect((await admin.get('/installation')).body.data.storage).toEqual(await storedFiles(2))

  const completed = await factory.completedPostMortem(client, site, vet)
  await client.get(`/post-mortems/${completed.id}/report`)
  expect((await admin.get('/installation')).body.data.storage).toEqual(await storedFiles(3))
})

/** @param files  how many photos, thumbnails and reports there are */
async function storedFiles(files: number) {
  const found = []
  for await (const page of factory.storage.list())
    found.push(...page.filter(({ key }) => /^(photos|reports)\//.test(key)).map((file) => file.bytes))
  expect(found).toHaveLength(files)
  return { kind: 'folder', bytes: found.reduce((sum, bytes) => sum + bytes, 0), files }
}

test('the last backup is shown once one is recorded', async () => {
  const backup = { to: '/backups/practice', rows: 10, files: 2, bytes: 1234, missing: 0 }
  await recordBackup(factory.db, new Date('2026-11-20T08:00:00Z'), backup)
  expect((await admin.get('/installation')).body.data.last_backup).toEqual({
    at: '2026-11-20T08:00:00.000Z',
    bytes: 1234,
    to: '/backups/practice',
  })
})

test('a backup made while the clock was ahead does not hide the later ones', async () => {
  const backup = { to: '/backups/practice', rows: 10, files: 2, bytes: 1234, missing: 0 }
  const year = 365 * 24 * 3_600_000
  const now = new Date()
  await recordBackup(factory.db, new Date(now.getTime() + 10 * year), backup)
  await recordBackup(factory.db, now, backup)
  expect((await admin.get('/installation')).body.data.last_backup.at).toBe(now.toISOString())
  // two backups at once may be recorded in another order
  await recordBackup(factory.db, new Date(now.getTime() - 1000), backup)
  expect((await admin.get('/installation')).body.data.last_backup.at).toBe(now.toISOString())
})

test('an Admin sends a test e-mail to itself', async () => {
  const sent = await admin.post('/installation/test-email')
  expect([sent.status, sent.body.message]).toEqual([200, `An e-mail to ${admin.email} is on its way.`])
  expect(await waitForEmail(factory.dataDir, admin.email, 'E-mails from Chisholm reach you')).toContain('Admin')
})

test('an e-mail that failed once is listed while it waits for its second attempt', async () => {
  await sql`
    insert into pgboss.job (name, data, state, started_on, start_after)
    values ('mail.send', ${JSON.stringify({ to: 'ana@ranch.example', subject: 'Failed once' })}, 'retry', now(),
            now() + interval '5 hours')`.execute(factory.db)
  const { failed_emails } = (await admin.get('/installation')).body.data
  expect(failed_emails).toMatchObject([{ to: 'ana@ranch.example', subject: 'Failed once', tries: 1 }])
})

test('e-mails the mail server rejected are listed with the reason, and are retried at once on request', async () => {
  const away = 'smtp://127.0.0.1:9'
  const sender = await createFactory({ SMTP_URL: away })
  const head = await sender.user('Admin')
  await head.post('/installation/test-email')
  const listed = async () => (await head.get('/installation')).body.data
  const waiting = await waitFor(async () => {
    const found = await listed()
    expect(found.failed_emails).toHaveLength(1)
    expect(found.failed_emails[0].tries).toBeGreaterThan(0)
    return found
  })
  expect(waiting.mail).toBe('smtp')
  expect(waiting.queue.waiting + waiting.queue.active).toBeGreaterThan(0)
  expect(waiting.failed_emails[0]).toMatchObject({ to: head.email, subject: 'E-mails from Chisholm reach you' })
  expect(waiting.failed_emails[0].reason).toContain('ECONNREFUSED')
  // The next attempt is hours away, as after many failed attempts.
  await sql`update pgboss.job set start_after = now() + interval '5 hours'
            where name = 'mail.send' and state = 'retry'`.execute(sender.db)
  const tried = await waitFor(async () => {
    const answer = await head.post('/installation/retry-emails')
    expect(answer.body.message).toBe('1 e-mail is being retried now.')
    return answer
  })
  expect(tried.status).toBe(200)
  const tries: number = waiting.failed_emails[0].tries
  await waitFor(async () => expect((await listed()).failed_emails[0].tries).toBeGreaterThan(tries))
  await sender.close()
})
