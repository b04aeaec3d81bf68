import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInDemoUser } from '../../testing/demo-client.ts'
import { startMultipleServers } from '../../testing/multiple-servers.ts'
import { createPushBrowser, startPushService } from '../../testing/push-browser.ts'
import { waitFor } from '../../testing/wait-for.ts'

const serverCount = 3
const readerCount = 400
const visitCount = 40
/** A zone in which it is daytime, so that the day of the digests does not end during the test. */
const zone = new Date().getUTCHours() < 12 ? 'Etc/GMT-6' : 'Etc/GMT+6'

const service = await startPushService()
let servers: Awaited<ReturnType<typeof startMultipleServers>>
beforeAll(async () => {
  servers = await startMultipleServers(serverCount, { PUSH_SERVICES: 'loopback' })
  await servers.listening()
})
afterAll(async () => {
  await servers.close()
  service.close()
})

const rows = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
  (await servers.database.query<Row>(sql, values)).rows
const count = async (sql: string) => (await rows<{ count: number }>(`select count(*)::int ${sql}`))[0]?.count ?? 0

const all = Array.from({ length: serverCount }, (_, index) => index)
async function killAll(): Promise<void> {
  await Promise.all(all.map((index) => servers.kill(index)))
}
const restartAll = () => Promise.all(all.map((index) => servers.restart(index)))

/** Digest readers with one unread notification each, and visits of yesterday, in one transaction. */
const createDue = () =>
  servers.database.query(`
    begin;
    insert into users (id, email, first_name, last_name, roles, password_hash)
      select gen_random_uuid(), 'reader' || n || '@digest.example', 'Reader', n::text, roles, password_hash
      from users, generate_series(1, ${readerCount}) n where email = 'client@demo.example';
    insert into notifications (id, user_id, kind, title, text)
      select gen_random_uuid(), id, 'alert', 'Deaths above the limit', 'North Yard' from users
      where email like '%@digest.example';
    insert into notification_preferences (user_id, digest_on, digest_hour, time_zone, digested_until)
      select id, true, 0, '${zone}', now() - interval '1 day' from users where email like '%@digest.example';
    insert into post_mortems (id, customer_id, site_id, record_at, created_by_id, draft, requested_at, scheduled_at,
        scheduled_for_id, note)
      select gen_random_uuid(), customer_id, site_id, record_at, created_by_id, false, now(), now() - interval '2 days',
        (select id from users where email = 'vet@demo.example'), 'overdue with kills'
      from (select * from post_mortems limit 1) one, generate_series(1, ${visitCount});
    commit`)

const digested = () => count(`from notification_preferences where digested_on is not null and digest_hour = 0`)
const openJobs = () =>
  count(`from pgboss.job where state < 'completed'
    and name in ('mail.send', 'deliver-notifications', 'push.send', 'daily-notices')`)

/** Polls until something has begun. */
async function begun(isBegun: () => boolean | Promise<boolean>): Promise<void> {
  const until = Date.now() + 120_000
  while (!(await isBegun())) {
    if (Date.now() > until) throw new Error('It did not begin.')
    await sleep(3)
  }
}

test('each digest, overdue visit and push is sent once, although all servers are killed while creating and sending them', async () => {
  const vet = await signInDemoUser(servers.addresses, 'vet')
  const browser = createPushBrowser(service.port)
  expect((await vet.ask('POST', '/push-subscriptions', browser.subscription)).status).toBe(201)
  const channels = { overdue: { email: true, push: true } }
  expect((await vet.ask('PUT', '/notification-preferences', { channels })).status).toBe(200)
  await createDue()

  // while digests are being created one after the other
  await begun(async () => (await digested()) > 20)
  await killAll()
  const made = await digested()
  expect(made).toBeLessThan(readerCount)
  await restartAll()

  // while pushes are being sent
  const pushed = () => service.received.filter(({ path }) => path === browser.path)
  await begun(() => pushed().length > 4)
  await killAll()
  const sent = pushed().length
  expect(sent).toBeLessThan(visitCount)
  await restartAll()

  await waitFor(async () => expect([await digested(), await openJobs()]).toEqual([readerCount, 0]), {
    timeout: 240_000,
    interval: 500,
  })
  expect(await count(`from pgboss.job where state > 'completed'`)).toBe(0)

  const titles = (
    await rows<{ title: string }>(`select 'CHM-' || pin as title from post_mortems where note = 'overdue with kills'`)
  ).map(({ title }) => title)
  expect(titles).toHaveLength(visitCount)
  const notifiedSql = `from notifications n join post_mortems t on t.id = n.post_mortem_id
    where n.kind = 'overdue' and t.note = 'overdue with kills'`
  expect(await count(notifiedSql)).toBe(visitCount)

  // An e-mail that was being sent at a kill may arrive twice, with one Message-ID; a server sends five concurrently.
  const sentEmails = servers.smtp.received
  const idsOf = (matching: (sentEmail: (typeof sentEmails)[number]) => boolean) =>
    new Set(sentEmails.filter(matching).map(({ messageId }) => messageId))
  for (let reader = 1; reader <= readerCount; reader++)
    expect([reader, idsOf(({ to }) => to === `reader${reader}@digest.example`).size]).toEqual([reader, 1])
  for (const title of titles)
    expect([title, idsOf(({ subject }) => new RegExp(`\\b${title}\\b`).test(subject)).size]).toEqual([title, 1])
  const arrivals = sentEmails.map(({ messageId, to }) => `${messageId} ${to}`)
  const duplicates = arrivals.length - new Set(arrivals).size
  expect(duplicates).toBeLessThanOrEqual(2 * 5 * serverCount)

  // A push that was being sent at a kill may arrive twice; a browser shows one per kind and ticket.
  const numbers = pushed().map(({ body }) => JSON.stringify(browser.decrypt(body)))
  for (const number of titles) expect(numbers).toContain(JSON.stringify({ kind: 'overdue', number }))
  const doubledPushes = numbers.length - new Set(numbers).size
  expect(doubledPushes).toBeLessThanOrEqual(2 * serverCount)
  console.log(
    `killed after ${made} of ${readerCount} digests and ${sent} of ${visitCount} pushes; twice: ${duplicates} e-mails, ${doubledPushes} pushes`,
  )
}, 600_000)
