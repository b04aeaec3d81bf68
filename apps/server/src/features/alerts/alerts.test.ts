import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { constants } from '@chisholm/domain/constants'
import { addDays, type Day, dayOf, startOfDay } from '@chisholm/domain/dates'
import { type AlertRuleId, type CustomerId, newId, type SiteId } from '../../database/ids.ts'
import { openJobQueue } from '../../jobs/job-queue.ts'
import { readAuditActions } from '../../testing/audit-entries.ts'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { waitForJobs, whileLocked } from '../../testing/while-locked.ts'
import { seedLibrary } from '../library/index.ts'
import { evaluateAlerts } from './evaluate.ts'

const zone = 'America/Edmonton'
const factory = await createSharedFactory()
await seedLibrary(factory.db)
// The tests evaluate the rules on days to come; the job of each minute would evaluate them today in between.
await sql`delete from pgboss.schedule where name = 'evaluate-alerts'`.execute(factory.db)
const vet = await factory.user('Veterinarian')
const jobs = await openJobQueue(factory.connection, { warn() {} })
afterAll(() => jobs.stop())
// cast: the only setting that is read
const provider = async () => ({ time_zone: zone }) as never
const services = { db: factory.db, jobs, provider }

const today = dayOf(new Date(), zone)
const noon = (day: Day) => new Date(startOfDay(day, zone).getTime() + 12 * 3_600_000)
const evaluate = (day: Day = today) => evaluateAlerts(services, () => noon(day))

/** Sends a ticket with an animal that died on each of these days. */
async function reportDeaths(
  by: TestUser,
  site: { id: SiteId; customerId: CustomerId },
  days: Day[],
  fields: object = {},
) {
  const { id } = await factory.draftPostMortem(by, site)
  for (const customer_record_at of days) await factory.animal(by, id, { ...fields, customer_record_at })
  const sent = await by.put(`/post-mortems/${id}`, { draft: 0 })
  expect(sent.status).toBe(200)
  return id
}
const count = { kind: 'count', threshold: 3, days: 7 }
/** Adds a rule and waits for its job, which would evaluate all rules today between two days of a test. */
async function addRule(by: TestUser, rule: object) {
  const { data } = (await by.post('/alert-rules', { name: 'Deaths', ...count, ...rule })).body
  await waitForJobs(factory.db)
  return data
}
const alertsOf = async (by: TestUser, ruleId: string) => (await by.get(`/alerts?filter[rule_id]=${ruleId}`)).body.data
const notificationsOf = async (by: TestUser) =>
  (await by.get('/notifications?per_page=100')).body.data.filter(({ kind }: { kind: string }) => kind === 'alert')

test('a user has at most two hundred rules, however many are added at once, so that alerts of others are not late', async () => {
  const { client } = await factory.client()
  const add = () => client.post('/alert-rules', { name: 'Deaths', ...count })
  const first = (await add()).body.data
  const row = await factory.db
    .selectFrom('alert_rules')
    .selectAll()
    .where('id', '=', first.id)
    .executeTakeFirstOrThrow()
  // not over the API, which would evaluate all rules after each, while other tests wait
  const others = Array.from({ length: constants.alerts.rulesPerUser - 3 }, () => ({ ...row, id: newId<AlertRuleId>() }))
  await factory.db.insertInto('alert_rules').values(others).execute()
  const statuses = (await Promise.all(Array.from({ length: 6 }, add))).map(({ status }) => status)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 201, 409, 409, 409, 409])
  expect((await add()).body.message).toBe('You can have at most 200 rules. Delete one first.')
  await client.delete(`/alert-rules/${first.id}`)
  expect((await add()).status).toBe(201)
  // other tests evaluate all that there are
  await factory.db.deleteFrom('alert_rules').where('user_id', '=', client.id).execute()
})

test('a rule is added, changed under If-Match and deleted, each with an entry in the audit log', async () => {
  const { client, site } = await factory.client()
  const sent = { id: uuidv7(), name: ' Five  a week ', site_id: site.id, kind: 'count', threshold: '5', days: 7 }
  const rule = { ...sent, name: 'Five a week', threshold: 5, diagnosis_id: null, system: null }
  const answers = await Promise.all([1, 2, 3].map(() => client.post('/alert-rules', sent)))
  expect(answers.map(({ status, body }) => [status, body.data])).toEqual([1, 2, 3].map(() => [201, rule]))
  expect((await client.post('/alert-rules', { ...sent, days: 8 })).status).toBe(409)
  const path = `/alert-rules/${rule.id}`
  const old = { 'if-match': String((await client.get(path)).headers['etag']) }
  expect((await client.put(path, { days: 30 }, old)).body.data).toEqual({ ...rule, days: 30 })
  expect((await client.put(path, { days: 31 }, old)).status).toBe(412)
  expect((await client.delete(path, old)).status).toBe(412)
  expect((await client.get('/alert-rules?filter[kind]=count')).body.data).toEqual([{ ...rule, days: 30 }])
  expect((await client.delete(path)).status).toBe(200)
  expect((await client.get(path)).status).toBe(404)
  expect(await readAuditActions(factory, rule.id)).toEqual([
    'alert rule added',
    'alert rule changed',
    'alert rule deleted',
  ])
})

test('an unusual-number rule needs neither threshold nor days, and errors are listed by field', async () => {
  const { client } = await factory.client()
  const { site: other } = await factory.client()
  const rule = (await client.post('/alert-rules', { name: 'More than usual', kind: 'unusual' })).body.data
  expect([rule.threshold, rule.days, rule.site_id]).toEqual([3, 7, null])
  const wrong = { kind: 'sum', days: 1.5, site_id: other.id, diagnosis_id: uuidv7(), system: 'Lungs' }
  const errors = {
    system: [expect.stringMatching(/^Please choose one of: .*Other.*Respiratory.*\.$/)],
    kind: ['Please choose one of: count, rate, unusual.'],
    threshold: ['Please enter a number from 0.01 to 1,000,000.'],
    days: ['Please enter a whole number from 1 to 90.'],
    site_id: ['Please select a site.'],
    diagnosis_id: ['Please choose a diagnosis from the list.'],
  }
  expect((await client.post('/alert-rules/dry-run', wrong)).body.errors).toEqual(errors)
  const answer = await client.post('/alert-rules', wrong)
  expect([answer.status, answer.body.errors]).toEqual([422, { name: ['Please enter a name.'], ...errors }])
  expect((await client.put(`/alert-rules/${rule.id}`, { threshold: 0 })).status).toBe(422)
  const texts = await client.post('/alert-rules', { ...count, name: 'Deaths', threshold: 'many', days: 'week' })
  expect(texts.body.errors).toEqual({ threshold: errors.threshold, days: errors.days })
})

test('a rule fires once when its threshold is crossed, however many servers evaluate it, and again after the value fell below it', async () => {
  const { client, site } = await factory.client()
  const rule = await addRule(client, { site_id: site.id })
  await reportDeaths(client, site, [today, addDays(today, -6)])
  await evaluate()
  expect(await alertsOf(client, rule.id)).toEqual([])
  // outside the window: past values change, and nothing fires
  await reportDeaths(client, site, [addDays(today, -40), addDays(today, -40), addDays(today, -40)])
  await evaluate()
  expect(await alertsOf(client, rule.id)).toEqual([])
  await reportDeaths(client, site, [addDays(today, -2)])
  await Promise.all([1, 2, 3, 4].map(() => evaluate()))
  const [alert, ...others] = await alertsOf(client, rule.id)
  expect(others).toEqual([])
  expect(alert).toMatchObject({ rule, value: 3, window: { from: addDays(today, -6), to: today }, note: null })
  expect(await notificationsOf(client)).toMatchObject([{ title: 'Alert', link: '/a/insight/alerts' }])
  await reportDeaths(client, site, [today])
  await evaluate()
  expect(await alertsOf(client, rule.id)).toHaveLength(1)
  // the deaths have left the window, then there are new ones
  await evaluate(addDays(today, 9))
  await reportDeaths(
    client,
    site,
    Array.from({ length: 3 }, () => addDays(today, 9)),
  )
  await evaluate(addDays(today, 9))
  expect((await alertsOf(client, rule.id)).map(({ value }: { value: number }) => value)).toEqual([3, 3])
  expect(await notificationsOf(client)).toHaveLength(2)
})

test('a rule that fails is evaluated again, and does not keep changes of other sites from being seen', async () => {
  const [broken, other] = [await factory.client(), await factory.client()]
  const rule = await addRule(broken.client, { site_id: broken.site.id })
  await addRule(other.client, { site_id: other.site.id })
  await evaluate()
  const waitingSites = async () => {
    const { rows } = await sql<{ site_id: string }>`select distinct site_id from death_changes`.execute(factory.db)
    return rows.map(({ site_id }) => site_id)
  }
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`.execute(
    factory.db,
  )
  await sql`create trigger refuse before update on alert_rules for each row
    when (old.id = ${sql.lit(rule.id)}) execute function refuse()`.execute(factory.db)
  for (const { client, site } of [broken, other]) await reportDeaths(client, site, [today, today, today])
  await expect(evaluate()).rejects.toThrow('broken')
  expect(await waitingSites()).toEqual([broken.site.id])
  await sql`drop trigger refuse on alert_rules`.execute(factory.db)
  await evaluate()
  expect(await alertsOf(broken.client, rule.id)).toHaveLength(1)
  expect(await waitingSites()).toEqual([])
})

test('nothing fires for a day that ended while its evaluation waited for a lock', async () => {
  const { client, site } = await factory.client()
  const yesterday = addDays(today, -1)
  const rule = await addRule(client, { site_id: site.id, days: 1 })
  await reportDeaths(client, site, [yesterday, yesterday, yesterday])
  let day = yesterday
  const start = () => evaluateAlerts(services, () => noon(day))
  await whileLocked(factory.db, sql`select from alert_rules where id = ${rule.id} for update`, [
    start,
    () => {
      day = today
      return start()
    },
  ])
  expect(await alertsOf(client, rule.id)).toEqual([])
})

test('a rule without a site fires for deaths of the evening at its sites, whose day has ended at the practice', async () => {
  const { client, site } = await factory.client()
  await factory.db.updateTable('sites').set({ time_zone: 'Pacific/Honolulu' }).where('id', '=', site.id).execute()
  const rule = await addRule(client, { days: 1 })
  const evening = new Date(startOfDay(addDays(today, 1), zone).getTime() + 3_600_000)
  expect([dayOf(evening, zone), dayOf(evening, 'Pacific/Honolulu')]).toEqual([addDays(today, 1), today])
  await evaluateAlerts(services, () => evening)
  await reportDeaths(client, site, [today, today, today])
  await evaluateAlerts(services, () => evening)
  const fired = await alertsOf(client, rule.id)
  expect(fired.map(({ window }: { window: object }) => window)).toEqual([{ from: today, to: today }])
  await evaluateAlerts(services, () => new Date(evening.getTime() + 12 * 3_600_000))
  expect(await alertsOf(client, rule.id)).toHaveLength(1)
})

test('a rule saved while its threshold is crossed fires at once, and again after it is changed', async () => {
  const { client, site } = await factory.client()
  await reportDeaths(client, site, [today, today, today])
  const rule = await addRule(client, { site_id: site.id })
  await waitFor(async () => expect(await alertsOf(client, rule.id)).toHaveLength(1))
  await client.put(`/alert-rules/${rule.id}`, { name: 'Renamed' })
  await evaluate()
  expect(await alertsOf(client, rule.id)).toHaveLength(1)
  await client.put(`/alert-rules/${rule.id}`, { threshold: 2 })
  await waitFor(async () => expect(await alertsOf(client, rule.id)).toHaveLength(2))
})

test('a rate uses the head in the window, and nothing fires while the head is unknown', async () => {
  const { client, site } = await factory.client()
  const rule = await addRule(client, { site_id: site.id, kind: 'rate', threshold: 8, days: 10 })
  await reportDeaths(client, site, [today, today, today])
  await evaluate()
  expect(await alertsOf(client, rule.id)).toEqual([])
  await client.post('/head-counts', { site_id: site.id, date: addDays(today, -20), head: 1003 })
  await evaluate(addDays(today, 1))
  const [alert] = await alertsOf(client, rule.id)
  // from the 8th day before: 8 days of 1,003 head, then 2 of 1,000
  expect(alert.value).toBeCloseTo((3 / (8 * 1003 + 2 * 1000)) * 1000 * (365.25 / 12), 8)
})

test('a rate of several sites is unknown while the head of one that has deaths is unknown', async () => {
  const { site } = await factory.client()
  const other = await factory.site(site.customerId)
  const client = await factory.user('Client', [site.id, other.id])
  const rule = await addRule(client, { kind: 'rate', threshold: 6, days: 7 })
  await client.post('/head-counts', { site_id: site.id, date: addDays(today, -20), head: 1000 })
  await reportDeaths(client, other, [today, today, today])
  await evaluate()
  expect(await alertsOf(client, rule.id)).toEqual([])
  await client.post('/head-counts', { site_id: other.id, date: addDays(today, -20), head: 1000 })
  await evaluate()
  const [alert] = await alertsOf(client, rule.id)
  expect(alert.value).toBeCloseTo((3 / (7 * 2000 - 3)) * 1000 * (365.25 / 12), 8)
})

test('a rate is evaluated again when the head of its site is entered', async () => {
  const { client, site } = await factory.client()
  const rules = [
    await addRule(client, { site_id: site.id, kind: 'rate', threshold: 1 }),
    await addRule(client, { site_id: site.id, kind: 'rate', threshold: 1000 }),
  ]
  await reportDeaths(client, site, [today])
  await evaluate()
  const fired = () => Promise.all(rules.map(async ({ id }) => (await alertsOf(client, id)).length))
  expect(await fired()).toEqual([0, 0])
  const lot = { site_id: site.id, name: 'A', arrived_at: addDays(today, -20), head_in: 500 }
  expect((await client.post('/lots', lot)).status).toBe(201)
  await evaluate()
  expect(await fired()).toEqual([1, 0])
  await client.post('/head-counts', { site_id: site.id, date: addDays(today, -20), head: 3 })
  await evaluate()
  expect(await fired()).toEqual([1, 1])
})

test('a dry run shows when a rule would have fired in the past year, and saves nothing', async () => {
  const { client, site } = await factory.client()
  const rule = { ...count, site_id: site.id }
  const on = (...ago: number[]) => ago.map((days) => addDays(today, -days))
  await reportDeaths(client, site, on(200, 200, 200, 199, 100, 98, 95, 400, 400, 400, 1))
  const answer = (await client.post('/alert-rules/dry-run', rule)).body.data
  expect(answer).toEqual({
    from: addDays(today, -364),
    to: today,
    count: 2,
    fired: [
      { day: addDays(today, -200), value: 3 },
      { day: addDays(today, -95), value: 3 },
    ],
  })
  const unusual = (await client.post('/alert-rules/dry-run', { kind: 'unusual', site_id: site.id })).body.data
  expect(unusual.fired).toEqual([{ day: addDays(today, -200), value: 6 }])
  expect((await client.post('/alert-rules/dry-run', { ...rule, system: 'Respiratory' })).body.data.count).toBe(0)
  expect((await client.get('/alert-rules')).body.data).toEqual([])
})

test('a rule of a system that the library no longer has stays as it is, and can be changed', async () => {
  const { client } = await factory.client()
  const admin = await factory.user('Admin')
  const entry = await admin.post('/diagnoses', { name: 'Foot rot of the test', system: 'Feet' })
  expect(entry.status).toBe(201)
  const rule = await addRule(client, { system: 'feet' })
  expect(rule.system).toBe('feet')
  expect((await admin.put(`/diagnoses/${entry.body.data.id}`, { system: 'Musculoskeletal' })).status).toBe(200)
  const path = `/alert-rules/${rule.id}`
  expect((await client.put(path, { threshold: 4 })).body.data).toEqual({ ...rule, threshold: 4 })
  expect((await client.put(path, { system: 'other' })).body.data.system).toBe('other')
  expect((await client.put(path, { system: 'feet' })).status).toBe(422)
})

test('alerts and rules are visible only to users who may see all their sites', async () => {
  const { client, site } = await factory.client()
  const { client: otherClient, site: theirs } = await factory.client()
  const both = await factory.user('Client', [site.id, theirs.id])
  const ofSite = await addRule(client, { site_id: site.id })
  const ofBoth = await addRule(both, {})
  await reportDeaths(client, site, [today, today, today])
  await evaluate()
  const seenBy = async (person: TestUser) => [
    (await alertsOf(person, ofSite.id)).length,
    (await alertsOf(person, ofBoth.id)).length,
    (await person.get(`/alert-rules/${ofBoth.id}`)).status,
  ]
  expect(await seenBy(client)).toEqual([1, 0, 404])
  expect(await seenBy(otherClient)).toEqual([0, 0, 404])
  expect(await seenBy(both)).toEqual([1, 1, 200])
  expect(await seenBy(vet)).toEqual([1, 1, 200])
  const [alert] = await alertsOf(both, ofBoth.id)
  expect((await otherClient.put(`/alerts/${alert.id}`, { note: 'x' })).status).toBe(404)
  expect((await otherClient.delete(`/alert-rules/${ofSite.id}`)).status).toBe(404)
  // users who see the rule are notified, without the figures
  expect((await notificationsOf(both)).map(({ text }: { text: string }) => text)).toContain('Deaths')
  expect(await notificationsOf(otherClient)).toEqual([])
  await factory.db.deleteFrom('user_sites').where('user_id', '=', both.id).where('site_id', '=', site.id).execute()
  expect(await seenBy(both)).toEqual([0, 0, 200])
})

test('a client who loses a site reads nothing more of its alerts in the app', async () => {
  const { client, site } = await factory.client()
  const { site: otherSite } = await factory.client()
  const both = await factory.user('Client', [site.id, otherSite.id])
  await addRule(client, { site_id: site.id })
  await reportDeaths(client, site, [today, today, today])
  await evaluate()
  const unreadOf = async (person: TestUser) => (await person.get('/notifications')).body.meta.unread
  const [notification] = await notificationsOf(both)
  expect(await unreadOf(both)).toBe(1)
  await factory.db.deleteFrom('user_sites').where('user_id', '=', both.id).where('site_id', '=', site.id).execute()
  expect([await notificationsOf(both), await unreadOf(both)]).toEqual([[], 0])
  expect((await both.put(`/notifications/${notification.id}`, { read: 1 })).status).toBe(404)
  expect(await notificationsOf(client)).toHaveLength(1)
})

test('the notifications of an alert are deleted with its rule', async () => {
  const { client, site } = await factory.client()
  const rule = await addRule(client, { site_id: site.id })
  await reportDeaths(client, site, [today, today, today])
  await evaluate()
  expect(await notificationsOf(client)).toHaveLength(1)
  await client.delete(`/alert-rules/${rule.id}`)
  expect(await notificationsOf(client)).toEqual([])
})

test("clients' rules count only issued causes", async () => {
  const { client, site } = await factory.client()
  const [diagnosis] = (await vet.get('/diagnoses?per_page=1')).body.data
  const cause = { diagnosis_id: diagnosis.id, threshold: 1 }
  const ofSite = await addRule(client, { ...cause, site_id: site.id })
  const ofPractice = await addRule(vet, cause)
  const ticket = await reportDeaths(client, site, [today])
  const [animal] = (await vet.get(`/post-mortems/${ticket}`)).body.data.veterinary_record.veterinary_record_animals
  await vet.put(`/veterinary-record-animals/${animal.id}`, { vet_diagnosis_id: diagnosis.id })
  await evaluate()
  const fired = async () => [(await alertsOf(vet, ofSite.id)).length, (await alertsOf(vet, ofPractice.id)).length]
  expect(await fired()).toEqual([0, 1])
  await vet.put(`/post-mortems/${ticket}`, { scheduled_at: '2026-11-21 09:00:00', scheduled_for_id: vet.id })
  await vet.put(`/post-mortems/${ticket}`, { completed_at: '1' })
  await evaluate()
  expect(await fired()).toEqual([1, 1])
})

test("erasing a person deletes the person's own rules, and keeps those of sites", async () => {
  const { client, site } = await factory.client()
  const [own, ofSite] = [await addRule(client, {}), await addRule(client, { site_id: site.id })]
  const superAdmin = await factory.user('SuperAdmin')
  expect((await superAdmin.delete(`/users/${client.id}`)).status).toBe(200)
  const statuses = [await vet.get(`/alert-rules/${own.id}`), await vet.get(`/alert-rules/${ofSite.id}`)]
  expect(statuses.map(({ status }) => status)).toEqual([404, 200])
})

test('an alert is acknowledged with a note', async () => {
  const { client, site } = await factory.client()
  const rule = await addRule(client, { site_id: site.id, threshold: 1 })
  await reportDeaths(client, site, [today])
  await evaluate()
  const [alert] = await alertsOf(client, rule.id)
  const path = `/alerts/${alert.id}`
  const old = { 'if-match': String((await client.get(path)).headers['etag']) }
  expect((await client.put(path, { note: ' ' })).body.errors).toEqual({ note: ['Please enter a note.'] })
  const noted = (await client.put(path, { note: 'Pen 12 treated' }, old)).body.data
  expect(noted).toMatchObject({ note: 'Pen 12 treated', acknowledged_by_id: client.id })
  expect(noted.acknowledged_at).toMatch(/Z$/)
  expect((await client.put(path, { note: 'Other' }, old)).status).toBe(412)
  expect((await client.get('/alerts?filter[acknowledged_at:isnull]=true')).body.data).toEqual([])
  expect(await readAuditActions(factory, alert.id)).toEqual(['alert acknowledged'])
})

test('a rule fires on the days that its dry run tells, although it is evaluated while the deaths of a day come in', async () => {
  const { client, site } = await factory.client()
  const conditions = [
    { kind: 'count', threshold: 2, days: 1 },
    { kind: 'count', threshold: 4, days: 3 },
    { kind: 'unusual', threshold: 3, days: 7 },
  ]
  const rules = await Promise.all(conditions.map((condition) => addRule(client, { ...condition, site_id: site.id })))
  const ids = rules.map(({ id }) => id)
  await factory.db.updateTable('alert_rules').set({ evaluated_on: null }).where('id', 'in', ids).execute()
  const deaths = [0, 2, 3, 0, 2, 1, 0, 0, 2, 2, 2, 0, 0, 0, 0, 5, 6, 0, 1, 3]
  for (const [index, number] of deaths.entries()) {
    const day = addDays(today, index - deaths.length)
    // a new day has no deaths yet
    await evaluateAlerts(services, () => new Date(startOfDay(day, zone).getTime() + 60_000))
    if (number > 0)
      await reportDeaths(
        client,
        site,
        Array.from({ length: number }, () => day),
      )
    await evaluate(day)
  }
  for (const [index, condition] of conditions.entries()) {
    const { fired } = (await client.post('/alert-rules/dry-run', { ...condition, site_id: site.id })).body.data
    const real = (await alertsOf(client, ids[index] ?? '')).map(
      ({ value, window }: { value: number; window: { to: Day } }) => ({ day: window.to, value }),
    )
    expect(fired.length).toBeGreaterThan(1)
    expect([condition, real.toReversed()]).toEqual([condition, fired])
  }
})
