import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSharedFactory } from '../../testing/factory.ts'
import { waitForEmail } from '../../testing/outbox-email.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')
const { client, site } = await factory.client()

test('a visit takes 60 minutes, or as many as are set with its date', async () => {
  const vet = await factory.user('Veterinarian')
  const { id, duration_minutes } = await factory.pendingPostMortem(client, site)
  expect(duration_minutes).toBe(60)
  const path = `/post-mortems/${id}`
  const answer = await vet.put(path, { scheduled_at: '2027-03-01T16:00:00Z', duration_minutes: '45' })
  expect(answer.body.data).toMatchObject({ duration_minutes: 45, veterinary_record: { duration_minutes: 45 } })
  const again = await vet.put(path, { duration_minutes: 90 })
  expect([again.status, again.body.data.veterinary_record]).toEqual([
    200,
    expect.objectContaining({ duration_minutes: 90, scheduled_at: '2027-03-01T16:00:00.000Z' }),
  ])
  expect((await vet.put(path, { scheduled_for_id: vet.id })).body.data.duration_minutes).toBe(90)
  const cards = (await vet.get(`/post-mortems?view=card&include=visit&filter[id]=${id}`)).body.data
  expect(cards[0].duration_minutes).toBe(90)
  expect((await vet.put(path, { duration_minutes: '' })).body.data.duration_minutes).toBe(60)
  for (const wrong of [4, 721, 'long', 7.5])
    expect((await vet.put(path, { duration_minutes: wrong })).body.errors).toHaveProperty('duration_minutes')
  expect((await client.put(path, { duration_minutes: 30 })).status).toBe(403)
  const draft = await factory.draftPostMortem(client, site)
  expect((await vet.put(`/post-mortems/${draft.id}`, { duration_minutes: 30 })).status).toBe(409)
})

test('a date without a time is a day of the site, and e-mails show the time of the site by name', async () => {
  const { client: owner, site: far } = await factory.client()
  await admin.put(`/sites/${far.id}`, { time_zone: 'America/Halifax' })
  const { id, title } = await factory.pendingPostMortem(owner, far)
  const scheduled = async (scheduled_at: string) =>
    (await admin.put(`/post-mortems/${id}`, { scheduled_at })).body.data.veterinary_record
  expect(await scheduled('2027-07-01')).toMatchObject({
    scheduled_at: '2027-07-01T03:00:00.000Z',
    site: { time_zone: 'America/Halifax' },
  })
  await scheduled('2027-07-02T15:30:00Z')
  expect(await waitForEmail(factory.dataDir, owner.email, 'July 2nd 2027')).toContain('July 2nd 2027, 12:30 PM ADT')
  expect(title).toMatch(/^CHM-/)
})

/** A pending ticket at a site. */
const ticketAt = async (at = site, by = client) => (await factory.pendingPostMortem(by, at)).id
const schedule = (id: string, body: object) => admin.put(`/post-mortems/${id}`, body)
const idsOf = (tickets: { id: string }[]) => tickets.map(({ id }) => id)

test('scheduling onto an absence or another visit is allowed, and answered with warnings', async () => {
  const vet = await factory.user('Veterinarian')
  const name = `Veterinarian ${vet.id.slice(-4)}`
  const [one, two, three] = [await ticketAt(), await ticketAt(), await ticketAt()]
  const at = (scheduled_at: string) => ({ scheduled_at, scheduled_for_id: vet.id })
  expect((await schedule(one, at('2027-06-01T16:00:00Z'))).body.warnings).toEqual([])
  const { pin } = (await admin.get(`/post-mortems/${one}`)).body.data.veterinary_record
  const overlapping = await schedule(two, at('2027-06-01T16:59:00Z'))
  expect([overlapping.status, overlapping.body.warnings]).toEqual([
    200,
    [`${name} is at CHM-${pin} at 10:00 AM: these visits overlap.`],
  ])
  expect((await schedule(two, at('2027-06-01T17:00:00Z'))).body.warnings).toEqual([])
  expect((await schedule(one, { duration_minutes: 61 })).body.warnings).toHaveLength(1)
  await vet.post('/absences', { from: '2027-06-02', to: '2027-06-03' })
  expect((await schedule(three, at('2027-06-04T05:59:00Z'))).body.warnings).toEqual([
    `${name} is away on June 3rd 2027.`,
  ])
  expect((await schedule(three, at('2027-06-04'))).body.warnings).toEqual([])
  // 11:30 PM for an hour
  expect((await schedule(three, at('2027-06-02T05:30:00Z'))).body.warnings).toEqual([
    `${name} is away on June 2nd 2027.`,
  ])
  expect((await schedule(three, { duration_minutes: 30 })).body.warnings).toEqual([])
  expect((await schedule(three, { scheduled_for_id: '' })).body.warnings).toEqual([])
  expect((await vet.put(`/post-mortems/${one}`, { completed_at: 1 })).body).not.toHaveProperty('warnings')
  expect((await schedule(two, at('2027-06-01T16:00:00Z'))).body.warnings).toEqual([])
})

test('a veterinarian without a name is warned of like any other', async () => {
  const vet = await factory.user('Veterinarian')
  const names = { first_name: null, last_name: null }
  await factory.db.updateTable('users').set(names).where('id', '=', vet.id).execute()
  await vet.post('/absences', { from: '2027-06-21', to: '2027-06-21' })
  const { warnings } = (
    await vet.put(`/post-mortems/${await ticketAt()}`, { scheduled_at: '2027-06-21', scheduled_for_id: vet.id })
  ).body
  expect(warnings).toEqual(['The veterinarian is away on June 21st 2027.'])
})

test('the note of an absence is in the planner of its person and of Admins, and of nobody else', async () => {
  const [vet, other, admin] = await Promise.all([
    factory.user('Veterinarian'),
    factory.user('Veterinarian'),
    factory.user('Admin'),
  ])
  await vet.post('/absences', { from: '2031-05-20', to: '2031-05-20', note: 'Surgery' })
  const notesFor = async (reader: typeof vet) =>
    (await reader.get('/planner?from=2031-05-20&to=2031-05-20')).body.data.absences.map(
      ({ user_id, note }: { user_id: string; note: string | null }) => [user_id, note],
    )
  expect(await notesFor(vet)).toEqual([[vet.id, 'Surgery']])
  expect(await notesFor(admin)).toEqual([[vet.id, 'Surgery']])
  expect(await notesFor(other)).toEqual([[vet.id, null]])
})

test('the planner has the visits of its days by time, absences, clashes, and tickets without a date by their clock', async () => {
  const [vet, other] = [await factory.user('Veterinarian'), await factory.user('Veterinarian')]
  const [b, c, a, later, urgent] = [
    await ticketAt(),
    await ticketAt(),
    await ticketAt(),
    await ticketAt(),
    await ticketAt(),
  ]
  await schedule(a, { scheduled_at: '2028-06-01T17:00:00Z', scheduled_for_id: vet.id, duration_minutes: 90 })
  await schedule(b, { scheduled_at: '2028-06-01T16:30:00Z', scheduled_for_id: vet.id })
  await schedule(c, { scheduled_at: '2028-06-01T16:30:00Z', scheduled_for_id: other.id })
  await schedule(later, { scheduled_at: '2028-06-03T07:00:00Z' })
  await factory.animal(client, urgent, { found_at: new Date(Date.now() - 3_600_000).toISOString() })
  await other.post('/absences', { from: '2028-05-20', to: '2028-06-01', note: 'Course' })
  await other.post('/absences', { from: '2028-06-04', to: '2028-06-04' })
  const answer = await vet.get('/planner?from=2028-06-01&to=2028-06-02')
  expect(answer.status).toBe(200)
  const { unscheduled, unscheduled_total, visits, absences, clashes, sites } = answer.body.data
  expect(idsOf(visits)).toEqual([b, c, a])
  expect(visits[2]).toMatchObject({ id: a, duration_minutes: 90, scheduled_for: { id: vet.id }, site: { id: site.id } })
  expect(absences).toEqual([expect.objectContaining({ user_id: other.id, from: '2028-05-20', note: null })])
  expect(clashes).toEqual([{ user_id: vet.id, post_mortem_ids: [b, a] }])
  expect(idsOf(sites)).toEqual([site.id])
  expect(idsOf(unscheduled)[0]).toBe(urgent)
  const clocks = (await vet.get('/post-mortems?view=card&sort=examine_by&per_page=9999')).body.data
  const withoutDate = clocks.filter(
    (one: { scheduled_at: string; status: string }) =>
      !one.scheduled_at && ['Pending', 'In Progress'].includes(one.status),
  )
  expect(idsOf(unscheduled)).toEqual(idsOf(withoutDate))
  expect(unscheduled_total).toBe(unscheduled.length)
  expect(idsOf((await vet.get('/planner?from=2028-06-03&to=2028-06-03')).body.data.visits)).toEqual([later])
})

test('a visit that lasts into the next day clashes with a visit of that day in the planner of either day', async () => {
  const vet = await factory.user('Veterinarian')
  const [evening, morning] = [await ticketAt(), await ticketAt()]
  // 16:30 in the zone of the practice, for twelve hours
  await schedule(evening, { scheduled_at: '2028-07-01T22:30:00Z', scheduled_for_id: vet.id, duration_minutes: 720 })
  await schedule(morning, { scheduled_at: '2028-07-02T10:00:00Z', scheduled_for_id: vet.id })
  for (const day of ['2028-07-01', '2028-07-02'])
    expect((await vet.get(`/planner?from=${day}&to=${day}`)).body.data.clashes).toEqual([
      { user_id: vet.id, post_mortem_ids: [evening, morning] },
    ])
  expect((await vet.get('/planner?from=2028-07-03&to=2028-07-03')).body.data.clashes).toEqual([])
})

test('a ticket whose date is set or taken away while the planner is read has one place in it', async () => {
  const id = await ticketAt()
  const placesOf = async () => {
    const { unscheduled, visits } = (await admin.get('/planner?from=2032-06-01&to=2032-06-01')).body.data
    return [...unscheduled, ...visits].filter((ticket: { id: string }) => ticket.id === id).length
  }
  for (let round = 0; round < 20; round++) {
    const scheduled_at = round % 2 === 0 ? '2032-06-01T16:00:00Z' : ''
    const [, ...places] = await Promise.all([schedule(id, { scheduled_at }), ...Array.from({ length: 6 }, placesOf)])
    expect(places).toEqual([1, 1, 1, 1, 1, 1])
  }
})

test('a day of the planner is a day of the site, whatever the zone of the practice', async () => {
  const { client: owner, site: far } = await factory.client()
  await admin.put(`/sites/${far.id}`, { time_zone: 'Pacific/Auckland' })
  const id = await ticketAt(far, owner)
  await schedule(id, { scheduled_at: '2029-05-09T20:00:00Z' })
  const visitsOn = async (day: string) => idsOf((await admin.get(`/planner?from=${day}&to=${day}`)).body.data.visits)
  expect([await visitsOn('2029-05-09'), await visitsOn('2029-05-10')]).toEqual([[], [id]])
})

test('the planner is for vet roles and at most 42 days, and invalid days are reported', async () => {
  expect((await client.get('/planner?from=2028-06-01&to=2028-06-02')).status).toBe(403)
  expect((await client.get('/planner/route?date=2028-06-01')).status).toBe(403)
  const statusOf = async (query: string) => (await admin.get(`/planner?${query}`)).status
  expect(await statusOf('from=2028-06-01&to=2028-07-12')).toBe(200)
  expect(await statusOf('to=2020-06-01')).toBe(200)
  for (const query of ['from=2028-06-01&to=2028-07-13', 'from=2028-06-02&to=2028-06-01', 'from=2028-06-31', 'to=x'])
    expect(await statusOf(query)).toBe(400)
  expect((await admin.get('/planner/route?date=tomorrow')).status).toBe(400)
  expect((await admin.get('/planner/route?date=2028-06-01&user_id=7')).status).toBe(400)
  expect((await admin.get(`/planner/route?date=2028-06-01&user_id=${client.id}`)).status).toBe(404)
})

test('the route is the shortest from the practice through the sites of a day and back', async () => {
  const vet = await factory.user('Veterinarian')
  await admin.put('/provider', { latitude: 50, longitude: -113, travel_speed_kmh: 60 })
  const placed = async (latitude: number | string, longitude: number | string) => {
    const { client: owner, site: at } = await factory.client()
    await admin.put(`/sites/${at.id}`, { latitude, longitude })
    return { owner, at }
  }
  const visit = async ({ owner, at }: Awaited<ReturnType<typeof placed>>, hour: string) => {
    const id = await ticketAt(at, owner)
    await schedule(id, { scheduled_at: `2030-07-08T${hour}:00:00-06:00`, scheduled_for_id: vet.id })
    return id
  }
  const [north, far, nowhere] = [await placed(50.5, -113), await placed(51, -113), await placed('', '')]
  const farVisit = await visit(far, '08')
  const northVisits = [await visit(north, '09'), await visit(north, '10')]
  await visit(nowhere, '11')
  const done = await visit(north, '12')
  await vet.put(`/post-mortems/${done}`, { completed_at: 1 })
  const { data } = (await admin.get(`/planner/route?date=2030-07-08&user_id=${vet.id}`)).body
  expect(data.unplaced).toEqual([nowhere.at.id])
  expect(data.total_km).toBeCloseTo(222.39, 1)
  const idsOfSites = data.stops.map((stop: { site: { id: string } }) => stop.site.id)
  expect(new Set(idsOfSites)).toEqual(new Set([north.at.id, far.at.id]))
  const byNorth = data.stops.find((stop: { site: { id: string } }) => stop.site.id === north.at.id)
  expect(byNorth).toMatchObject({ post_mortem_ids: northVisits, leg_km: 55.6 })
  expect(data.stops.flatMap((stop: { post_mortem_ids: string[] }) => stop.post_mortem_ids)).toContain(farVisit)
  // 8:00 of the practice and 55.6 km at 60 km/h
  expect(new Date(data.stops[0].arrive_at).getTime()).toBeGreaterThanOrEqual(Date.parse('2030-07-08T14:55:00Z'))
  const nothing = (await vet.get('/planner/route?date=2030-07-09')).body.data
  expect(nothing).toEqual({ stops: [], total_km: 0, back_at: null, unplaced: [] })
})

test('a day in a filter of tickets is the day of each site', async () => {
  const visitAt = async (time_zone: string, scheduled_at: string) => {
    const { client: owner, site: own } = await factory.client()
    await admin.put(`/sites/${own.id}`, { time_zone })
    const { id } = await factory.pendingPostMortem(owner, own)
    await admin.put(`/post-mortems/${id}`, { scheduled_at })
    return id
  }
  // 23:30 in Edmonton is the next day in Halifax
  const far = await visitAt('America/Halifax', '2029-07-02T05:30:00Z')
  const near = await visitAt('', '2029-07-02T05:30:00Z')
  const found = async (filter: string) => {
    const { data, meta } = (
      await admin.get(`/post-mortems?${filter}&filter[scheduled_at:gt]=2029-06-01&filter[scheduled_at:lt]=2029-08-01`)
    ).body
    expect(meta.total).toBe(data.length)
    return data.map(({ id }: { id: string }) => id).toSorted()
  }
  expect(await found('filter[scheduled_at]=2029-07-01')).toEqual([near])
  expect(await found('filter[scheduled_at]=2029-07-02')).toEqual([far])
  expect(await found('filter[scheduled_at:lte]=2029-07-01')).toEqual([near])
  expect(await found('filter[scheduled_at:gte]=2029-07-02')).toEqual([far])
  expect(await found('filter[scheduled_at]=2029-07-01,2029-07-02')).toEqual([far, near].toSorted())
})

test('of very many tickets without a date the planner has the most urgent ones, and tells how many there are', async () => {
  const before = (await admin.get('/planner')).body.data.unscheduled_total
  const urgent = await ticketAt()
  await factory.animal(client, urgent, { found_at: new Date(Date.now() - 3_600_000).toISOString() })
  await sql`
    insert into post_mortems (id, customer_id, site_id, record_at, draft)
    select gen_random_uuid(), ${site.customerId}, ${site.id}, '2026-11-20', false
    from generate_series(1, 1200)`.execute(factory.db)
  const { unscheduled, unscheduled_total } = (await admin.get('/planner')).body.data
  expect([unscheduled.length, unscheduled_total]).toEqual([1000, before + 1201])
  expect(idsOf(unscheduled)).toContain(urgent)
})
