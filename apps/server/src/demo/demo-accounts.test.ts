import { addDays, dayOf } from '@chisholm/domain/dates'
import type { Death } from '@chisholm/domain/schemas/insight'
import type { Animal, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import type { TeachingCase } from '@chisholm/domain/schemas/teaching-cases'
import { serverTexts } from '@chisholm/domain/server-texts'
import { namesInText } from '@chisholm/domain/teaching-cases'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createSharedFactory, type Factory, createFactory } from '../testing/factory.ts'
import { readSettings } from '../settings.ts'
import { csvImports } from '../testing/csv-imports.ts'
import { readPdf } from '../testing/read-pdf.ts'
import { waitForJobs, whileLocked } from '../testing/while-locked.ts'
import { demoPassword, isDemoLoaded } from './accounts.ts'
import { loadDemo } from './load-demo.ts'
import { removeDemo } from './remove-demo.ts'

const factory = await createSharedFactory()
const { settings } = readSettings({})
if (!settings) throw new Error('no settings')
const load = ({ database, storage }: Factory) => loadDemo({ database, storage, settings })

const signIn = ({ anonymous }: Factory, name: string, headers = {}) =>
  anonymous.post('/auth/login', { username: `${name}@demo.example`, password: demoPassword }, headers)

test('demo accounts are rejected through a proxy, unless DEMO=1', { tags: 'long' }, async () => {
  await load(factory)
  const token = (await signIn(factory, 'superadmin')).body.token as string
  for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']) {
    const handedOn = { [header]: '203.0.113.7' }
    const refused = await signIn(factory, 'superadmin', handedOn)
    expect([refused.status, refused.body.message]).toEqual([403, serverTexts.refusal.demoFromElsewhere])
    const status = (headers: object) =>
      factory.anonymous.get('/status', { authorization: `Bearer ${token}`, ...headers }).then((answer) => answer.status)
    expect([await status(handedOn), await status({})]).toEqual([403, 200])
  }
  // other accounts are unaffected
  const vet = await factory.user('Veterinarian')
  expect((await vet.get('/status', { via: '1.1 proxy' })).status).toBe(200)

  const demoFactory = await createFactory({ DEMO: '1' })
  await load(demoFactory)
  expect((await signIn(demoFactory, 'client', { 'x-forwarded-for': '203.0.113.7' })).status).toBe(200)
  await demoFactory.close()
})

test('the demo has a waiting carcass in each band, danger signs of both levels, and treatments', async () => {
  await load(factory)
  const vet = await factory.user('Veterinarian')
  const inbox = '/post-mortems?filter[status]=Pending&sort=examine_by&per_page=99'
  const tickets: PostMortem[] = (await vet.get(inbox)).body.data
  const animals = tickets.flatMap(({ veterinary_record }) => veterinary_record.veterinary_record_animals)
  expect(new Set(animals.map(({ carcass }) => carcass?.band))).toEqual(new Set(['fresh', 'fading', 'poor', 'late']))
  expect(tickets.flatMap(({ danger }) => danger ?? []).toSorted()).toEqual(['call', 'stop'])
  for (const ticket of tickets.filter(({ danger }) => danger)) expect(ticket.danger_acknowledged_by_id).not.toBeNull()
  expect(animals.some(({ treatments_given }) => treatments_given.length > 0)).toBe(true)
  expect(animals.every(({ days_on_feed }) => days_on_feed !== null && days_on_feed > 0)).toBe(true)
  // a veterinarian can save each of them unchanged
  for (const { id, found_at, died_at, last_seen_alive_at, arrived_at } of animals) {
    const times = { found_at, died_at, last_seen_alive_at, arrived_at }
    expect((await vet.put(`/veterinary-record-animals/${id}`, times)).status).toBe(200)
  }
})

test('days on feed of the demo are the same on each animal as where deaths are counted', async () => {
  await load(factory)
  const admin = await factory.user('Admin')
  const animals: Animal[] = (await admin.get('/veterinary-record-animals?per_page=9999')).body.data
  const deaths: Death[] = (await admin.get('/insight/deaths?per_page=9999')).body.data
  const daysOf = new Map(animals.map(({ id, days_on_feed }) => [id, days_on_feed]))
  expect(deaths.length).toBeGreaterThan(50)
  expect(deaths.filter(({ id, days_on_feed }) => days_on_feed !== daysOf.get(id))).toEqual([])
})

test('the demo has a full week ahead: visits every day, two absences and one clash', async () => {
  await load(factory)
  const vet = await factory.user('Veterinarian')
  const today = dayOf(new Date(), 'America/Edmonton')
  const [from, to] = [addDays(today, 1), addDays(today, 7)]
  const { visits, absences, clashes, sites } = (await vet.get(`/planner?from=${from}&to=${to}`)).body.data
  const days = visits.map(({ scheduled_at }: { scheduled_at: string }) => dayOf(scheduled_at, 'America/Edmonton'))
  expect(new Set(days).size).toBe(7)
  expect([absences.length, clashes.length]).toEqual([2, 1])
  const located = sites.filter(({ latitude, longitude }: { latitude: number; longitude: number }) =>
    Boolean(latitude && longitude),
  )
  expect(located.length).toBeGreaterThanOrEqual(6)
})

test('the demo has teaching cases by diagnosis, whose texts name nobody', async () => {
  await load(factory)
  const vet = await factory.user('Veterinarian')
  const { data: cases }: { data: TeachingCase[] } = (await vet.get('/teaching-cases')).body
  expect(cases.map(({ diagnosis }) => diagnosis.system)).toEqual(['Respiratory', 'Digestive', 'Digestive'])
  for (const { title, text } of cases) {
    const animal = await factory.database.db
      .selectFrom('teaching_cases')
      .select('animal_id')
      .where('title', '=', title)
      .executeTakeFirstOrThrow()
    const { names } = (await vet.get(`/veterinary-record-animals/${animal.animal_id}/teaching-case`)).body.data
    expect(names.length).toBeGreaterThan(3)
    expect(namesInText(`${title} ${text}`, names)).toEqual([])
  }
})

test('the demo has photos in slots with captions and drawings, and a slot without a photo', async () => {
  await load(factory)
  const vet = await factory.user('Veterinarian')
  const tickets: PostMortem[] = (await vet.get('/post-mortems?per_page=300')).body.data
  const animals = tickets.flatMap(({ veterinary_record }) => veterinary_record.veterinary_record_animals)
  const shown = animals.find(({ photo_slots }) => photo_slots.some(({ skipped_reason }) => skipped_reason))
  const filled = shown?.photo_slots.filter(({ photos }) => photos > 0)
  expect(filled?.map(({ name }) => name)).toEqual(['Ear tag', 'Whole carcass', 'Lung surface'])
  const { data } = (await vet.get(`/medias?filter[media_attachable_id]=${shown?.id}`)).body
  const lung = data.find((photo: { markup: unknown }) => photo.markup)
  expect(lung.caption).toContain('Firm and dark red')
  expect((await vet.put(`/medias/${lung.id}`, { markup: lung.markup })).body.data.markup).toEqual(lung.markup)
})

test('the demo has an amended report of two lesions, and a preliminary one', async () => {
  await load(factory)
  const vet = await factory.user('Veterinarian')
  const tickets: PostMortem[] = (await vet.get('/post-mortems?per_page=300')).body.data
  const kinds = tickets.flatMap(({ report }) => report?.kind ?? [])
  expect(kinds.toSorted()).toEqual(['amended', 'preliminary'])
  const amended = tickets.find(({ report }) => report?.kind === 'amended')
  for (const { examination } of amended?.veterinary_record.veterinary_record_animals ?? [])
    expect(examination?.lesions.map(({ role }) => role)).toEqual(['primary', 'incidental'])
  const versions = (await vet.get(`/post-mortems/${amended?.id}/report-versions`)).body.data
  expect(versions.map(({ kind }: { kind: string }) => kind)).toEqual(['amended', 'final'])
  expect(versions[0].issued_by).toMatchObject({ first_name: expect.stringMatching(/Dana|Luis/) })
  const { changes } = (await vet.get(`/report-versions/${versions[0].id}/changes`)).body.data
  expect(changes.length).toBeGreaterThan(0)
  const { pages } = await readPdf(
    (await vet.get(`/report-versions/${versions[0].id}`, { accept: 'application/pdf' })).bytes,
  )
  expect(pages.join(' ')).toContain('Why it was amended: Histology confirmed the primary lesion.')
})

test('the demo has a year of deaths against head counts, and alerts of its outbreak to acknowledge', async () => {
  await load(factory)
  const today = dayOf(new Date(), 'America/Edmonton')
  const vet = await factory.user('Veterinarian')
  const year = `/insight/mortality?by=month&from=${addDays(today, -364)}&to=${today}`
  const { meta } = (await vet.get(year)).body
  expect(meta.deaths).toBeGreaterThan(1200)
  expect(meta.per_1000_head_month).toBeGreaterThan(1)
  expect(meta.per_1000_head_month).toBeLessThan(2.5)
  const { kappa } = (await vet.get(`/insight/agreement?from=${addDays(today, -364)}&to=${today}`)).body.data
  expect(kappa).toBeGreaterThan(0.4)
  expect(kappa).toBeLessThan(0.8)
  const token = (await signIn(factory, 'client')).body.token as string
  const open = '/alerts?filter[acknowledged_at:isnull]=true'
  const names = (answer: { body: { data: { rule: { name: string }; window: { to: string } }[] } }) =>
    answer.body.data.map(({ rule, window }) => [rule.name, window.to])
  expect(names(await vet.get(open))).toContainEqual(['More deaths than usual', addDays(today, -17)])
  const ofYard = names(await factory.anonymous.get(open, { authorization: `Bearer ${token}` }))
  expect(ofYard.map(([name]) => name)).toEqual(['Ten respiratory deaths in a week'])
})

test('demo remove deletes all demo data and nothing else', async () => {
  const own = await createFactory()
  await load(own)
  const demoVet = (await signIn(own, 'vet')).body.uuid as string
  const { client, site } = await own.client()
  const admin = await own.user('SuperAdmin')
  const ticket = await own.pendingPostMortem(client, site)
  const schedule = { scheduled_at: '2026-11-21 09:00:00', scheduled_for_id: demoVet }
  expect((await admin.put(`/post-mortems/${ticket.id}`, schedule)).status).toBe(200)
  const files = async () => {
    const keys: string[] = []
    for await (const page of own.storage.list()) keys.push(...page.map(({ key }) => key))
    return keys.filter((key) => !key.startsWith('owner/'))
  }
  expect((await files()).length).toBeGreaterThan(10)

  const removed = await removeDemo(own)
  expect(removed).toMatchObject({ accounts: 9, customers: 19 })
  expect(removed?.tickets).toBeGreaterThan(50)
  expect(await removeDemo(own)).toBeNull()
  expect(await files()).toEqual([])
  expect((await signIn(own, 'superadmin')).status).toBe(401)
  const tickets = await admin.get('/post-mortems?per_page=99')
  expect(tickets.body.data.map(({ id }: { id: string }) => id)).toEqual([ticket.id])
  expect(tickets.body.meta.total).toBe(1)
  for (const list of ['customers', 'sites']) expect((await admin.get(`/${list}`)).body.meta.total).toBe(1)
  expect((await admin.get('/trainings')).body.meta.total).toBe(0)
  expect(tickets.body.data[0].veterinary_record.scheduled_for).toEqual({
    id: demoVet,
    first_name: 'Dana',
    last_name: 'Whitfield',
  })
  const people = (await admin.get('/users?per_page=99')).body.data.map(({ email }: { email: string }) => email)
  expect(people.toSorted()).toEqual([admin.email, client.email].toSorted())
  await own.close()
})

/** A server with only a demo account, a demo customer with a site, and an Admin of the practice. */
async function smallDemo(email: string) {
  const own = await createFactory()
  onTestFinished(() => own.close())
  const { id: siteId, customerId } = await own.site()
  await own.db.updateTable('customers').set({ name: 'Prairie Feeders' }).where('id', '=', customerId).execute()
  await own.db.updateTable('sites').set({ name: 'North Yard' }).where('id', '=', siteId).execute()
  const demoUser = await own.user('Client', [siteId])
  await own.db.updateTable('users').set({ email }).where('id', '=', demoUser.id).execute()
  return { own, siteId, customerId, demoUser, admin: await own.user('Admin') }
}

test('the demo is removed while users of its sites are imported, and neither is aborted', async () => {
  const { own, siteId, customerId, admin } = await smallDemo('client@demo.example')
  const file = 'customer,sites,email\nPrairie Feeders,North Yard,new@test.example\n'
  await waitForJobs(own.db)
  const [removed, imported] = await whileLocked<unknown>(
    own.db,
    sql`select from sites where id = ${siteId} for update`,
    [() => removeDemo(own), () => csvImports(own, admin).send('users?apply=1', file)],
  )
  expect(removed).toMatchObject({ accounts: 1, customers: 1 })
  // the import reads the names after it has waited
  expect(imported).toMatchObject({ status: 200, body: { data: { applied: false } } })
  expect((await admin.get(`/customers/${customerId}`)).status).toBe(404)
})

test('a demo account is known as one in every spelling with which it signs in', async () => {
  const { own, demoUser } = await smallDemo('Client@Demo.example')
  const through = { via: '1.1 proxy' }
  expect((await demoUser.get('/status', through)).status).toBe(403)
  for (const username of ['client@demo.example', 'CLİENT@demo.example', 'CLIENT@DEMO.EXAMPLE']) {
    const credentials = { username, password: 'Cattle#2026' }
    const signedIn = await own.anonymous.post('/auth/login', credentials)
    const proxied = await own.anonymous.post('/auth/login', credentials, through)
    // where the database does not take `İ` for `i`, nobody signs in with it
    expect([username, proxied.status]).toEqual([username, signedIn.status === 200 ? 403 : 401])
  }
  expect(await isDemoLoaded(own.db)).toBe(true)
  expect(await removeDemo(own)).toMatchObject({ accounts: 1 })
})
