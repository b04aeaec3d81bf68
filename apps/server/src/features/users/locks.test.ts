import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { serverTexts } from '@chisholm/domain/server-texts'
import { withJobQueue } from '../../cli/with-job-queue.ts'
import { readSettings } from '../../settings.ts'
import { createSharedFactory } from '../../testing/factory.ts'
import { csvImports } from '../../testing/csv-imports.ts'
import { databaseUrl } from '../../testing/database-url.ts'
import { createPushBrowser } from '../../testing/push-browser.ts'
import { waitForJobs, whileLocked } from '../../testing/while-locked.ts'
import { createSuperAdmin } from './create-super-admin.ts'

const factory = await createSharedFactory()
const { client, site } = await factory.client()

test('a veterinarian with open tickets is disabled while others are changed, and neither request deadlocks', async () => {
  const [superAdmin, admin] = [await factory.user('SuperAdmin'), await factory.user('Admin')]
  const vet = await factory.user('Veterinarian')
  await factory.scheduledPostMortem(client, site, vet)
  await waitForJobs(factory.db)
  const answers = await whileLocked(
    factory.db,
    sql`select from post_mortems where scheduled_for_id = ${vet.id} for update`,
    [
      () => superAdmin.put(`/users/${vet.id}`, { status: 'disabled' }),
      () => superAdmin.post('/users/actions', { action: 'enable', users: [admin.id, vet.id] }),
    ],
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test('a veterinarian is disabled while a ticket is assigned to that user and its report grouped, and neither request deadlocks', async () => {
  const admin = await factory.user('Admin')
  const vet = await factory.user('Veterinarian')
  const { id } = await factory.scheduledPostMortem(client, site, vet)
  await waitForJobs(factory.db)
  const answers = await whileLocked(factory.db, sql`select from users where id = ${vet.id} for update`, [
    () => admin.put(`/users/${vet.id}`, { status: 'disabled' }),
    () => admin.put(`/post-mortems/${id}`, { report_grouped: 1, scheduled_for_id: vet.id }),
  ])
  // by then the ticket is unassigned, and cannot be assigned to that user again
  expect(answers.map(({ status }) => status)).toEqual([200, 422])
})

test('a veterinarian with tickets of several sites is disabled while another takes one of these sites, and neither request deadlocks', async () => {
  const admin = await factory.user('Admin')
  const [leaving, other] = [await factory.user('Veterinarian'), await factory.user('Veterinarian')]
  const { client: neighbour, site: last } = await factory.client()
  const tickets = [await factory.pendingPostMortem(client, site), await factory.pendingPostMortem(neighbour, last)]
  for (const { id } of tickets) await leaving.put(`/post-mortems/${id}`, { scheduled_for_id: leaving.id })
  const free = await factory.pendingPostMortem(neighbour, last)
  await waitForJobs(factory.db)
  const answers = await whileLocked(factory.db, sql`select from ticket_days where status = 'In Progress' for update`, [
    () => admin.put(`/users/${leaving.id}`, { status: 'disabled' }),
    () => other.put(`/post-mortems/${free.id}`, { scheduled_for_id: other.id }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test('users are imported while one Admin changes several of them, and neither request deadlocks', async () => {
  const admin = await factory.user('Admin')
  const [first, last] = [await factory.client(), await factory.client()]
  await waitForJobs(factory.db)
  const file = `email,phone\n${first.client.email},+1 620 555 0100\n`
  const [changed, imported] = await whileLocked<{ status: number }>(
    factory.db,
    sql`select from users where id = ${last.client.id} for update`,
    [
      () =>
        admin.post('/users/actions', {
          action: 'add-site',
          users: [first.client.id, last.client.id],
          site_id: site.id,
        }),
      () => csvImports(factory, admin).send('users?apply=1', file),
    ],
  )
  expect([changed?.status, imported?.status]).toEqual([200, 200])
})

test('an address that is invited while a file imports it gets one account, which the invitation renews', async () => {
  const admin = await factory.user('Admin')
  const [imported, invited] = [await factory.site(), await factory.site()]
  const { name, customer } = (await admin.get(`/sites/${imported.id}`)).body.data
  const email = 'imported-and-invited@test.example'
  await waitForJobs(factory.db)
  const answers = await whileLocked<{ status: number }>(
    factory.db,
    sql`select from sites where id = ${imported.id} for update`,
    [
      () =>
        csvImports(factory, admin).send('users?apply=1', `email,customer,sites\n${email},${customer.name},${name}\n`),
      () => admin.post('/user-invites', { email, customer_id: invited.customerId, sites: [invited.id] }),
    ],
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 201])
  const { data } = (await admin.get(`/users?filter[email]=${email}`)).body
  expect(data).toMatchObject([{ customers: [{ sites: [{ id: invited.id }] }] }])
})

test('a SuperAdmin who is created while a file imports the same address is rejected, because it is taken', async () => {
  const admin = await factory.user('Admin')
  const { name, customer } = (await admin.get(`/sites/${site.id}`)).body.data
  const email = 'imported-and-created@test.example'
  const account = { email, firstName: 'Ada', lastName: 'Lee', password: 'Cattle#2026' }
  const { settings } = readSettings({
    DATA_DIR: factory.dataDir,
    DATABASE_URL: databaseUrl(factory.connection),
    SECRET_KEY: 'x'.repeat(40),
  })
  if (!settings) return expect.fail('wrong settings')
  await waitForJobs(factory.db)
  const [imported, created] = await whileLocked<unknown>(
    factory.db,
    sql`select from sites where id = ${site.id} for update`,
    [
      () =>
        csvImports(factory, admin).send('users?apply=1', `email,customer,sites\n${email},${customer.name},${name}\n`),
      () =>
        withJobQueue(settings, {}, (services) => createSuperAdmin(services, account)).catch((error: unknown) => error),
    ],
  )
  expect([imported, created]).toMatchObject([
    { status: 200 },
    { errors: { email: [serverTexts.validation.emailTaken] } },
  ])
})

test('a user is linked or invited to a site that is being deleted, and the request names the field', async () => {
  const admin = await factory.user('Admin')
  const remove = async () => {
    const unused = await factory.site()
    await waitForJobs(factory.db)
    return { unused, lock: sql`select from sites where id = ${unused.id} for update` }
  }
  const linked = await remove()
  const { id } = await factory.user('Client', [site.id])
  const answers = await whileLocked(factory.db, linked.lock, [
    () => admin.delete(`/sites/${linked.unused.id}`),
    () => admin.put(`/users/${id}/sites`, { sites: [site.id, linked.unused.id] }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 422])
  const invited = await remove()
  const email = 'invited-to-a-deleted-site@test.example'
  const body = { email, customer_id: invited.unused.customerId, sites: [invited.unused.id] }
  const others = await whileLocked(factory.db, invited.lock, [
    () => admin.delete(`/sites/${invited.unused.id}`),
    () => admin.post('/user-invites', body),
  ])
  expect(others.map(({ status }) => status)).toEqual([200, 422])
})

test.each([
  {
    what: 'an absence',
    path: '/absences',
    body: (user_id: string) => ({ user_id, from: '2027-03-01', to: '2027-03-02' }),
    change: { note: 'Ill' },
    afterErasure: 404,
  },
  {
    what: 'a mailed summary',
    path: '/scheduled-reports',
    body: (id: string) => ({ name: 'Mondays', every: 'week', recipients: [id] }),
    change: { name: 'Tuesdays' },
    // no recipient is left
    afterErasure: 422,
  },
])('a user is erased while $what of that user is changed, and neither request deadlocks', async (one) => {
  const superAdmin = await factory.user('SuperAdmin')
  const vet = await factory.user('Veterinarian')
  const { id } = (await superAdmin.post(one.path, one.body(vet.id))).body.data
  await waitForJobs(factory.db)
  const answers = await whileLocked(factory.db, sql`select from users where id = ${vet.id} for update`, [
    () => superAdmin.delete(`/users/${vet.id}`),
    () => superAdmin.put(`${one.path}/${id}`, one.change),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, one.afterErasure])
})

const { p256dh, auth } = createPushBrowser(443).subscription.keys
test.each([
  {
    path: '/filter-reports',
    body: { type: 'animals', name: 'Mine', parameters: { filter: {} } },
    table: 'saved_reports',
  },
  {
    path: '/scheduled-reports',
    body: (id: string) => ({ name: 'Mondays', every: 'week', recipients: [id] }),
    table: 'scheduled_reports',
  },
  { path: '/alert-rules', body: { name: 'Deaths', kind: 'count', threshold: 3, days: 7 }, table: 'alert_rules' },
  { path: '/calendar-feeds', body: {}, table: 'calendar_feeds' },
  {
    path: '/push-subscriptions',
    body: { endpoint: 'https://push.example/erased', keys: { p256dh, auth } },
    table: 'push_subscriptions',
  },
  { path: '/notification-preferences', body: { digest: { hour: 7 } }, table: 'notification_preferences' },
])(
  'a user who sends $path while being erased is signed out and leaves nothing behind',
  async ({ path, body, table }) => {
    const superAdmin = await factory.user('SuperAdmin')
    const vet = await factory.user('Veterinarian')
    await waitForJobs(factory.db)
    const send = path === '/notification-preferences' ? vet.put : vet.post
    const answers = await whileLocked(factory.db, sql`select from users where id = ${vet.id} for update`, [
      () => superAdmin.delete(`/users/${vet.id}`),
      () => send(path, typeof body === 'function' ? body(vet.id) : body),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 401])
    const { rows } = await sql`select from ${sql.table(table)} where user_id = ${vet.id}`.execute(factory.db)
    expect(rows).toEqual([])
  },
)
