import { sql } from 'kysely'
import { notificationKinds } from '@chisholm/domain/notifications'
import { addDays, dayOf, formatClockTime, timestampAt } from '@chisholm/domain/dates'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newId, type NotificationId } from '../../database/ids.ts'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { holdJobs } from '../../testing/hold-jobs.ts'
import { waitForEmail } from '../../testing/outbox-email.ts'
import { openJobQueue } from '../../jobs/job-queue.ts'
import { readSettings } from '../../settings.ts'
import { providerSettings } from '../../testing/practice-settings.ts'
import { createProviderReader } from '../provider/index.ts'
import { sendDailyNotices } from './daily-notices.ts'
import { committedUntil, digestReaders } from './daily-notices.queries.ts'
import { insertNotifications } from './notifications.queries.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { waitForLocks } from '../../testing/while-locked.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')
const { client, site } = await factory.client()
const otherClient = (await factory.client()).client

const { settings } = readSettings({ ...providerSettings, DATA_DIR: factory.dataDir, DEMO: '0' })
if (!settings) throw new Error('wrong settings')
const jobs = await openJobQueue(factory.connection, { warn() {} })
afterAll(() => jobs.stop())
// the tests send the daily notices themselves; the server would send some every minute between their steps
await sql`delete from pgboss.schedule where name = 'daily-notices'`.execute(factory.db)
const services = { db: factory.db, jobs, settings, provider: createProviderReader(settings.provider) }

const notificationsOf = async (person: TestUser, ticketId?: string) => {
  const { body } = await person.get('/notifications?per_page=9999')
  const all = body.data as {
    id: string
    kind: string
    title: string
    text: string
    link: string
    post_mortem_id: string
  }[]
  return all.filter(({ post_mortem_id }) => !ticketId || post_mortem_id === ticketId)
}
const kindsOf = async (person: TestUser, ticketId: string) =>
  (await notificationsOf(person, ticketId)).map(({ kind }) => kind)

test('the right users are notified of each step once, newest first, and nobody of their own actions', async () => {
  const [vet, other] = [await factory.user('Veterinarian'), await factory.user('Veterinarian')]
  const { id, title } = await factory.pendingPostMortem(client, site)
  expect([await kindsOf(vet, id), await kindsOf(other, id)]).toEqual([['request_sent'], ['request_sent']])
  const path = `/post-mortems/${id}`
  await admin.put(path, { scheduled_for_id: vet.id, scheduled_at: '2031-06-02T15:30:00Z' })
  await admin.put(path, { scheduled_at: '2031-06-03T15:30:00Z' })
  await client.post(`${path}/comments`, { text: 'The gate is open.' })
  await vet.post(`${path}/comments`, { text: 'Thank you.' })
  await vet.post(`${path}/comments`, { text: 'Ask the lab.', internal: 1 })
  await vet.post(`${path}/report-versions`, { kind: 'preliminary' })
  await vet.put(path, { completed_at: 1 })
  await admin.post(`${path}/amendment`, { reason: 'Laboratory.' })
  await admin.put(`${path}/amendment`, { issue: 1 })
  expect(await kindsOf(vet, id)).toEqual(['comment', 'scheduled', 'assigned', 'request_sent'])
  expect(await kindsOf(client, id)).toEqual([
    'amended',
    'completed',
    'preliminary',
    'comment',
    'scheduled',
    'scheduled',
  ])
  expect(await kindsOf(other, id)).toEqual(['request_sent'])
  expect(await kindsOf(otherClient, id)).toEqual([])
  const [amended] = await notificationsOf(client, id)
  expect(amended).toMatchObject({
    title: `${title}: amended report`,
    link: `/a/postmortem/${id}/report`,
    read_at: null,
  })
  const scheduled = (await notificationsOf(client, id)).find(({ kind }) => kind === 'scheduled')
  expect(scheduled?.text).toMatch(/^June 3rd 2031, 9:30 AM, Customer .+ - Site .+$/)
})

test('another veterinarian or length with the same date tells the requester nothing', async () => {
  const [vet, other] = [await factory.user('Veterinarian'), await factory.user('Veterinarian')]
  const { id } = await factory.pendingPostMortem(client, site)
  const path = `/post-mortems/${id}`
  const scheduled_at = '2031-06-02T15:30:00Z'
  await admin.put(path, { scheduled_for_id: vet.id, scheduled_at })
  const told = async () => {
    const { rows } = await sql`select id from pgboss.job where name = 'tell-scheduled' and data->>'id' = ${id}`.execute(
      factory.db,
    )
    return { kinds: await kindsOf(client, id), emails: rows.length }
  }
  const once = { kinds: ['scheduled'], emails: 1 }
  expect(await told()).toEqual(once)
  for (const body of [{ scheduled_for_id: other.id, scheduled_at }, { duration_minutes: 90 }])
    expect((await admin.put(path, body)).status).toBe(200)
  expect(await told()).toEqual(once)
  expect((await kindsOf(other, id))[0]).toBe('assigned')
})

test('a client’s message on an unassigned ticket tells every veterinarian, one of the practice none', async () => {
  const vets = [await factory.user('Veterinarian'), await factory.user('Veterinarian')]
  const told = async (by: TestUser) => {
    const { id } = await factory.pendingPostMortem(client, site)
    await by.post(`/post-mortems/${id}/comments`, { text: 'The gate is open.' })
    const kinds = await Promise.all(vets.map((vet) => kindsOf(vet, id)))
    return kinds.map((of) => of.includes('comment'))
  }
  expect(await told(client)).toEqual([true, true])
  expect(await told(admin)).toEqual([false, false])
})

test('an internal message reaches only vet roles, even if a client has written before', async () => {
  const vet = await factory.user('Veterinarian')
  const { id } = await factory.scheduledPostMortem(client, site, vet)
  await client.post(`/post-mortems/${id}/comments`, { text: 'Hello' })
  await admin.post(`/post-mortems/${id}/comments`, { text: 'Careful', internal: 1 })
  expect((await kindsOf(client, id)).includes('comment')).toBe(false)
  expect((await kindsOf(vet, id)).filter((kind) => kind === 'comment')).toHaveLength(2)
})

test('the veterinarian of the ticket is notified of a laboratory result once', async () => {
  const vet = await factory.user('Veterinarian')
  const { id } = await factory.scheduledPostMortem(client, site, vet)
  const animals = await admin.get(`/veterinary-record-animals?filter[veterinary_record_id]=${id}`)
  const kind = await admin.post('/sample-kinds', { name: 'Lung' })
  const sample = await admin.post('/samples', {
    veterinary_record_animal_id: animals.body.data[0].id,
    sample_kind_id: kind.body.data.id,
  })
  await admin.put(`/samples/${sample.body.data.id}`, { result: 'M. haemolytica' })
  await admin.put(`/samples/${sample.body.data.id}`, { result: 'M. haemolytica, many' })
  expect((await kindsOf(vet, id)).filter((one) => one === 'result')).toHaveLength(1)
})

test('concurrent changes notify once', async () => {
  const vet = await factory.user('Veterinarian')
  const { id } = await factory.draftPostMortem(client, site)
  await factory.animal(client, id)
  await Promise.all([1, 2, 3, 4].map(() => client.put(`/post-mortems/${id}`, { draft: 0 })))
  expect(await kindsOf(vet, id)).toEqual(['request_sent'])
})

test('the bell counts unread notifications, which each user marks as read one by one or all at once', async () => {
  const vet = await factory.user('Veterinarian')
  const unread = async () => (await vet.get('/notifications?per_page=1')).body.meta.unread
  const { id } = await factory.pendingPostMortem(client, site)
  await factory.pendingPostMortem(client, site)
  expect(await unread()).toBe(2)
  const [first] = await notificationsOf(vet, id)
  const url = `/notifications/${first?.id}`
  expect((await admin.put(url, { read: 1 })).status).toBe(404)
  for (const body of [{ read: 1 }, {}]) expect((await vet.put(url, body, { 'if-match': '"old"' })).status).toBe(412)
  const marked = await vet.put(url, { read: 1 })
  expect([marked.status, marked.body.data.id, marked.body.data.read_at]).toEqual([200, first?.id, expect.any(String)])
  expect((await vet.put(url, { read: 1 })).body.data.read_at).toBe(marked.body.data.read_at)
  expect([await unread(), (await vet.post('/notifications/read-all')).status, await unread()]).toEqual([1, 200, 0])
  expect((await vet.get('/notifications')).body.data[0].read_at).toEqual(expect.any(String))
})

test('notifications of tickets that a user may no longer see disappear', async () => {
  const colleague = await factory.user('Client', [site.id])
  const vet = await factory.user('Veterinarian')
  const { id } = await factory.scheduledPostMortem(colleague, site, vet)
  expect(await kindsOf(colleague, id)).toEqual(['scheduled'])
  await factory.db.deleteFrom('user_sites').where('user_id', '=', colleague.id).execute()
  const { data, meta } = (await colleague.get('/notifications')).body
  expect([data, meta.unread]).toEqual([[], 0])
  await admin.delete(`/post-mortems/${id}`)
  expect(await kindsOf(vet, id)).toEqual([])
})

test('a veterinarian who becomes a client has no notification of an internal message any more', async () => {
  const vet = await factory.user('Veterinarian', [site.id])
  const { id } = await factory.scheduledPostMortem(client, site, vet)
  await admin.post(`/post-mortems/${id}/comments`, { text: 'Careful', internal: 1 })
  expect(await kindsOf(vet, id)).toContain('comment')
  expect((await admin.put(`/users/${vet.id}`, { roles: ['Client'] })).status).toBe(200)
  const { data, meta } = (await (await factory.signInAgain(vet)).get('/notifications')).body
  expect([data, meta.unread]).toEqual([[], 0])
})

test('preferences by kind and channel can be changed in part; danger cannot be silenced', async () => {
  const vet = await factory.user('Veterinarian')
  const { data } = (await vet.get('/notification-preferences')).body
  expect(Object.keys(data.channels)).toEqual([...notificationKinds])
  expect(data.channels.request_sent).toEqual({ app: true, email: true, push: true })
  expect([data.digest, data.quiet]).toEqual([{ on: false, hour: 6, time_zone: 'America/Edmonton' }, null])
  const changed = await vet.put('/notification-preferences', {
    channels: { comment: { app: false, email: false } },
    digest: { hour: 7, time_zone: 'America/Regina' },
    quiet: { from: '21:00', to: '06:00' },
  })
  expect(changed.body.data).toMatchObject({
    channels: { comment: { app: false, email: false, push: true }, assigned: { email: true } },
    digest: { on: false, hour: 7, time_zone: 'America/Regina' },
    quiet: { from: '21:00', to: '06:00' },
  })
  expect((await vet.put('/notification-preferences', { quiet: '' })).body.data.quiet).toBe(null)
  for (const [body, errors] of [
    [{ channels: { danger: { push: 0 } } }, { 'channels.danger': ['Danger signs cannot be silenced.'] }],
    [{ channels: { comment: { sms: true } } }, { 'channels.comment': ['channels.comment has no field sms.'] }],
    [{ digest: { hour: 24 } }, { 'digest.hour': ['Please enter a whole number from 0 to 23.'] }],
    [
      { digest: { time_zone: 'Alberta' } },
      { 'digest.time_zone': ['Please choose a time zone, like America/Edmonton.'] },
    ],
    [{ quiet: { from: '25:00', to: '06:00' } }, { 'quiet.from': ['Please enter a time, like 22:00.'] }],
    [{ quiet: { from: '22:00' } }, { quiet: ['Please enter when quiet hours begin and when they end.'] }],
  ] as const) {
    const refused = await vet.put('/notification-preferences', body)
    expect([refused.status, refused.body.errors]).toEqual([422, errors])
  }
  const { id } = await factory.scheduledPostMortem(client, site, vet)
  await client.post(`/post-mortems/${id}/comments`, { text: 'Hello' })
  expect(await kindsOf(vet, id)).toEqual(['request_sent'])
})

const mailsTo = async (person: TestUser) => {
  const files = await readdir(path.join(factory.dataDir, 'outbox')).catch(() => [])
  return files.filter((file) => file.includes(person.email))
}
const allDelivered = () =>
  waitFor(async () => {
    const { rows } = await sql`select from pgboss.job where state in ('created', 'retry', 'active')
      and start_after <= now() and name in ('tell-vets', 'tell-later', 'deliver-notifications', 'mail.send')`.execute(
      factory.db,
    )
    expect(rows).toEqual([])
  })

test('an e-mail has a one-click unsubscribe URL for its own kind only', async () => {
  const vet = await factory.user('Veterinarian')
  const { title } = await factory.pendingPostMortem(client, site)
  const email = (await waitForEmail(factory.dataDir, vet.email, title)).replaceAll('=\r\n', '')
  expect(email).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const url = new URL(/List-Unsubscribe:\s*<([^>]+)>/.exec(email.replaceAll(/\r\n\s+/g, ''))?.[1] ?? '')
  const look = await factory.app.inject(url.pathname)
  expect([look.statusCode, look.body.includes('<form method="post">')]).toEqual([200, true])
  // else browsers would block the button
  expect(look.headers['content-security-policy']).toContain("form-action 'self'")
  const preferences = async () => (await vet.get('/notification-preferences')).body.data.channels
  expect((await preferences()).request_sent.email).toBe(true)
  const ended = await factory.app.inject({
    method: 'POST',
    url: url.pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(ended.statusCode).toBe(200)
  const { request_sent, assigned, danger } = await preferences()
  expect([request_sent, assigned.email, danger.email]).toEqual([{ app: true, email: false, push: true }, true, true])
  const forged = url.pathname.replace('request_sent', 'assigned')
  for (const method of ['GET', 'POST'] as const)
    expect((await factory.app.inject({ method, url: forged })).statusCode).toBe(404)
  const before = await mailsTo(vet)
  await factory.pendingPostMortem(client, site)
  await allDelivered()
  expect(await mailsTo(vet)).toEqual(before)
})

const hour = (offset: number) => `${String((new Date().getUTCHours() + offset + 24) % 24).padStart(2, '0')}:00`
const quietNow = () => ({ quiet: { from: hour(-1), to: hour(3) }, digest: { time_zone: 'UTC' } })
/** Ends the quiet hours of these people: nothing of theirs waits any more. */
async function endQuiet(...people: TestUser[]) {
  for (const { id } of people)
    await factory.db
      .updateTable('notification_preferences')
      .set({ quiet_from: null, quiet_to: null })
      .where('user_id', '=', id)
      .execute()
  await sql`update pgboss.job set start_after = now()
    where state = 'created' and start_after > now() and name in ('tell-later', 'deliver-notifications', 'mail.send')`.execute(
    factory.db,
  )
  await allDelivered()
}

test('e-mails wait until the end of quiet hours', async () => {
  const vet = await factory.user('Veterinarian')
  const preferences = quietNow()
  expect((await vet.put('/notification-preferences', preferences)).status).toBe(200)
  const { title } = await factory.pendingPostMortem(client, site)
  await allDelivered()
  expect(await mailsTo(vet)).toEqual([])
  const { rows } = await sql<{ hour: number }>`select extract(hour from start_after at time zone 'UTC')::int as hour
    from pgboss.job where state = 'created' and data->>'userId' = ${vet.id}`.execute(factory.db)
  expect(rows).toEqual([{ hour: Number(preferences.quiet.to.slice(0, 2)) }])
  await endQuiet(vet)
  await waitForEmail(factory.dataDir, vet.email, title)
  expect(await mailsTo(vet)).toHaveLength(1)
})

test('after quiet hours nobody is told that a visit is overdue that was moved or completed meanwhile', async () => {
  const vet = await factory.user('Veterinarian')
  await vet.put('/notification-preferences', { ...quietNow(), channels: { overdue: { email: true } } })
  const yesterday = addDays(dayOf(new Date(), 'America/Edmonton'), -1)
  const [moved, done, late] = await Promise.all([1, 2, 3].map(() => factory.pendingPostMortem(client, site)))
  for (const ticket of [moved, done, late])
    await admin.put(`/post-mortems/${ticket?.id}`, { scheduled_for_id: vet.id, scheduled_at: yesterday })
  await sendDailyNotices(services)
  await allDelivered()
  expect(await kindsOf(vet, late?.id ?? '')).toContain('overdue')
  await admin.put(`/post-mortems/${moved?.id}`, { scheduled_at: addDays(yesterday, 3) })
  await factory.db
    .updateTable('post_mortems')
    .set({ completed_at: new Date() })
    .where('id', '=', done?.id ?? expect.fail())
    .execute()
  await endQuiet(vet)
  await waitForEmail(factory.dataDir, vet.email, `${late?.title} is overdue`)
  expect((await mailsTo(vet)).filter((file) => file.includes('overdue'))).toHaveLength(1)
})

test('danger signs are e-mailed in quiet hours, too', async () => {
  const vet = await factory.user('Veterinarian')
  await vet.put('/notification-preferences', quietNow())
  const { id: sign } = (await admin.post('/danger-signs', { name: 'Sores on the tongue', level: 'call' })).body.data
  const { id, title } = await factory.draftPostMortem(client, site)
  await factory.animal(client, id, { danger_sign_ids: [sign] })
  expect((await client.put(`/post-mortems/${id}`, { draft: 0, danger_acknowledged: 1 })).status).toBe(200)
  await waitForEmail(factory.dataDir, vet.email, title)
})

test('an e-mail that quiet hours hold back reaches only those who may see the ticket and want it when they end', async () => {
  const vet = await factory.user('Veterinarian')
  const requesters = await Promise.all(Array.from({ length: 6 }, () => factory.client()))
  const [staying, moved, disabled, silenced, withdrawn, done] = requesters.map(({ client }) => client)
  if (!staying || !moved || !disabled || !silenced || !withdrawn || !done) throw new Error('six requesters')
  let completedId = ''
  for (const { client, site } of requesters) {
    expect((await client.put('/notification-preferences', quietNow())).status).toBe(200)
    const { id } = await factory.pendingPostMortem(client, site)
    for (const day of ['11', '12'])
      await vet.put(`/post-mortems/${id}`, { scheduled_at: `2027-01-${day} 15:00:00`, scheduled_for_id: vet.id })
    if (client === withdrawn) await vet.put(`/post-mortems/${id}`, { scheduled_at: '' })
    if (client === done) completedId = id
  }
  await waitFor(async () => {
    const { rows } = await sql`select from pgboss.job where name = 'tell-scheduled' and state < 'completed'`.execute(
      factory.db,
    )
    expect(rows).toEqual([])
  })
  await factory.db.deleteFrom('user_sites').where('user_id', '=', moved.id).execute()
  await factory.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', disabled.id).execute()
  await silenced.put('/notification-preferences', { channels: { scheduled: { email: false } } })
  await vet.put(`/post-mortems/${completedId}`, { completed_at: 1 })
  // else its e-mail could be held back while the quiet hours end
  await allDelivered()
  await endQuiet(...requesters.map(({ client }) => client))
  const sentEmails = await Promise.all([staying, moved, disabled, silenced, withdrawn].map(mailsTo))
  expect(sentEmails.map((files) => files.length)).toEqual([1, 0, 0, 0, 0])
  // the visit is over, so only the report is told of
  expect(await mailsTo(done)).toEqual([expect.stringContaining('completed')])
  // both changes are told by one e-mail, of the visit as it is now
  expect(sentEmails[0]?.[0]).toContain('12th')
})

test('an e-mail that waits for the mail server is sent only to those who may still see the ticket, and still want it', async () => {
  const vet = await factory.user('Veterinarian')
  const requesters = await Promise.all([1, 2, 3, 4].map(() => factory.client()))
  const [staying, moved, disabled, silenced] = requesters.map(({ client }) => client)
  if (!staying || !moved || !disabled || !silenced) throw new Error('four requesters')
  const digest = { on: true, hour: 0, time_zone: 'UTC' }
  const release = await holdJobs(factory.db, 'mail.send')
  for (const { client, site } of requesters) {
    await client.put('/notification-preferences', { digest })
    const { id } = await factory.scheduledPostMortem(client, site, vet)
    await vet.post(`/post-mortems/${id}/comments`, { text: 'The report is late.' })
  }
  await waitFor(async () => {
    // a digest waits for a job that is just running
    await sendDailyNotices(services, new Date(Date.now() + 24 * 3_600_000))
    const { rows } = await sql<{ to: string; kind: string }>`select data->>'to' as to, data->>'kind' as kind
      from pgboss.job where name = 'mail.send' and data->>'to' = any(${requesters.map(({ client }) => client.email)})
      order by 1, 2`.execute(factory.db)
    expect(rows).toHaveLength(12)
    expect(rows.map(({ kind }) => kind).slice(0, 3)).toEqual(['comment', 'digest', 'scheduled'])
  })
  await factory.db.deleteFrom('user_sites').where('user_id', '=', moved.id).execute()
  await factory.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', disabled.id).execute()
  const off = { email: false }
  await silenced.put('/notification-preferences', {
    channels: { scheduled: off, comment: off },
    digest: { ...digest, on: false },
  })
  await release()
  await allDelivered()
  const sent = await Promise.all([staying, moved, disabled, silenced].map(mailsTo))
  expect(sent.map((files) => files.length)).toEqual([3, 0, 0, 0])
})

test('the digest is one e-mail a day with unread notifications, however many servers run, and is not sent if there are none', async () => {
  const vet = await factory.user('Veterinarian')
  const now = new Date()
  const off = Object.fromEntries(
    notificationKinds.filter((kind) => kind !== 'danger').map((kind) => [kind, { email: false }]),
  )
  const digest = { on: true, hour: now.getUTCHours(), time_zone: 'UTC' }
  await vet.put('/notification-preferences', { digest, channels: off })
  const { title } = await factory.pendingPostMortem(client, site)
  const later = new Date(Date.now() + 1000)
  // a digest waits for a transaction that is just running
  await waitFor(async () => {
    await Promise.all([1, 2, 3].map(() => sendDailyNotices(services, later)))
    await allDelivered()
    expect(await mailsTo(vet)).toHaveLength(1)
  })
  await waitForEmail(factory.dataDir, vet.email, `${title}: post-mortem requested`)
  await sendDailyNotices(services, later)
  await sendDailyNotices(services, new Date(later.getTime() + 24 * 3_600_000))
  await allDelivered()
  expect(await mailsTo(vet)).toEqual([expect.stringContaining('Your-day-1-unread-message')])
})

test('a notification whose change is committed while the digest is written is in the next one', async () => {
  const vet = await factory.user('Veterinarian')
  const channels = { request_sent: { email: false } }
  await vet.put('/notification-preferences', { digest: { on: true, hour: 0, time_zone: 'UTC' }, channels })
  const { id } = await factory.pendingPostMortem(client, site)
  const tomorrow = (days: number) => new Date(Date.now() + days * 24 * 3_600_000)
  await factory.db.transaction().execute(async (tx) => {
    const late = {
      user_id: vet.id,
      kind: 'comment',
      post_mortem_id: id,
      title: 'A late message',
      text: 'here',
    } as const
    await insertNotifications(tx, [{ ...late, id: newId<NotificationId>(), in_app: true }])
    await sendDailyNotices(services, tomorrow(1))
  })
  const late = async () => {
    await sendDailyNotices(services, tomorrow(2))
    await allDelivered()
    const digests = (await mailsTo(vet)).filter((file) => file.includes('Your-day'))
    const texts = await Promise.all(digests.map((file) => readFile(path.join(factory.dataDir, 'outbox', file), 'utf8')))
    return texts.filter((text) => text.includes('A late message')).length
  }
  // the digest also waits for a job that is just running
  await waitFor(async () => expect(await late()).toBe(1))
})

test('a digest has what happened while another change took long: it waits until that change has ended', async () => {
  const vet = await factory.user('Veterinarian')
  const channels = { request_sent: { email: false } }
  await vet.put('/notification-preferences', { digest: { on: true, hour: 0, time_zone: 'UTC' }, channels })
  const tomorrow = new Date(Date.now() + 24 * 3_600_000)
  const digests = async () => {
    await sendDailyNotices(services, tomorrow)
    await allDelivered()
    return (await mailsTo(vet)).filter((file) => file.includes('Your-day'))
  }
  await factory.db.transaction().execute(async (db) => {
    await sql`select`.execute(db)
    await factory.pendingPostMortem(client, site)
    expect(await digests()).toEqual([])
  })
  await waitFor(async () => expect(await digests()).toEqual([expect.stringContaining('Your-day-1-unread-message')]))
  expect(await digests()).toHaveLength(1)
})

test('no digest waits for the download of an export or a backup, which only read', async () => {
  await factory.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ began: Date }>`select now() as began`.execute(tx)
    const began = rows[0]?.began ?? new Date()
    const until = () => committedUntil(factory.db, new Date(), { beforeWriting: 0 })
    // jobs that are just running also count
    await waitFor(async () => expect((await until()).getTime()).toBeGreaterThan(began.getTime()))
    await sql`select pg_current_xact_id()`.execute(tx)
    expect((await until()).getTime()).toBeLessThanOrEqual(began.getTime())
  })
})

test('a digest that is enabled after its hour has what is unread, tomorrow, or today if the hour is moved to later', async () => {
  const [early, late] = [await factory.user('Veterinarian'), await factory.user('Veterinarian')]
  for (const vet of [early, late])
    await vet.put('/notification-preferences', { channels: { request_sent: { email: false } } })
  await factory.pendingPostMortem(client, site)
  const now = new Date()
  const zones = Array.from({ length: 24 }, (_, index) => `Etc/GMT${index < 12 ? `+${index}` : `-${index - 11}`}`)
  const time_zone = zones.find((zone) => formatClockTime(now, zone).startsWith('12'))
  for (const vet of [early, late])
    await vet.put('/notification-preferences', { digest: { on: true, hour: 6, time_zone } })
  await late.put('/notification-preferences', { digest: { hour: 13 } })
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
  await waitFor(async () => {
    // a digest waits for a transaction that is just running
    await sendDailyNotices(services, hours(1.5))
    expect(await mailsTo(late)).toEqual([expect.stringContaining('Your-day-1-unread-message')])
  })
  expect(await mailsTo(early)).toEqual([])
  await waitFor(async () => {
    await sendDailyNotices(services, hours(20))
    expect(await mailsTo(early)).toHaveLength(1)
  })
  expect(await mailsTo(late)).toHaveLength(1)
})

test('whoever has moved to a zone whose day is earlier gets the digest of the next day there', async () => {
  const vet = await factory.user('Veterinarian')
  const [west, east] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati']
  const digest = { on: true, hour: 23, time_zone: east }
  await vet.put('/notification-preferences', { digest, channels: { request_sent: { email: false } } })
  const now = new Date()
  await factory.db
    .updateTable('notification_preferences')
    .set({ digested_on: dayOf(now, east) })
    .where('user_id', '=', vet.id)
    .execute()
  await vet.put('/notification-preferences', { digest: { time_zone: west } })
  await factory.pendingPostMortem(client, site)
  await waitFor(async () => {
    // a digest waits for a job that is just running
    await sendDailyNotices(services, timestampAt(addDays(dayOf(now, west), 1), '23:30', west))
    expect(await mailsTo(vet)).toEqual([expect.stringContaining('Your-day-1-unread-message')])
  })
})

test('a digest that cannot be written does not keep others from theirs, and is sent later', async () => {
  const vets = [await factory.user('Veterinarian'), await factory.user('Veterinarian')]
  const off = { request_sent: { email: false } }
  const digest = { on: true, hour: 0, time_zone: 'UTC' }
  for (const vet of vets) await vet.put('/notification-preferences', { digest, channels: off })
  await factory.pendingPostMortem(client, site)
  const tomorrow = new Date(Date.now() + 24 * 3_600_000)
  const digestsOf = async (vet: TestUser) => (await mailsTo(vet)).filter((file) => file.includes('Your-day')).length
  // the one whose turn comes first
  const readers = (await digestReaders(factory.db)).map(({ user_id }) => user_id)
  const broken = vets.toSorted((one, other) => readers.indexOf(one.id) - readers.indexOf(other.id))[0]
  await sql`create function fail_digest() returns trigger language plpgsql as
    'begin raise exception ''no digest''; end'`.execute(factory.db)
  await sql`create trigger fail_digest before update of digested_on on notification_preferences
    for each row when (new.user_id = ${sql.lit(broken?.id)}) execute function fail_digest()`.execute(factory.db)
  // a digest waits for a transaction that is just running
  await waitFor(async () => {
    await expect(sendDailyNotices(services, tomorrow)).rejects.toThrow('no digest')
    await allDelivered()
    expect(await Promise.all(vets.map(digestsOf))).toEqual(vets.map((vet) => (vet === broken ? 0 : 1)))
  })
  await sql`drop function fail_digest() cascade`.execute(factory.db)
  await waitFor(async () => {
    await sendDailyNotices(services, tomorrow)
    await allDelivered()
    expect(await Promise.all(vets.map(digestsOf))).toEqual([1, 1])
  })
})

test('the digest says nothing of kinds that its reader has silenced, as the bell does', async () => {
  const vet = await factory.user('Veterinarian')
  const silent = { app: false, email: false, push: false }
  const digest = { on: true, hour: 0, time_zone: 'UTC' }
  await vet.put('/notification-preferences', { digest, channels: { request_sent: silent } })
  await factory.pendingPostMortem(client, site)
  expect((await vet.get('/notifications')).body.meta.unread).toBe(0)
  // tomorrow, because the server itself may have sent the digest of today
  await sendDailyNotices(services, new Date(Date.now() + 24 * 3_600_000))
  await allDelivered()
  expect((await mailsTo(vet)).filter((file) => file.includes('Your-day'))).toEqual([])
})

test('the veterinarian is notified once of a visit whose day passed without completion', async () => {
  const vet = await factory.user('Veterinarian')
  const yesterday = addDays(dayOf(new Date(), 'America/Edmonton'), -1)
  const { id } = await factory.pendingPostMortem(client, site)
  await vet.put(`/post-mortems/${id}`, { scheduled_for_id: vet.id, scheduled_at: yesterday })
  const today = await factory.pendingPostMortem(client, site)
  await vet.put(`/post-mortems/${today.id}`, { scheduled_for_id: vet.id, scheduled_at: addDays(yesterday, 1) })
  await Promise.all([1, 2, 3].map(() => sendDailyNotices(services)))
  await sendDailyNotices(services)
  expect((await kindsOf(vet, id)).filter((kind) => kind === 'overdue')).toHaveLength(1)
  expect(await kindsOf(vet, today.id)).toEqual(['request_sent'])
})

test('a visit without a time of which its veterinarian was notified is not notified of again when the zone of its site or of the practice changes', async () => {
  const vet = await factory.user('Veterinarian')
  const yesterday = addDays(dayOf(new Date(), 'America/Edmonton'), -1)
  const { client, site } = await factory.client()
  const { id } = await factory.pendingPostMortem(client, site)
  await vet.put(`/post-mortems/${id}`, { scheduled_for_id: vet.id, scheduled_at: yesterday })
  await sendDailyNotices(services)
  const overdue = async () => (await kindsOf(vet, id)).filter((kind) => kind === 'overdue')
  expect(await overdue()).toHaveLength(1)
  expect((await admin.put(`/sites/${site.id}`, { time_zone: 'America/New_York' })).status).toBe(200)
  await sendDailyNotices(services)
  expect(await overdue()).toHaveLength(1)
  await admin.put(`/sites/${site.id}`, { time_zone: '' })
  for (const time_zone of ['America/Halifax', 'America/Edmonton']) {
    expect((await admin.put('/provider', { time_zone })).status).toBe(200)
    await sendDailyNotices(services)
    expect(await overdue()).toHaveLength(1)
  }
})

test('Admins are notified of a visit that passed if its veterinarian has not signed in yet, and could not be', async () => {
  const vet = await factory.user('Veterinarian')
  const yesterday = addDays(dayOf(new Date(), 'America/Edmonton'), -1)
  const { id } = await factory.pendingPostMortem(client, site)
  await factory.db.updateTable('users').set({ status: 'invited' }).where('id', '=', vet.id).execute()
  const visit = { scheduled_for_id: vet.id, scheduled_at: yesterday }
  expect((await admin.put(`/post-mortems/${id}`, visit)).status).toBe(200)
  await sendDailyNotices(services)
  expect((await kindsOf(admin, id)).filter((kind) => kind === 'overdue')).toHaveLength(1)
})

test('a visit of which another server notifies at this moment is not notified of again', async () => {
  const vet = await factory.user('Veterinarian')
  const { id } = await factory.pendingPostMortem(client, site)
  const yesterday = addDays(dayOf(new Date(), 'America/Edmonton'), -1)
  await vet.put(`/post-mortems/${id}`, { scheduled_for_id: vet.id, scheduled_at: yesterday })
  const { waiting } = await factory.db.transaction().execute(async (tx) => {
    // without the foreign key, which would lock the ticket: the other server has locked it and is about to commit
    await sql`set local session_replication_role = 'replica'`.execute(tx)
    await sql`insert into overdue_visits (post_mortem_id, scheduled_at)
      select id, scheduled_at from post_mortems where id = ${id}`.execute(tx)
    const waiting = sendDailyNotices(services)
    await waitForLocks(factory.db, 1)
    return { waiting }
  })
  await waiting
  expect(await kindsOf(vet, id)).not.toContain('overdue')
})
