import ICAL from 'ical.js'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { readAuditActions } from '../../testing/audit-entries.ts'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { waitForLocks } from '../../testing/while-locked.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')
const { client, site } = await factory.client()

const feedOf = async (person: TestUser) =>
  (await person.post('/calendar-feeds')).body.data as { id: string; url: string }
const pathOf = (url: string) => new URL(url).pathname

/** Reads a calendar like a calendar program: without signing in. */
async function read(url: string) {
  const answer = await factory.app.inject(pathOf(url))
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  return answer.body
}
async function eventsOf(url: string): Promise<ICAL.Component[]> {
  return new ICAL.Component(ICAL.parse(await read(url))).getAllSubcomponents('vevent')
}
const eventOf = async (url: string, id: string) =>
  (await eventsOf(url)).find((event) => event.getFirstPropertyValue('uid') === `${id}@chisholm`)
const textOf = (event: ICAL.Component | undefined, name: string) => String(event?.getFirstPropertyValue(name) ?? '')
const timeOf = (event: ICAL.Component | undefined, name: string) => {
  const value = event?.getFirstPropertyValue(name)
  return value instanceof ICAL.Time ? value : undefined
}

const vetWithVisit = async (schedule: object = {}, of = { client, site }) => {
  const vet = await factory.user('Veterinarian')
  const { id, title } = await factory.pendingPostMortem(of.client, of.site)
  const at = { scheduled_at: '2031-06-02T15:30:00Z', duration_minutes: 45, scheduled_for_id: vet.id }
  await admin.put(`/post-mortems/${id}`, { ...at, ...schedule })
  return { vet, id, title, path: `/post-mortems/${id}`, url: (await feedOf(vet)).url }
}

test('a calendar program reads each visit with times in UTC, location, coordinates and URL of the ticket', async () => {
  await admin.put(`/sites/${site.id}`, {
    address: 'Range Road 280,\nHigh River; second gate',
    directions:
      'Über die Brücke, vorbei am Getreidespeicher und dann das zweite Tor links – Hof Čechovič 🐄🐄🐄🐄🐄🐄🐄🐄',
    latitude: 50.5813,
    longitude: -113.8745,
    phone: '+1 403 555 0155',
  })
  const { url, id, title } = await vetWithVisit()
  const event = await eventOf(url, id)
  expect(timeOf(event, 'dtstart')?.toString()).toBe('2031-06-02T15:30:00Z')
  expect(timeOf(event, 'dtend')?.toString()).toBe('2031-06-02T16:15:00Z')
  expect(textOf(event, 'summary')).toMatch(new RegExp(`^${title}: Customer .+ - Site .+$`))
  expect(textOf(event, 'location')).toContain('Range Road 280, High River; second gate')
  expect(event?.getFirstProperty('geo')?.getFirstValue()).toEqual([50.5813, -113.8745])
  expect(new URL(textOf(event, 'url')).pathname).toBe(`/a/postmortem/view/${id}`)
  expect(textOf(event, 'description')).toContain('🐄🐄🐄🐄🐄🐄🐄🐄')
  expect(textOf(event, 'status')).toBe('CONFIRMED')
  const lines = (await read(url)).split('\r\n')
  expect(lines[0]).toBe('BEGIN:VCALENDAR')
  // RFC 5545, section 3.1
  for (const line of lines) expect([line, Buffer.byteLength(line) <= 75]).toEqual([line, true])
  expect(lines.filter((line) => /^(DTSTAMP|SEQUENCE|UID)/.test(line))).toHaveLength(3)
})

test('control characters that were typed or pasted never reach a calendar: line breaks of word processors become line breaks', async () => {
  const of = await factory.client()
  const typed = { address: 'Range Road 280\u000bHigh River', directions: 'Past the\u0007 mill,\u000bthen\tleft\u0085.' }
  expect((await admin.put(`/sites/${of.site.id}`, typed)).status).toBe(200)
  const { id, url } = await vetWithVisit({}, of)
  const event = await eventOf(url, id)
  expect(textOf(event, 'location')).toContain('Range Road 280, High River')
  expect(textOf(event, 'description')).toContain('Past the mill,\nthen\tleft.')
  expect(await read(url)).not.toMatch(/[^\P{Cc}\r\n\t]/u)
})

test('planned and cancelled visits of a calendar are those of one moment, whatever changes while it is read', async () => {
  const { vet, url, id } = await vetWithVisit()
  const cancelled = await factory.pendingPostMortem(client, site)
  const visit = { scheduled_at: '2031-06-02T15:30:00Z', scheduled_for_id: vet.id }
  for (const at of [visit, { scheduled_at: null }]) await admin.put(`/post-mortems/${cancelled.id}`, at)
  const { reading } = await factory.db.transaction().execute(async (tx) => {
    await sql`lock table ended_visits in access exclusive mode`.execute(tx)
    const reading = eventsOf(url)
    await waitForLocks(factory.db, 1)
    await tx.updateTable('sites').set({ name: 'Renamed meanwhile' }).where('id', '=', site.id).execute()
    // in an object, because the transaction would await the promise otherwise
    return { reading }
  })
  const events = await reading
  expect(events.map((event) => textOf(event, 'uid'))).toEqual([`${id}@chisholm`, `${cancelled.id}@chisholm`])
  expect(new Set(events.map((event) => textOf(event, 'location'))).size).toBe(1)
})

test('visits at the same time are listed by number, whichever was moved last', async () => {
  const { vet, url, title, path } = await vetWithVisit()
  const plan = (path: string, hour: number) =>
    admin.put(path, { scheduled_at: `2031-06-02T${hour}:30:00Z`, scheduled_for_id: vet.id })
  const titles = [title]
  for (let count = 0; count < 5; count++) {
    const other = await factory.pendingPostMortem(client, site)
    await plan(`/post-mortems/${other.id}`, 15)
    titles.push(other.title)
  }
  for (const hour of [16, 15]) await plan(path, hour)
  expect((await eventsOf(url)).map((event) => textOf(event, 'summary').split(':')[0])).toEqual(titles)
})

test('every line of the calendar ends with CRLF, the last one, too', async () => {
  const calendar = await read((await vetWithVisit()).url)
  expect(calendar).toMatch(/\r\nEND:VCALENDAR\r\n$/)
  expect(calendar.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

test('a visit without a time is a whole day of its site', async () => {
  const { url, id } = await vetWithVisit({ scheduled_at: '2031-06-02' })
  const event = await eventOf(url, id)
  const [start, end] = [timeOf(event, 'dtstart'), timeOf(event, 'dtend')]
  expect([start?.isDate, start?.toString(), end?.toString()]).toEqual([true, '2031-06-02', '2031-06-03'])
})

test('SEQUENCE increases with each change, also when a visit is cancelled and planned again; cancelled visits are CANCELLED', async () => {
  const { url, id, path, vet } = await vetWithVisit()
  const other = await factory.user('Veterinarian')
  const otherUrl = (await feedOf(other)).url
  let last = -1
  const expectNext = async (status: string, of = url) => {
    const event = await eventOf(of, id)
    expect(textOf(event, 'status')).toBe(status)
    const sequence = Number(textOf(event, 'sequence'))
    expect(sequence).toBeGreaterThan(last)
    last = sequence
    return event
  }
  await expectNext('CONFIRMED')
  await admin.put(path, { scheduled_at: '2031-06-03T15:30:00Z' })
  expect(timeOf(await expectNext('CONFIRMED'), 'dtstart')?.toString()).toBe('2031-06-03T15:30:00Z')
  await admin.put(path, { scheduled_for_id: other.id })
  expect(timeOf(await expectNext('CANCELLED'), 'dtstart')?.toString()).toBe('2031-06-03T15:30:00Z')
  expect(textOf(await eventOf(otherUrl, id), 'status')).toBe('CONFIRMED')
  await admin.put(path, { scheduled_for_id: vet.id })
  await expectNext('CONFIRMED')
  await admin.put(path, { scheduled_at: '' })
  await expectNext('CANCELLED')
  await admin.put(path, { scheduled_at: '2031-06-04T15:30:00Z' })
  await expectNext('CONFIRMED')
  expect((await eventsOf(url)).length).toBe(1)
  await admin.delete(path)
  await expectNext('CANCELLED')
  await factory.db
    .updateTable('ended_visits')
    .set({ ended_at: new Date(Date.now() - 31 * 24 * 3_600_000) })
    .execute()
  expect(await eventsOf(url)).toEqual([])
})

test('SEQUENCE increases, too, when the site or customer of a visit is renamed or its place changes, and never decreases', async () => {
  const { client: person, site: place } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const { id } = await factory.pendingPostMortem(person, place)
  const schedule = { scheduled_at: '2031-06-02T15:30:00Z', scheduled_for_id: vet.id }
  await admin.put(`/post-mortems/${id}`, schedule)
  const { url } = await feedOf(vet)
  const next = async () => {
    const event = await eventOf(url, id)
    return {
      sequence: Number(textOf(event, 'sequence')),
      stamp: timeOf(event, 'last-modified')?.toJSDate().getTime() ?? 0,
    }
  }
  let last = await next()
  const changes: [path: string, body: object][] = [
    [`/sites/${place.id}`, { address: 'Range Road 280' }],
    [`/sites/${place.id}`, { latitude: 50.5813, longitude: -113.8745 }],
    [`/sites/${place.id}`, { directions: 'Second gate' }],
    [`/sites/${place.id}`, { name: `Renamed ${uuidv7()}` }],
    [`/customers/${place.customerId}`, { name: `Renamed ${uuidv7()}` }],
    [`/post-mortems/${id}`, { duration_minutes: 30 }],
    [`/post-mortems/${id}`, { scheduled_at: '' }],
    [`/post-mortems/${id}`, schedule],
  ]
  for (const [path, body] of changes) {
    expect((await admin.put(path, body)).status).toBe(200)
    const event = await next()
    expect([path, body, event.sequence > last.sequence, event.stamp >= last.stamp]).toEqual([path, body, true, true])
    last = event
  }
  await admin.put(`/sites/${place.id}`, { address: 'Range Road 280' })
  expect((await next()).sequence).toBe(last.sequence)
})

test('a visit without a time keeps its day when the zone of its site or of the practice changes, and SEQUENCE rises', async () => {
  const { path, id, url } = await vetWithVisit({ scheduled_at: '2031-06-05' })
  const timed = await vetWithVisit()
  const days = async () => ({
    event: timeOf(await eventOf(url, id), 'dtstart')?.toString(),
    planned: (await admin.get(`/planner?from=2031-06-05&to=2031-06-05`)).body.data.visits.map(
      (one: { id: string }) => one.id,
    ),
    listed: (await admin.get('/post-mortems?filter[scheduled_at]=2031-06-05')).body.data.map(
      (one: { id: string }) => one.id,
    ),
  })
  const sequence = async () => Number(textOf(await eventOf(url, id), 'sequence'))
  const expected = { event: '2031-06-05', planned: [id], listed: [id] }
  expect(await days()).toEqual(expected)
  const before = await sequence()
  await admin.put(`/sites/${site.id}`, { time_zone: 'America/Los_Angeles' })
  expect([await days(), (await sequence()) > before]).toEqual([expected, true])
  expect((await admin.get(path)).body.data.veterinary_record.scheduled_at).toBe('2031-06-05T07:00:00.000Z')
  await admin.put(`/sites/${site.id}`, { time_zone: '' })
  const ofPractice = await sequence()
  for (const time_zone of ['America/New_York', 'Asia/Tokyo', 'America/Edmonton']) {
    expect((await admin.put('/provider', { time_zone })).status).toBe(200)
    expect(await days()).toEqual(expected)
  }
  expect(await sequence()).toBeGreaterThan(ofPractice)
  expect(timeOf(await eventOf(timed.url, timed.id), 'dtstart')?.toString()).toBe('2031-06-02T15:30:00Z')
})

test('a visit that was cancelled once, planned again and completed is CANCELLED with a higher SEQUENCE when its ticket is deleted', async () => {
  const { vet, id, path, url } = await vetWithVisit()
  const ofClient = (await feedOf(client)).url
  await admin.put(path, { scheduled_for_id: '', scheduled_at: '' })
  await admin.put(path, { scheduled_for_id: vet.id, scheduled_at: '2031-06-03T15:30:00Z' })
  await admin.put(path, { completed_at: 1 })
  for (const calendar of [url, ofClient]) expect(textOf(await eventOf(calendar, id), 'status')).toBe('CONFIRMED')
  const sequenceIn = async (calendar: string) => Number(textOf(await eventOf(calendar, id), 'sequence'))
  const before = [await sequenceIn(url), await sequenceIn(ofClient)]
  await admin.delete(path)
  for (const [index, calendar] of [url, ofClient].entries()) {
    expect(textOf(await eventOf(calendar, id), 'status')).toBe('CANCELLED')
    expect(await sequenceIn(calendar)).toBeGreaterThan(before[index] ?? 0)
  }
})

test('a client reads the visits to its own sites only', async () => {
  const { url } = await feedOf(client)
  const { id } = await vetWithVisit()
  const { client: otherClient } = await factory.client()
  expect(await eventOf(url, id)).toBeDefined()
  expect(await eventsOf((await feedOf(otherClient)).url)).toEqual([])
  await admin.put(`/post-mortems/${id}`, { scheduled_at: '' })
  expect(textOf(await eventOf(url, id), 'status')).toBe('CANCELLED')
})

test('the calendar of a client does not change with an opinion before it is issued, and SEQUENCE rises when its visit changes', async () => {
  const { url } = await feedOf(client)
  const { vet, id, path, url: ofVet } = await vetWithVisit()
  const sequenceIn = async (calendar: string) => Number(textOf(await eventOf(calendar, id), 'sequence'))
  const [before, beforeOfVet] = [await eventOf(url, id), await sequenceIn(ofVet)]
  const [animal] = (await vet.get(path)).body.data.veterinary_record.veterinary_record_animals
  for (const vet_findings of ['Froth in the trachea', 'Foam in the trachea'])
    expect((await vet.put(`/veterinary-record-animals/${animal.id}`, { vet_findings })).status).toBe(200)
  expect((await eventOf(url, id))?.toString()).toBe(before?.toString())
  expect(await sequenceIn(ofVet)).toBeGreaterThan(beforeOfVet)
  let last = Number(textOf(before, 'sequence'))
  for (const schedule of [{ duration_minutes: 30 }, { scheduled_at: '' }, { scheduled_at: '2031-06-03T15:30:00Z' }]) {
    await admin.put(path, schedule)
    expect([schedule, (await sequenceIn(url)) > last]).toEqual([schedule, true])
    last = await sequenceIn(url)
  }
})

test('a feed URL is shown once, replaced by the next, invalid after the feed or account ends, and not stored in the database', async () => {
  const { vet, url: first } = await vetWithVisit()
  const { id, url } = await feedOf(vet)
  const statusOf = async (address: string) => (await factory.app.inject(pathOf(address))).statusCode
  expect([await statusOf(first), await statusOf(url), await statusOf(`${url}x`)]).toEqual([404, 200, 404])
  expect((await vet.get('/calendar-feeds')).body.data).toEqual([{ id, created_at: expect.any(String) }])
  const rows = await factory.pool.query('select row_to_json(f)::text as row from calendar_feeds f')
  const token = /calendar\/(.+)\.ics$/.exec(url)?.[1] ?? ''
  expect(token.length).toBeGreaterThan(40)
  expect(JSON.stringify(rows.rows)).not.toContain(token)
  expect((await client.delete(`/calendar-feeds/${id}`)).status).toBe(404)
  expect((await vet.delete(`/calendar-feeds/${id}`, { 'if-match': '"another"' })).status).toBe(412)
  expect((await vet.delete(`/calendar-feeds/${id}`)).status).toBe(200)
  expect([await statusOf(url), (await vet.delete(`/calendar-feeds/${id}`)).status]).toEqual([404, 404])
  const last = await feedOf(vet)
  await admin.put(`/users/${vet.id}`, { status: 'disabled' })
  const { status } = await factory.db
    .selectFrom('users')
    .select('status')
    .where('id', '=', vet.id)
    .executeTakeFirstOrThrow()
  expect([status, await statusOf(last.url)]).toEqual(['disabled', 404])
})

test('of concurrently created feeds one remains, and its URL works', async () => {
  const vet = await factory.user('Veterinarian')
  const feeds = await Promise.all(Array.from({ length: 5 }, () => feedOf(vet)))
  const answers = await Promise.all(feeds.map(({ url }) => factory.app.inject(pathOf(url))))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect((await vet.get('/calendar-feeds')).body.data).toHaveLength(1)
})

test('a feed has the id that its owner chose, and a repeated request answers with the same address', async () => {
  const [vet, other] = [await factory.user('Veterinarian'), await factory.user('Veterinarian')]
  const id = uuidv7()
  const feeds = await Promise.all(Array.from({ length: 5 }, () => vet.post('/calendar-feeds', { id })))
  const [first] = feeds
  expect(feeds.map(({ status, body }) => [status, body.data])).toEqual(
    feeds.map(() => [201, { id, url: first?.body.data.url }]),
  )
  expect(await readAuditActions(factory, id)).toEqual(['calendar feed made'])
  expect(await eventsOf(first?.body.data.url)).toEqual([])
  expect((await other.post('/calendar-feeds', { id })).status).toBe(409)
  expect((await other.post('/calendar-feeds', { id: 'x' })).body.errors).toHaveProperty('id')
})

test('a request repeated under its Idempotency-Key answers with the same address, which stays valid', async () => {
  const vet = await factory.user('Veterinarian')
  const key = { 'idempotency-key': uuidv7() }
  const make = (body: object = {}) => vet.post('/calendar-feeds', body, key)
  const first = await make()
  const again = await make()
  expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([201, first.body, 'true'])
  expect(first.headers['idempotency-replayed']).toBeUndefined()
  expect(await eventsOf(first.body.data.url)).toEqual([])
  expect((await make({ id: uuidv7() })).status).toBe(422)
})

test('the list of calendar feeds has pages like every list', async () => {
  const { vet } = await vetWithVisit()
  const first = (await vet.get('/calendar-feeds?per_page=1')).body
  expect(first.data).toHaveLength(1)
  expect(first.meta).toEqual({ current_page: 1, last_page: 1, per_page: 1, total: 1, from: 1, to: 1 })
  expect(first.links).toMatchObject({ prev: null, next: null })
  expect((await vet.get('/calendar-feeds?page=2')).body).toMatchObject({ data: [], meta: { total: 1, from: null } })
  for (const query of ['page=0', 'sort=url', 'filter[id]=x'])
    expect([query, (await vet.get(`/calendar-feeds?${query}`)).status]).toEqual([query, 400])
})
