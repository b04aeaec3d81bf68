import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { inTimeZone } from '../../testing/time-zone.ts'

// Many servers run in UTC. The days below differ both from it and from the zone of the machine.
inTimeZone('UTC')

const edmonton = 'America/Edmonton'
const adelaide = 'Australia/Adelaide'

const factory = await createSharedFactory({ PROVIDER_TIME_ZONE: adelaide })
const admin = await factory.user('Admin')
const vet = await factory.user('Veterinarian')
const { client, site } = await factory.client()

const practiceIn = async (time_zone: string) => expect((await admin.put('/provider', { time_zone })).status).toBe(200)
const providerZone = async () => (await factory.anonymous.get('/provider')).body.data.time_zone

const finds = async (by: TestUser, { id }: { id: string }, filter: string): Promise<boolean> => {
  const { status, body } = await by.get(`/post-mortems?per_page=9999&${filter}`)
  expect(status, filter).toBe(200)
  return body.data.some((postMortem: { id: string }) => postMortem.id === id)
}

/** A ticket that was completed at this time by the server's clock. */
async function completedAt(completed_at: string): Promise<PostMortem> {
  const postMortem = await factory.completedPostMortem(client, site, vet)
  await factory.db.updateTable('post_mortems').set({ completed_at }).where('id', '=', postMortem.id).execute()
  return (await client.get(`/post-mortems/${postMortem.id}`)).body.data
}

test('the environment sets the zone until an Admin saves one; an invalid zone is rejected', async () => {
  expect(await providerZone()).toBe(adelaide)
  for (const time_zone of ['Calgary', '', '+02:00', 'America/Nowhere']) {
    const refused = await admin.put('/provider', { time_zone })
    expect([refused.status, refused.body.errors]).toEqual([422, { time_zone: ['Please choose a time zone.'] }])
  }
  for (const person of [client, vet]) expect((await person.put('/provider', { time_zone: 'UTC' })).status).toBe(403)
  await practiceIn(edmonton)
  expect(await providerZone()).toBe(edmonton)
  const other = await factory.anotherServer()
  expect((await other.inject('/api/v1/provider')).json().data.time_zone).toBe(edmonton)
  await other.close()
})

test('the response contains the offsets of the zone, so that a phone with older data shows the same times', async () => {
  await practiceIn(adelaide)
  const { time_zone_offsets } = (await factory.anonymous.get('/provider')).body.data
  expect(time_zone_offsets[0]).toEqual({ from: '2015-01-01T00:00:00.000Z', minutes: 630 })
  expect(time_zone_offsets).toContainEqual({ from: '2026-04-04T16:30:00.000Z', minutes: 570 })
  expect(time_zone_offsets).toContainEqual({ from: '2026-10-03T16:30:00.000Z', minutes: 630 })
  expect(time_zone_offsets.at(-1).from > `${new Date().getUTCFullYear() + 9}`).toBe(true)
})

test('a server of the previous version, without time zones, does not change the zone when it saves', async () => {
  await practiceIn(adelaide)
  const { version } = await factory.db
    .selectFrom('provider_details')
    .select('version')
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow()
  const details = { name: 'Old Vets', phone: '1', email: 'old@vets.example', url: 'https://vets.example' }
  await factory.db
    .insertInto('provider_details')
    .values({ ...details, version: version + 1, valid_from: new Date() })
    .execute()
  expect((await factory.anonymous.get('/provider')).body.data).toMatchObject({ ...details, time_zone: adelaide })
})

test.each([
  // The evening that the issue reports, and the ends of the days on which the clocks change.
  [edmonton, '2026-09-23T01:00:00.000Z', '2026-09-21', '2026-09-22', '2026-09-23'],
  [edmonton, '2025-03-09T07:00:00.000Z', '2025-03-08', '2025-03-09', '2025-03-10'],
  [edmonton, '2025-03-10T05:59:59.999Z', '2025-03-08', '2025-03-09', '2025-03-10'],
  [edmonton, '2025-03-10T06:00:00.000Z', '2025-03-09', '2025-03-10', '2025-03-11'],
  [edmonton, '2025-11-02T06:00:00.000Z', '2025-11-01', '2025-11-02', '2025-11-03'],
  [edmonton, '2025-11-03T06:59:59.999Z', '2025-11-01', '2025-11-02', '2025-11-03'],
  [edmonton, '2025-11-03T07:00:00.000Z', '2025-11-02', '2025-11-03', '2025-11-04'],
  [adelaide, '2026-09-22T20:00:00.000Z', '2026-09-22', '2026-09-23', '2026-09-24'],
  [adelaide, '2026-10-03T14:30:00.000Z', '2026-10-03', '2026-10-04', '2026-10-05'],
  [adelaide, '2026-10-04T13:29:59.999Z', '2026-10-03', '2026-10-04', '2026-10-05'],
  [adelaide, '2026-10-04T13:30:00.000Z', '2026-10-04', '2026-10-05', '2026-10-06'],
  [adelaide, '2026-04-05T14:29:59.999Z', '2026-04-04', '2026-04-05', '2026-04-06'],
  [adelaide, '2026-04-05T14:30:00.000Z', '2026-04-05', '2026-04-06', '2026-04-07'],
] as const)('in %s, completed at %s is found between %s and %s under the day of the place', async (...row) => {
  const [zone, timestamp, before, day, after] = row
  await practiceIn(zone)
  const postMortem = await completedAt(timestamp)
  const found = (filter: string) =>
    finds(vet, postMortem, filter.replaceAll('at', 'filter[veterinary_records.completed_at'))
  const expected: [string, boolean][] = [
    [`at]=${day}`, true],
    [`at]=${before}`, false],
    [`at]=${after}`, false],
    [`at]=${before},${day}`, true],
    [`at:gte]=${day}&at:lte]=${day}`, true],
    [`at:gt]=${before}&at:lt]=${after}`, true],
    [`at:gte]=${after}`, false],
    [`at:lte]=${before}`, false],
    [`at:gt]=${day}`, false],
    [`at:lt]=${day}`, false],
    // With a time of day the value is a timestamp, in UTC if it has no offset.
    [`at:gte]=${timestamp}&at:lte]=${timestamp}`, true],
    [`at:gt]=${timestamp}`, false],
    [`at:lt]=${timestamp}`, false],
    [`at:gte]=${timestamp.slice(0, 19).replace('T', ' ')}`, true],
    [`at:lt]=${timestamp.slice(0, 19).replace('T', ' ')}`, false],
  ]
  const results = await Promise.all(expected.map(async ([filter]) => [filter, await found(filter)]))
  expect(results).toEqual(expected)
})

test('the first and last supported days work like any other', async () => {
  for (const zone of [edmonton, adelaide]) {
    await practiceIn(zone)
    const postMortem = await completedAt('2026-09-23T01:00:00Z')
    const all = 'filter[completed_at:gte]=0001-01-01&filter[completed_at:lte]=9999-12-31'
    expect(await finds(vet, postMortem, all)).toBe(true)
    expect(await finds(vet, postMortem, all.replaceAll('completed_at', 'record_at'))).toBe(true)
    for (const bound of ['0000-12-31', '9999-12-31T23:59:59-23:59', '0001-01-01T00:00:00+14:00'])
      expect((await vet.get(`/post-mortems?filter[completed_at:gte]=${encodeURIComponent(bound)}`)).status).toBe(400)
  }
})

test('older clients search a day as 00:00:00 to 23:59:59 and find exactly its tickets', async () => {
  const wholeDay = (day: string) => `filter[record_at:gt]=${day} 00:00:00&filter[record_at:lt]=${day} 23:59:59`
  for (const zone of [edmonton, adelaide]) {
    await practiceIn(zone)
    const postMortem = await factory.draftPostMortem(client, site)
    expect(postMortem.record_at).toBe('2026-11-20')
    expect(await finds(client, postMortem, wholeDay('2026-11-20'))).toBe(true)
    for (const other of ['2026-11-19', '2026-11-21'])
      expect(await finds(client, postMortem, wholeDay(other))).toBe(false)
  }
})

test.each([
  [edmonton, '2026-10-17T02:15:00Z', '2026-10-16'],
  [edmonton, '2026-10-17 02:15:00', '2026-10-16'],
  [edmonton, '2026-10-16T23:15:00-06:00', '2026-10-16'],
  [edmonton, '2026-10-17T12:00:00+14:00', '2026-10-16'],
  [edmonton, '2026-10-17 12:00:00+14', '2026-10-16'],
  [edmonton, '2026-10-17', '2026-10-17'],
  [edmonton, '2025-11-03T06:30:00Z', '2025-11-02'],
  [adelaide, '2026-10-16T20:00:00Z', '2026-10-17'],
  [adelaide, '2026-10-03T14:30:00Z', '2026-10-04'],
  [adelaide, '2026-10-16', '2026-10-16'],
] as const)('in %s, %s factory for a day is %s', async (zone, sent, day) => {
  await practiceIn(zone)
  const details = { customer_id: site.customerId, site_id: site.id, record_at: sent }
  const made = await client.post('/post-mortems', details)
  expect([made.status, made.body.data.record_at]).toEqual([201, day])
  const { id } = made.body.data
  expect((await client.put(`/post-mortems/${id}`, { record_at: sent })).body.data.record_at).toBe(day)
  const animal = await factory.animal(client, id, { customer_record_at: sent })
  expect(animal.customer_record_at).toBe(day)
  const filter = `/veterinary-record-animals?filter[veterinary_record_id]=${id}&filter[customer_record_at]=${day}`
  expect((await client.get(filter)).body.meta.total).toBe(1)
})

test.each([
  [edmonton, '2025-11-25', '2025-11-25T07:00:00.000Z'],
  [edmonton, '2026-07-25', '2026-07-25T06:00:00.000Z'],
  [edmonton, '2025-03-09', '2025-03-09T07:00:00.000Z'],
  [edmonton, '2025-11-02', '2025-11-02T06:00:00.000Z'],
  [edmonton, '2025-11-25 14:30:00', '2025-11-25T14:30:00.000Z'],
  [edmonton, '2025-11-25T14:30:00-07:00', '2025-11-25T21:30:00.000Z'],
  [edmonton, '2025-11-25T14:30:00-0700', '2025-11-25T21:30:00.000Z'],
  [edmonton, '2025-11-25T14:30-07', '2025-11-25T21:30:00.000Z'],
  [edmonton, '2025-11-25 14:30:00.25+00', '2025-11-25T14:30:00.250Z'],
  [adelaide, '2025-11-25', '2025-11-24T13:30:00.000Z'],
  [adelaide, '2026-04-05', '2026-04-04T13:30:00.000Z'],
  [adelaide, '2026-10-04', '2026-10-03T14:30:00.000Z'],
] as const)('in %s, a visit scheduled for %s begins at %s, and the answer stays UTC', async (zone, sent, timestamp) => {
  await practiceIn(zone)
  const { id } = await factory.pendingPostMortem(client, site)
  const answer = await vet.put(`/post-mortems/${id}`, { scheduled_at: sent })
  expect([answer.status, answer.body.data.veterinary_record.scheduled_at]).toEqual([200, timestamp])
})

test('an empty date of death is today in the zone, when an animal is added and when it is emptied', async () => {
  // At any hour, one of these offsets gives another day than UTC.
  const hours = new Date().getUTCHours() < 10 ? -10 : 14
  await practiceIn(hours < 0 ? 'Pacific/Honolulu' : 'Pacific/Kiritimati')
  const today = () => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10)
  const { id } = await factory.draftPostMortem(client, site)
  const animal = await factory.animal(client, id)
  expect(animal.customer_record_at).toBe(today())
  expect(today()).not.toBe(new Date().toISOString().slice(0, 10))
  const address = `/veterinary-record-animals/${animal.id}`
  await client.put(address, { customer_record_at: '2026-01-01' })
  expect((await client.put(address, { customer_record_at: '' })).body.data.customer_record_at).toBe(today())
  const file = await client.get('/exports/post-mortems')
  expect(file.headers['content-disposition']).toContain(`chisholm-post-mortems-${today()}.csv`)
})

test("the audit log is also filtered by days of the practice's zone", async () => {
  await practiceIn(edmonton)
  const { id } = await factory.draftPostMortem(client, site)
  await sql`update audit_entries set happened_at = '2026-09-23T01:00:00Z' where subject_id = ${id}`.execute(factory.db)
  const lines = async (day: string) => {
    const filter = `filter[subject_id]=${id}&filter[happened_at:gte]=${day}&filter[happened_at:lte]=${day}`
    return (await admin.get(`/audit-log?${filter}`)).body.meta.total
  }
  expect([await lines('2026-09-21'), await lines('2026-09-22'), await lines('2026-09-23')]).toEqual([0, 1, 0])
})
