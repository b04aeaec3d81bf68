import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { constants } from '@chisholm/domain/constants'
import { addDays, dayOf, timestampAt } from '@chisholm/domain/dates'
import { mondayOf } from '@chisholm/domain/weeks'
import type { CustomerId, SiteId } from '../../database/ids.ts'
import { openJobQueue } from '../../jobs/job-queue.ts'
import { readAuditActions } from '../../testing/audit-entries.ts'
import { readAttachment } from '../../testing/email-attachment.ts'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { holdJobs } from '../../testing/hold-jobs.ts'
import { waitForEmail } from '../../testing/outbox-email.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { waitForJobs, waitForLocks, whileLocked } from '../../testing/while-locked.ts'
import { seedLibrary } from '../library/index.ts'
import { mailDueSummaries } from './mail-summaries.ts'

const zone = 'America/Edmonton'
const factory = await createSharedFactory()
await seedLibrary(factory.db)
const admin = await factory.user('Admin')
const vet = await factory.user('Veterinarian')
const jobs = await openJobQueue(factory.connection, { warn() {} })
afterAll(() => jobs.stop())
// cast: the only setting that is read
const provider = async () => ({ time_zone: zone }) as never
const services = { db: factory.db, jobs, provider }

const today = dayOf(new Date(), zone)
const monday = addDays(mondayOf(today), 7)
const firstOfMonth = `${addDays(`${today.slice(0, 7)}-01`, 32).slice(0, 7)}-01`
const mailAt = (day: string, time = '06:00') => mailDueSummaries(services, timestampAt(day, time, zone))

const weekly = { name: 'Monday figures', every: 'week' }
/** Pretends that the reports were saved at noon, whenever the test runs. */
const startAtNoon = () =>
  factory.db
    .updateTable('scheduled_reports')
    .set({ starts_at: timestampAt(today, '12:00', zone) })
    .execute()
const addReport = async (by: TestUser, report: object) => {
  const answer = await by.post('/scheduled-reports', { ...weekly, recipients: [by.id], ...report })
  await startAtNoon()
  return answer.body.data
}

/** Sends a ticket with this many animals that died today. */
async function reportDeaths(by: TestUser, site: { id: SiteId; customerId: CustomerId }, count: number) {
  const { id } = await factory.draftPostMortem(by, site)
  for (let index = 0; index < count; index++) await factory.animal(by, id, { customer_record_at: today })
  await by.put(`/post-mortems/${id}`, { draft: 0 })
  return id
}
const emailsTo = async ({ email }: TestUser) =>
  // the folder does not exist before the first e-mail
  (await readdir(path.join(factory.dataDir, 'outbox')).catch(() => [])).filter(
    (file) => file.includes(email) && file.includes('Monday'),
  )

test('a summary is added, changed under If-Match and deleted by its author or an Admin, each with an audit entry', async () => {
  const { client, site } = await factory.client()
  const sent = {
    ...weekly,
    id: uuidv7(),
    filter: { system: 'Respiratory', site_id: [site.id] },
    recipients: [vet.id, client.id, vet.id],
  }
  const report = { ...sent, filter: { site_id: [site.id], system: 'Respiratory' }, recipients: [vet.id, client.id] }
  const answers = await Promise.all([1, 2, 3].map(() => client.post('/scheduled-reports', sent)))
  expect(answers.map(({ status, body }) => [status, body.data])).toEqual(
    [1, 2, 3].map(() => [201, { ...report, language: 'en' }]),
  )
  expect((await client.post('/scheduled-reports', { ...sent, every: 'month' })).status).toBe(409)
  const url = `/scheduled-reports/${report.id}`
  const old = { 'if-match': String((await client.get(url)).headers['etag']) }
  const changed = (await client.put(url, { every: 'month', filter: '' }, old)).body.data
  expect(changed).toEqual({ ...report, language: 'en', every: 'month', filter: {} })
  expect((await client.put(url, { name: 'B' }, old)).status).toBe(412)
  expect((await client.delete(url, old)).status).toBe(412)
  // veterinarians see their own, Admins all
  expect([(await vet.get(url)).status, (await admin.get(url)).status]).toEqual([404, 200])
  expect((await client.get('/scheduled-reports?filter[every]=month')).body.data).toEqual([changed])
  expect((await vet.get('/scheduled-reports')).body.data).toEqual([])
  expect((await admin.delete(url)).status).toBe(200)
  expect((await client.get(url)).status).toBe(404)
  expect(await readAuditActions(factory, report.id)).toEqual([
    'scheduled report added',
    'scheduled report changed',
    'scheduled report deleted',
  ])
})

test('errors are listed by field, and the author can only choose visible people', async () => {
  const { client, site } = await factory.client()
  const { client: otherClient, site: theirs } = await factory.client()
  const errorsOf = async (report: object, by = client) =>
    (await by.post('/scheduled-reports', { ...weekly, recipients: [by.id], ...report })).body.errors
  expect((await client.post('/scheduled-reports', { every: 'day', language: 'xx' })).body.errors).toEqual({
    name: ['Please enter a name.'],
    every: ['Please choose one of: week, month.'],
    recipients: ['Please choose at least one recipient.'],
    language: ['Please choose one of: en.'],
  })
  const unknown = { recipients: ['Please choose from the people you may see.'] }
  expect(await errorsOf({ recipients: [otherClient.id] })).toEqual(unknown)
  expect(await errorsOf({ recipients: [uuidv7()] }, admin)).toEqual(unknown)
  expect(await errorsOf({ filter: { site_id: theirs.id } })).toEqual({
    filter: ['Please choose from the sites that are in use.'],
  })
  expect(await errorsOf({ filter: { diagnosis_id: uuidv7() } }, admin)).toEqual({
    filter: ['Please choose a diagnosis from the list.'],
  })
  expect(await errorsOf({ filter: { site: site.id } })).toEqual({
    filter: ['Unknown filter "site". Known: customer_id, site_id, lot, diagnosis_id, system.'],
  })
  // names of every JavaScript object, in a form
  for (const name of ['constructor', '__proto__']) {
    const form = await factory.app.inject({
      method: 'POST',
      url: '/api/v1/scheduled-reports',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `name=A&every=week&recipients[]=${client.id}&filter[${name}]=x`,
    })
    expect([form.statusCode, form.json().message]).toEqual([422, expect.stringContaining(`"${name}`)])
  }
  expect(await errorsOf({ recipients: [otherClient.id, client.id, vet.id], name: 'Ours' }, admin)).toBeUndefined()
})

test('a user has at most a hundred summaries, however many are added at once', async () => {
  const reader = await factory.user('Veterinarian')
  const add = () => reader.post('/scheduled-reports', { ...weekly, recipients: [reader.id] })
  const first = (await add()).body.data
  for (let count = 1; count < constants.scheduledReports.perUser - 2; count++) await add()
  const statuses = (await Promise.all(Array.from({ length: 6 }, add))).map(({ status }) => status)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 201, 409, 409, 409, 409])
  expect((await add()).body.message).toBe('You can have at most 100 summaries. Delete one first.')
  await reader.delete(`/scheduled-reports/${first.id}`)
  expect((await add()).status).toBe(201)
  // other tests mail all that there are
  await factory.db.deleteFrom('scheduled_reports').where('user_id', '=', reader.id).execute()
})

test('a diagnosis is not deleted while the filter of a summary names it', async () => {
  const diagnosis = (await admin.post('/diagnoses', { name: 'Named by a filter' })).body.data
  for (const diagnosis_id of [diagnosis.id, diagnosis.id.toUpperCase()]) {
    const report = await addReport(vet, { filter: { diagnosis_id } })
    expect(report.filter).toEqual({ diagnosis_id: diagnosis.id })
    expect((await admin.delete(`/diagnoses/${diagnosis.id}`)).status).toBe(409)
    await vet.delete(`/scheduled-reports/${report.id}`)
  }
  expect((await admin.delete(`/diagnoses/${diagnosis.id}`)).status).toBe(200)
})

test('a summary of a diagnosis that is being deleted is rejected with its filter', async () => {
  const { id } = (await admin.post('/diagnoses', { name: 'Short-lived' })).body.data
  await waitForJobs(factory.db)
  const answers = await whileLocked(factory.db, sql`select from library_entries where id = ${id} for update`, [
    () => admin.delete(`/diagnoses/${id}`),
    () => vet.post('/scheduled-reports', { ...weekly, recipients: [vet.id], filter: { diagnosis_id: id } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 422])
  expect(answers[1]?.body.errors).toEqual({ filter: ['Please choose a diagnosis from the list.'] })
})

test('a summary of a site that is being deleted is rejected with its filter', async () => {
  const { id } = await factory.site()
  await waitForJobs(factory.db)
  const answers = await whileLocked(factory.db, sql`select from sites where id = ${id} for update`, [
    () => admin.delete(`/sites/${id}`),
    () => vet.post('/scheduled-reports', { ...weekly, recipients: [vet.id], filter: { site_id: id } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 422])
  expect(Object.keys(answers[1]?.body.errors)).toEqual(['filter'])
})

test('only recipients get the summary, with their own sites and role, once however many servers run', async () => {
  const { client, site } = await factory.client()
  const { client: otherClient, site: theirs } = await factory.client()
  const [locked, siteless] = [await factory.user('Client', [site.id]), await factory.user('Client', [])]
  const ticket = await reportDeaths(client, site, 2)
  await reportDeaths(otherClient, theirs, 1)
  const diagnosis = (await vet.get('/diagnoses?per_page=9999')).body.data.find(
    ({ system }: { system: string }) => system === 'Respiratory',
  )
  const [animal] = (await vet.get(`/post-mortems/${ticket}`)).body.data.veterinary_record.veterinary_record_animals
  await vet.put(`/veterinary-record-animals/${animal.id}`, { vet_diagnosis_id: diagnosis.id })
  const recipients = [client, vet, otherClient, locked, siteless].map(({ id }) => id)
  const filter = { site_id: `${site.id},${theirs.id}` }
  const { id } = await addReport(admin, { recipients, filter })
  await factory.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', locked.id).execute()
  await mailAt(monday, '05:59')
  expect(await emailsTo(client)).toEqual([])
  await Promise.all([1, 2, 3, 4].map(() => mailAt(monday)))
  const sentEmails = await Promise.all(
    [client, vet, otherClient].map(({ email }) => waitForEmail(factory.dataDir, email, 'Monday figures')),
  )
  const [mine, vets, others] = await Promise.all(
    sentEmails.map(async (sentEmail) => readPdf(readAttachment(sentEmail, 'application/pdf'))),
  )
  expect([mine, vets, others].map((pdf) => /Deaths (\d+)/.exec(pdf?.text ?? '')?.[1])).toEqual(['2', '3', '1'])
  // the diagnosis has not been issued
  expect([mine, vets, others].map((pdf) => pdf?.text.includes('Respiratory'))).toEqual([false, true, false])
  const { title, language, isTagged, fontsInFile } = mine ?? {}
  expect({ title, language, isTagged, fontsInFile }).toEqual({
    title: 'Monday figures',
    language: 'en',
    isTagged: true,
    fontsInFile: true,
  })
  await waitFor(async () => {
    const { rows } = await sql`select from pgboss.job where name = 'mail-summary' and state < 'completed'`.execute(
      factory.db,
    )
    expect(rows).toEqual([])
  })
  const counts = await Promise.all(
    [client, vet, otherClient, locked, siteless].map(async (one) => (await emailsTo(one)).length),
  )
  expect(counts).toEqual([1, 1, 1, 0, 0])
  const address = /List-Unsubscribe: *<[^>]*(\/api\/v1\/unsubscribe\/[^>]+)>/.exec(
    sentEmails[0]?.replaceAll(/\r\n\s+/g, '') ?? '',
  )
  const ended = await factory.app.inject({ method: 'POST', url: address?.[1] ?? '' })
  expect(ended.statusCode).toBe(200)
  const left = (await admin.get(`/scheduled-reports/${id}`)).body.data.recipients
  expect(left).toEqual(recipients.filter((one) => one !== client.id))
})

test('a summary names only the customers, sites and lots of its filter that its reader may see', async () => {
  const [one, other] = [await factory.client(), await factory.client()]
  const nameOf = (id: string, kind: string) => `${kind} ${id.slice(-6)}`
  const filterOf = async ({ client, site }: typeof one, lot: string) => {
    const { id } = await factory.draftPostMortem(client, site)
    await factory.animal(client, id, { customer_record_at: today, lot })
    await client.put(`/post-mortems/${id}`, { draft: 0 })
    return [nameOf(site.customerId, 'Customer'), nameOf(site.id, 'Site'), `lot ${lot}`]
  }
  const [ofOne, ofOther] = [await filterOf(one, 'K 17'), await filterOf(other, 'W 44')]
  const filter = {
    customer_id: `${one.site.customerId},${other.site.customerId}`,
    site_id: `${one.site.id},${other.site.id}`,
    lot: 'k 17,W 44',
  }
  const name = 'Monday figures of two'
  await addReport(admin, { name, recipients: [one.client, other.client, vet].map(({ id }) => id), filter })
  await mailAt(monday)
  const namesTo = async ({ email }: TestUser) => {
    const { text } = await readPdf(readAttachment(await waitForEmail(factory.dataDir, email, name), 'application/pdf'))
    return [...ofOne, ...ofOther].filter((part) => text.toLowerCase().includes(part.toLowerCase()))
  }
  expect(await namesTo(one.client)).toEqual(ofOne)
  expect(await namesTo(other.client)).toEqual(ofOther)
  expect(await namesTo(vet)).toEqual([...ofOne, ...ofOther])
})

test('each period is e-mailed once, beginning with the one in which the summary was created', async () => {
  const { client, site } = await factory.client()
  const nobody = await factory.user('Client', [site.id])
  await factory.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', nobody.id).execute()
  const report = await addReport(client, { recipients: [nobody.id] })
  const mailed = async () => {
    const rows = await factory.db
      .selectFrom('scheduled_report_periods')
      .select(['every', 'first_day'])
      .where('report_id', '=', report.id)
      .orderBy('mailed_at')
      .execute()
    return rows.map(({ every, first_day }) => [every, first_day])
  }
  await mailAt(today, '18:00')
  expect(await mailed()).toEqual([])
  await mailAt(monday)
  // a server that was down sends late
  await mailAt(addDays(monday, 9), '23:00')
  const weeks = [
    ['week', addDays(monday, -7)],
    ['week', monday],
  ]
  expect(await mailed()).toEqual(weeks)
  await client.put(`/scheduled-reports/${report.id}`, { every: 'month' })
  await startAtNoon()
  await mailAt(firstOfMonth, '05:59')
  await mailAt(firstOfMonth)
  await mailAt(addDays(monday, 14))
  const months = (await mailed()).filter(([every]) => every === 'month')
  expect(months[0]).toEqual(['month', `${today.slice(0, 7)}-01`])
  expect(new Set(months.map(String)).size).toBe(months.length)
})

test('a summary waits for the end of the quiet hours of its recipient, and is sent if the recipient still sees a site', async () => {
  const { client, site } = await factory.client()
  const moved = await factory.user('Client', [site.id])
  const hour = (offset: number) => `${String((new Date().getUTCHours() + offset + 24) % 24).padStart(2, '0')}:00`
  const people = [client, moved]
  for (const person of people)
    await person.put('/notification-preferences', {
      quiet: { from: hour(-1), to: hour(3) },
      digest: { time_zone: 'UTC' },
    })
  await addReport(admin, {
    name: 'Monday, quiet',
    filter: { site_id: site.id },
    recipients: people.map(({ id }) => id),
  })
  await mailAt(monday)
  const waiting = async () =>
    (
      await sql<{ late: boolean }>`select start_after > now() as late from pgboss.job where name = 'mail-summary'
        and state < 'completed' and data->>'userId' = any(${people.map(({ id }) => id)}::text[])`.execute(factory.db)
    ).rows.map(({ late }) => late)
  await waitFor(async () => expect(await waiting()).toEqual([true, true]))
  expect([await emailsTo(client), await emailsTo(moved)]).toEqual([[], []])
  await factory.db.deleteFrom('user_sites').where('user_id', '=', moved.id).execute()
  await sql`update notification_preferences set quiet_from = null, quiet_to = null`.execute(factory.db)
  await sql`update pgboss.job set start_after = now() where name = 'mail-summary' and state = 'created'`.execute(
    factory.db,
  )
  await waitForEmail(factory.dataDir, client.email, 'Monday, quiet')
  await waitFor(async () => expect(await waiting()).toEqual([]))
  expect(await emailsTo(moved)).toEqual([])
})

test('a summary that waits for the mail server is sent only to those who still see all sites that it counts', async () => {
  const readers = await Promise.all([1, 2, 3].map(() => factory.client()))
  const [staying, moved, elsewhere] = readers
  if (!staying || !moved || !elsewhere) throw new Error('three readers')
  // a site that its summary does not count
  const other = await factory.site()
  await factory.db
    .insertInto('user_sites')
    .values({ user_id: elsewhere.client.id, site_id: other.id, position: 1 })
    .execute()
  for (const { client, site } of readers) await addReport(client, { filter: { site_id: [site.id] } })
  const release = await holdJobs(factory.db, 'mail.send')
  await mailAt(monday)
  await waitFor(async () => {
    const { rows } = await sql`select from pgboss.job where name = 'mail.send' and data->>'kind' = 'summary'
      and data->>'to' = any(${readers.map(({ client }) => client.email)})`.execute(factory.db)
    expect(rows).toHaveLength(3)
  })
  const { db } = factory
  await db.deleteFrom('user_sites').where('site_id', 'in', [moved.site.id, other.id]).execute()
  await release()
  await waitFor(async () => {
    const { rows } = await sql`select from pgboss.job where name = 'mail.send' and state < 'completed'`.execute(db)
    expect(rows).toEqual([])
  })
  const sent = await Promise.all(readers.map(({ client }) => emailsTo(client)))
  expect(sent.map((files) => files.length)).toEqual([1, 0, 1])
})

/** The parameters of the link in the e-mail of a summary. */
async function linkTo({ email }: TestUser, name: string) {
  const sentEmail = await waitForEmail(factory.dataDir, email, name)
  const link = /\/a\/insight\?[^"\s]+/.exec(sentEmail.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[0] ?? ''
  return Object.fromEntries(new URL(link, 'http://localhost').searchParams)
}

test('the link of a summary opens insight with the period and the filters of its figures', async () => {
  const { client, site } = await factory.client()
  await addReport(client, { name: 'Monday lungs', filter: { site_id: site.id, system: ['Lung, pleura'] } })
  await mailAt(monday)
  expect(await linkTo(client, 'Monday lungs')).toEqual({
    from: addDays(monday, -7),
    to: addDays(monday, -1),
    site: site.id,
    cause: 'Lung, pleura',
  })
})

test('the link of a summary names a lot only to readers who have it', async () => {
  const [one, other] = [await factory.client(), await factory.client()]
  const lot = { site_id: one.site.id, name: 'K 99', arrived_at: today, head_in: 10 }
  expect((await one.client.post('/lots', lot)).status).toBe(201)
  const name = 'Monday, one lot'
  const recipients = [one.client.id, other.client.id]
  await addReport(admin, { name, recipients, filter: { lot: 'K 99' } })
  await mailAt(monday)
  const period = { from: addDays(monday, -7), to: addDays(monday, -1) }
  expect(await linkTo(one.client, name)).toEqual({ ...period, lot: 'K 99' })
  expect(await linkTo(other.client, name)).toEqual(period)
})

test('a preview of sites that its reader has lost says that it has none of them, not that it has all', async () => {
  const [{ site: lost }, { site: left }] = [await factory.client(), await factory.client()]
  const client = await factory.user('Client', [lost.id, left.id])
  const report = await addReport(client, { filter: { site_id: lost.id } })
  expect((await admin.put(`/users/${client.id}/sites`, { sites: [left.id] })).status).toBe(200)
  const { text } = await readPdf((await client.get(`/scheduled-reports/${report.id}/preview`)).bytes)
  expect(text).toContain('No site that you see')
})

test('a preview shows the last complete period to its reader, and an erased person gets no more e-mails', async () => {
  const { client, site } = await factory.client()
  const report = await addReport(client, { every: 'month', filter: { site_id: site.id, lot: 'F26-088' } })
  const preview = await client.get(`/scheduled-reports/${report.id}/preview`)
  expect([preview.status, preview.headers['content-type']]).toEqual([200, 'application/pdf'])
  const { text } = await readPdf(preview.bytes)
  expect(text).toContain('lot F26-088')
  const others = await addReport(admin, { recipients: [client.id, admin.id] })
  const superAdmin = await factory.user('SuperAdmin')
  expect((await superAdmin.delete(`/users/${client.id}`)).status).toBe(200)
  expect((await admin.get(`/scheduled-reports/${report.id}`)).status).toBe(404)
  expect((await admin.get(`/scheduled-reports/${others.id}`)).body.data.recipients).toEqual([admin.id])
})

test('a weekly summary that becomes monthly before its e-mail is written is not sent: it would call the week a month', async () => {
  const { client: reader } = await factory.client()
  const { id } = await addReport(reader, {})
  await waitForJobs(factory.db)
  await factory.db.transaction().execute(async (tx) => {
    await sql`select from users where id = ${reader.id} for update`.execute(tx)
    await mailAt(monday)
    await waitForLocks(factory.db, 1)
    await tx.updateTable('scheduled_reports').set({ every: 'month' }).where('id', '=', id).execute()
  })
  await waitForJobs(factory.db)
  expect(await emailsTo(reader)).toEqual([])
})

test('nobody waits while a summary is printed, and what its reader loses meanwhile is not in it: it is sent once, without', async () => {
  const [{ client: kept, site: left }, { client: other, site: lost }] = [await factory.client(), await factory.client()]
  const reader = await factory.user('Client', [left.id, lost.id])
  await reportDeaths(kept, left, 1)
  await reportDeaths(other, lost, 2)
  await addReport(reader, {})
  await waitForJobs(factory.db)
  await factory.db.transaction().execute(async (tx) => {
    await sql`lock table deaths in access exclusive mode`.execute(tx)
    await mailAt(monday)
    await waitForLocks(factory.db, 1)
    await sql`select from users where id = ${reader.id} for update nowait`.execute(tx)
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and mode = 'ShareLock'
      and database = (select oid from pg_database where datname = current_database())`.execute(tx)
    expect(rows).toEqual([])
    await tx.deleteFrom('user_sites').where('user_id', '=', reader.id).where('site_id', '=', lost.id).execute()
  })
  const sent = await waitForEmail(factory.dataDir, reader.email, 'Monday figures')
  expect((await readPdf(readAttachment(sent, 'application/pdf'))).text).toContain('Deaths 1')
  await waitForJobs(factory.db)
  expect(await emailsTo(reader)).toHaveLength(1)
})
