import { once } from 'node:events'
import http from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openJobQueue } from '../../jobs/job-queue.ts'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { uploadPhotos } from '../../testing/upload-photos.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { evaluateAlerts } from '../alerts/index.ts'
import { renewChanges } from './changes.queries.ts'

const factory = await createSharedFactory()
const other = await factory.anotherServer()
// the job of each minute would fire the alerts of a test between two of its steps
await sql`delete from pgboss.schedule where name = 'evaluate-alerts'`.execute(factory.db)
const jobs = await openJobQueue(factory.connection, { warn() {} })
afterAll(() => jobs.stop())
const listen = (app: FastifyInstance) => app.listen({ port: 0, host: '127.0.0.1' })
const [address, otherAddress] = [await listen(factory.app), await listen(other)]
const admin = await factory.user('Admin')
const { client, site } = await factory.client()
const { client: otherClient, site: otherSite } = await factory.client()

interface ReceivedEvent {
  id: string
  kind: string
  post_mortem_id: string | null
}

/** Reads changes like a browser. */
async function follow(person: TestUser, { lastEventId = '', at = address } = {}) {
  const headers = { authorization: `Bearer ${person.token}`, ...(lastEventId && { 'last-event-id': lastEventId }) }
  const request = http.get(`${at}/api/v1/events`, { headers, agent: false })
  const end = () => request.destroy()
  onTestFinished(() => void end())
  // cast: the only argument of this event
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  const events: ReceivedEvent[] = []
  const state = { ended: false, position: '' }
  let text = ''
  answer.setEncoding('utf8')
  answer.on('data', (chunk: string) => {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const id = /^id: (.+)$/m.exec(block)?.[1] ?? ''
      const data = /^data: (.+)$/m.exec(block)?.[1]
      if (data) events.push({ id, ...JSON.parse(data) })
      state.position = id
    }
  })
  answer.on('close', () => (state.ended = true))
  // `leave` destroys the connection
  answer.on('error', () => {})
  request.on('error', () => {})
  if (answer.statusCode === 200) await waitFor(() => expect(state.position !== '' || state.ended).toBe(true))
  const of = (id: string) => events.filter(({ post_mortem_id }) => post_mortem_id === id).map(({ kind }) => kind)
  const heard = (kind: string, id: string) => waitFor(() => expect(of(id)).toContain(kind))
  return { status: answer.statusCode, headers: answer.headers, events, of, heard, state, end }
}

test('the changes of any server reach exactly the users who may see the ticket', async () => {
  const [vet, own, theirs] = [
    await follow(admin, { at: otherAddress }),
    await follow(client),
    await follow(otherClient),
  ]
  const { headers } = vet
  expect([headers['content-type'], headers['x-accel-buffering'], headers['cache-control']]).toEqual([
    'text/event-stream; charset=utf-8',
    'no',
    'no-store',
  ])
  const { id } = await factory.pendingPostMortem(client, site)
  await Promise.all([vet.heard('post_mortem', id), own.heard('post_mortem', id)])
  await waitFor(() => expect(vet.events.map(({ kind }) => kind)).toContain('notification'))
  await client.post(`/post-mortems/${id}/comments`, { text: 'Hello' })
  await Promise.all([vet.heard('comment', id), own.heard('comment', id)])
  expect(theirs.events).toEqual([])
  for (const { events } of [vet, own])
    for (const event of events) expect(Object.keys(event).toSorted()).toEqual(['id', 'kind', 'post_mortem_id'])
})

test('of several hundred users who are notified together each is told, and nobody else', async () => {
  const others = Array.from({ length: 250 }, () => uuidv7())
  const [told, other] = [await follow(client), await follow(otherClient)]
  await sql`
    insert into users (id, email, first_name, last_name, roles, status, password_hash)
    select id, id || '@several.example', 'Sam', 'Several', '{Client}', 'active', '-' from unnest(${others}::uuid[]) id`.execute(
    factory.db,
  )
  const known = await factory.db.selectFrom('changes').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  await sql`
    insert into notifications (id, user_id, kind, title, text, in_app)
    select gen_random_uuid(), u, 'request_sent', 'CHM-1', 'Somewhere', true
    from unnest(${[...others, client.id]}::uuid[]) u`.execute(factory.db)
  await waitFor(() => expect(told.events.map(({ kind }) => kind)).toEqual(['notification']))
  expect(other.events).toEqual([])
  const changes = await factory.db
    .selectFrom('changes')
    .select('user_ids')
    .where('id', '>', known?.id ?? 0)
    .where('kind', '=', 'notification')
    .execute()
  const named = changes.flatMap(({ user_ids }) => user_ids ?? [])
  expect(named.toSorted()).toEqual([...others, client.id].toSorted())
})

test('an import of many tickets is an event for those who see one of their sites, and for nobody else', async () => {
  const [vet, own, theirs] = [await follow(admin), await follow(client), await follow(otherClient)]
  const many = sql`generate_series(1, 101)`
  await sql`
    insert into post_mortems (id, customer_id, site_id, record_at, draft, requested_at, created_by_id)
    select gen_random_uuid(), ${site.customerId}, ${site.id}, '2026-03-01', false, now(), ${client.id} from ${many}`.execute(
    factory.db,
  )
  const imported = { id: expect.any(String), kind: 'post_mortem', post_mortem_id: null }
  for (const { events } of [vet, own]) await waitFor(() => expect(events).toContainEqual(imported))
  await sql`update post_mortems set note = 'Imported.' where record_at = '2026-03-01'`.execute(factory.db)
  for (const { events } of [vet, own]) await waitFor(() => expect(events).toEqual([imported, imported]))
  const { id } = await factory.pendingPostMortem(otherClient, otherSite)
  await theirs.heard('post_mortem', id)
  expect(theirs.events.filter(({ kind, post_mortem_id }) => kind === 'post_mortem' && post_mortem_id !== id)).toEqual(
    [],
  )
})

test('events of internal messages, samples before a report and absences reach only vet roles', async () => {
  const { id } = await factory.pendingPostMortem(client, site)
  const [vet, own] = [await follow(admin), await follow(client)]
  await admin.post(`/post-mortems/${id}/comments`, { text: 'Careful', internal: 1 })
  const animals = await admin.get(`/veterinary-record-animals?filter[veterinary_record_id]=${id}`)
  const kind = await admin.post('/sample-kinds', { name: 'Liver' })
  const ofAnimal = { veterinary_record_animal_id: animals.body.data[0].id, sample_kind_id: kind.body.data.id }
  expect((await admin.post('/samples', ofAnimal)).status).toBe(201)
  await admin.post('/absences', { from: '2027-07-05', to: '2027-07-16' })
  await waitFor(() => expect(vet.events.map((event) => event.kind)).toContain('absence'))
  expect(vet.of(id)).toEqual(expect.arrayContaining(['comment', 'sample']))
  await client.post(`/post-mortems/${id}/comments`, { text: 'Hello' })
  await own.heard('comment', id)
  expect(own.events.filter((event) => !['notification', 'post_mortem', 'library'].includes(event.kind))).toHaveLength(1)
})

test('each result file that arrives or is deleted is an event of its ticket, not only the first one', async () => {
  const { id } = await factory.pendingPostMortem(client, site)
  const animals = await admin.get(`/veterinary-record-animals?filter[veterinary_record_id]=${id}`)
  const kind = await admin.post('/sample-kinds', { name: 'Kidney' })
  const vet = await follow(admin)
  const expectEvents = (count: number) =>
    waitFor(() => expect(vet.of(id).filter((one) => one === 'sample')).toHaveLength(count))
  const sample = await admin.post('/samples', {
    veterinary_record_animal_id: animals.body.data[0].id,
    sample_kind_id: kind.body.data.id,
    result: 'Negative',
  })
  const pdf = { name: 'culture.pdf', bytes: Buffer.from('%PDF-1.7\n%%EOF\n') }
  const upload = () =>
    uploadPhotos(factory, admin, sample.body.data.id, [pdf], { fields: [['media_attachable_type', 'Sample']] })
  await expectEvents(1)
  const file = (await upload()).body.data[0]
  await expectEvents(2)
  expect((await upload()).status).toBe(201)
  await expectEvents(3)
  expect((await admin.delete(`/medias/${file.id}`)).status).toBe(200)
  await expectEvents(4)
})

test('changes of lists and people reach those who may see them: a site with its lots and alerts its own clients, libraries, trainings and teaching cases everybody', async () => {
  const [vet, own, theirs] = [await follow(admin), await follow(client), await follow(otherClient)]
  const kindsOf = ({ events }: typeof vet) => events.map(({ kind }) => kind)
  const settled = async (change: () => Promise<{ status: number }>, kind: string) => {
    const readers = [vet, own, theirs]
    const before = readers.map(({ events }) => events.length)
    expect((await change()).status).toBeLessThan(300)
    await waitFor(() => expect(kindsOf(vet).slice(before[0])).toContain(kind))
    // the notice of a later change arrives after that of this one
    const last = await factory.pendingPostMortem(otherClient, otherSite)
    await Promise.all([vet.heard('post_mortem', last.id), theirs.heard('post_mortem', last.id)])
    const shared = await factory.pendingPostMortem(client, site)
    await own.heard('post_mortem', shared.id)
    return readers.map((reader, index) => kindsOf(reader).slice(before[index]).includes(kind))
  }
  const lot = { site_id: site.id, name: 'L 1', arrived_at: '2026-01-02', head_in: 100 }
  const count = { site_id: site.id, date: '2026-02-03', head: 99 }
  expect(await settled(() => client.post('/lots', lot), 'lot')).toEqual([true, true, false])
  expect(await settled(() => client.post('/head-counts', count), 'head_count')).toEqual([true, true, false])
  expect(await settled(() => admin.put(`/sites/${site.id}`, { city: 'Brooks' }), 'site')).toEqual([true, true, false])
  expect(await settled(() => admin.post('/breeds', { name: 'Galloway' }), 'library')).toEqual([true, true, true])
  const renamed = () => admin.put(`/customers/${site.customerId}`, { name: 'Renamed Feeders' })
  expect(await settled(renamed, 'site')).toEqual([true, true, false])
  const practice = { name: 'Foothills', phone: '+1 403 555 0177', email: 'office@foothills.example' }
  expect(await settled(() => admin.put('/provider', practice), 'provider')).toEqual([true, true, true])
  const rule = { name: 'Any', site_id: site.id, kind: 'count', threshold: deathsOfAlert, days: 7 }
  expect(await settled(() => client.post('/alert-rules', rule), 'alert')).toEqual([true, true, false])
  expect(await settled(async () => ({ status: await fireAlert() }), 'alert')).toEqual([true, true, false])
  const training = { title: 'Photos', training_sections: [{ heading: 'Light', content: 'Turn your back to the sun.' }] }
  expect(await settled(() => admin.post('/trainings', training), 'training')).toEqual([true, true, true])
  const { animalId } = await diagnosedAnimal()
  const address = `/veterinary-record-animals/${animalId}/teaching-case`
  const teach = () => admin.put(address, { title: 'Frothy bloat', text: 'A clear line in the oesophagus.' })
  expect(await settled(teach, 'teaching_case')).toEqual([true, true, true])
  // everybody sees names of veterinarians, those of a site the names of its clients, and vet roles what else there is
  const change = (by: TestUser, person: TestUser, body: object) => () => by.put(`/users/${person.id}`, body)
  expect(await settled(change(admin, admin, { first_name: 'Ada' }), 'user')).toEqual([true, true, true])
  expect(await settled(change(client, client, { last_name: 'Reid' }), 'user')).toEqual([true, true, false])
  expect(await settled(change(admin, otherClient, { phone: '+1 403 555 0111' }), 'user')).toEqual([true, false, true])
  const moved = await factory.user('Client', [site.id])
  const given = () => admin.put(`/users/${moved.id}/sites`, { sites: [otherSite.id] })
  expect(await settled(given, 'user')).toEqual([true, false, false])
})

test('saved reports, summaries and preferences that a person changes in one browser reach its others, and summaries Admins', async () => {
  const [vet, own, theirs] = [await follow(admin), await follow(client), await follow(otherClient)]
  const kindsOf = ({ events }: typeof vet) => events.map(({ kind }) => kind)
  const expectNotice = async (kind: string, change: () => Promise<{ status: number }>) => {
    const before = kindsOf(own).filter((one) => one === kind).length
    expect((await change()).status).toBeLessThan(300)
    await waitFor(() => expect(kindsOf(own).filter((one) => one === kind)).toHaveLength(before + 1))
  }
  const report = { id: uuidv7(), type: 'animals', name: 'Hot ones', parameters: { filter: {} } }
  await expectNotice('saved_report', () => client.post('/filter-reports', report))
  await expectNotice('saved_report', () => client.put(`/filter-reports/${report.id}`, { name: 'Hottest' }))
  await expectNotice('saved_report', () => client.delete(`/filter-reports/${report.id}`))
  await expectNotice('preferences', () => client.put('/notification-preferences', { digest: { on: true } }))
  const filter = { site_id: site.id }
  const summary = { id: uuidv7(), name: 'Weekly', filter, every: 'week', recipients: [client.id], language: 'en' }
  await expectNotice('scheduled_report', () => client.post('/scheduled-reports', summary))
  await expectNotice('scheduled_report', () => client.delete(`/scheduled-reports/${summary.id}`))
  // changes of tickets by the tests before may arrive late
  const ownLists = () =>
    kindsOf(vet).filter((kind) => ['saved_report', 'preferences', 'scheduled_report'].includes(kind))
  await waitFor(() => expect(ownLists()).toEqual(['scheduled_report', 'scheduled_report']))
  expect(theirs.events).toEqual([])
})

/** Reports as many deaths as the rule of the test above needs, and evaluates it. @returns 200 if it fired */
async function fireAlert(): Promise<number> {
  const animals = Array.from({ length: deathsOfAlert }, (_, index) => ({ tag: `A ${index}` }))
  const place = { customer_id: site.customerId, site_id: site.id, record_at: '2026-11-23' }
  expect((await client.post('/post-mortems', { ...place, animals, send: 1 })).status).toBe(201)
  // cast: the only setting that is read
  const provider = async () => ({ time_zone: 'America/Edmonton' }) as never
  await evaluateAlerts({ db: factory.db, jobs, provider })
  return (await client.get('/alerts')).body.data.length === 1 ? 200 : 500
}
const deathsOfAlert = 30

/** An animal of a completed ticket with a diagnosis. */
async function diagnosedAnimal() {
  const { id } = await factory.pendingPostMortem(client, site)
  const animals = await admin.get(`/veterinary-record-animals?filter[veterinary_record_id]=${id}`)
  const animalId: string = animals.body.data[0].id
  const diagnosis = await admin.post('/diagnoses', { name: 'Frothy bloat' })
  await admin.put(`/veterinary-record-animals/${animalId}`, { vet_diagnosis_id: diagnosis.body.data.id })
  await admin.put(`/post-mortems/${id}`, { scheduled_at: '2026-11-23 09:00:00', scheduled_for_id: admin.id })
  expect((await admin.put(`/post-mortems/${id}`, { completed_at: '1' })).status).toBe(200)
  return { animalId }
}

test('a reader that reconnects to any server misses nothing and gets each change once', async () => {
  const first = await follow(client)
  const [one, two] = [await factory.draftPostMortem(client, site), await factory.draftPostMortem(client, site)]
  await first.heard('post_mortem', two.id)
  const { position } = first.state
  first.end()
  await client.put(`/post-mortems/${one.id}`, { note: 'Changed meanwhile' })
  const again = await follow(client, { lastEventId: position, at: otherAddress })
  await again.heard('post_mortem', one.id)
  expect(again.of(one.id)).toEqual(['post_mortem'])
})

test('a reader whose connection breaks between missed changes gets the rest of them, also those before a repeated one', async () => {
  const first = await follow(client)
  const [one, two] = [await factory.draftPostMortem(client, site), await factory.draftPostMortem(client, site)]
  await first.heard('post_mortem', two.id)
  const { position } = first.state
  first.end()
  for (const { id } of [one, two, one]) await client.put(`/post-mortems/${id}`, { note: uuidv7() })
  const again = await follow(client, { lastEventId: position })
  await Promise.all([one, two].map(({ id }) => again.heard('post_mortem', id)))
  const ids: (string | null)[] = [one.id, two.id]
  const events = again.events.filter(({ post_mortem_id }) => ids.includes(post_mortem_id))
  expect(events.map(({ post_mortem_id }) => post_mortem_id)).toEqual([two.id, one.id])
  const rest = await follow(client, { lastEventId: events[0]?.id ?? '' })
  await rest.heard('post_mortem', events[1]?.post_mortem_id ?? '')
})

test('a reader without a last event gets the changes made while its page was loading', async () => {
  const { id } = await factory.draftPostMortem(client, site)
  const stream = await follow(client, { lastEventId: 'ago-3000' })
  await stream.heard('post_mortem', id)
  expect(stream.of(id)).toEqual(['post_mortem'])
})

test('a reader without a last event gets the change of a transaction that began long before its page was loaded', async () => {
  const { id } = await factory.draftPostMortem(client, site)
  const slow = await factory.pool.connect()
  onTestFinished(() => slow.release())
  await slow.query('begin')
  await slow.query('select pg_sleep(10.2)')
  await slow.query('update post_mortems set note = $2 where id = $1', [id, 'slow'])
  await slow.query('commit')
  const stream = await follow(client, { lastEventId: 'ago-100' })
  await stream.heard('post_mortem', id)
  expect(stream.of(id)).toEqual(['post_mortem'])
})

test('the changes of an import have the time of its end, whenever they were made', async () => {
  const { id } = await factory.draftPostMortem(client, site)
  const isRenewed = await factory.db.transaction().execute(async (tx) => {
    await tx.updateTable('post_mortems').set({ note: 'early' }).where('id', '=', id).execute()
    const { rows: times } = await sql<{ end: string }>`select clock_timestamp()::text as end`.execute(tx)
    await renewChanges(tx)
    const { rows } = await sql<{ renewed: boolean }>`
      select bool_and(created_at >= ${times[0]?.end}::timestamptz) as renewed from changes
      where post_mortem_id = ${id} and xid = pg_current_xact_id()::text::bigint`.execute(tx)
    return rows[0]?.renewed
  })
  expect(isRenewed).toBe(true)
})

test('a change whose transaction was open at the last event is not missed', async () => {
  const { id } = await factory.draftPostMortem(client, site)
  const { id: latest } = await factory.draftPostMortem(client, site)
  const slow = await factory.pool.connect()
  await slow.query('begin')
  await slow.query('update post_mortems set note = $2 where id = $1', [id, 'slow'])
  const stream = await follow(client)
  await client.put(`/post-mortems/${latest}`, { note: 'quick' })
  await stream.heard('post_mortem', latest)
  const { position } = stream.state
  stream.end()
  await slow.query('commit')
  slow.release()
  const again = await follow(client, { lastEventId: position })
  await again.heard('post_mortem', id)
  expect(again.of(id)).toEqual(['post_mortem'])
})

test('a reader whose last event is too old or unknown learns that anything may have changed', async () => {
  const { horizon } = (
    await sql<{ horizon: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(factory.db)
  ).rows[0] ?? { horizon: '' }
  const now = Math.floor(Date.now() / 1000)
  for (const lastEventId of [`${horizon}-1-${now - 4000}`, `99999999-1-${now}`, 'nonsense']) {
    const { events } = await follow(client, { lastEventId })
    await waitFor(() =>
      expect(events.map(({ kind, post_mortem_id }) => [kind, post_mortem_id])).toEqual([['all', null]]),
    )
  }
})

test("changes made while the server's connection was broken are sent after it reconnects", async () => {
  const stream = await follow(client)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'chisholm-events' and datname = current_database()`.execute(factory.db)
  const { id } = await factory.draftPostMortem(client, site)
  await stream.heard('post_mortem', id)
  expect(stream.state.ended).toBe(false)
})

test('a stream ends with its session, and has no events of a site after access is removed', async () => {
  const second = await factory.site()
  const person = await factory.user('Client', [site.id, second.id])
  const stream = await follow(person)
  const at = { ...second, id: second.id }
  const { id } = await factory.draftPostMortem(person, at)
  await stream.heard('post_mortem', id)
  await factory.db.deleteFrom('user_sites').where('user_id', '=', person.id).where('site_id', '=', second.id).execute()
  const before = stream.of(id).length
  await admin.put(`/post-mortems/${id}`, { note: 'Not for them' })
  const { id: own } = await factory.draftPostMortem(client, site)
  await stream.heard('post_mortem', own)
  expect(stream.of(id)).toHaveLength(before)
  await person.post('/auth/logout', {})
  await waitFor(() => expect(stream.state.ended).toBe(true))
  expect((await follow(person)).status).toBe(401)
})

test('a stream that opens while a site is taken away has no events of this site', async () => {
  const second = await factory.site()
  const person = await factory.user('Client', [site.id, second.id])
  const { id } = await factory.draftPostMortem(admin, second)
  const changing = await factory.pool.connect()
  onTestFinished(() => changing.release())
  await changing.query('begin')
  await changing.query('lock table changes in access exclusive mode')
  // the session is checked, then the changes wait for the lock
  const opening = follow(person, { lastEventId: 'ago-3000' })
  await waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like 'select%from "changes"%'`.execute(factory.db)
    expect(rows).toHaveLength(1)
  })
  await changing.query('delete from user_sites where user_id = $1 and site_id = $2', [person.id, second.id])
  await changing.query('update post_mortems set note = $2 where id = $1', [id, 'Not for them'])
  await changing.query('commit')
  const stream = await opening
  const { id: own } = await factory.draftPostMortem(client, site)
  await stream.heard('post_mortem', own)
  expect(stream.of(id)).toEqual([])
})

test('a person who gets or loses a site learns that anything may have changed, at once or on reconnecting', async () => {
  const second = await factory.site()
  const person = await factory.user('Client', [site.id])
  const stream = await follow(person)
  const setSites = async (sites: string[]) =>
    expect((await admin.put(`/users/${person.id}/sites`, { sites })).status).toBe(200)
  const all = { kind: 'all', post_mortem_id: null }
  await setSites([site.id, second.id])
  await waitFor(() => expect(stream.events).toEqual([expect.objectContaining(all)]))
  const { position } = stream.state
  stream.end()
  await setSites([site.id])
  const again = await follow(person, { lastEventId: position, at: otherAddress })
  // earlier events come again if any transaction was running meanwhile
  await waitFor(() => expect(again.events).toContainEqual(expect.objectContaining(all)))
})

test('a person has at most ten streams, not counting closed ones', async () => {
  const person = await factory.user('Veterinarian')
  const streams = []
  for (let count = 0; count < 10; count++) streams.push(await follow(person))
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
  const refused = await follow(person)
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30'])
  streams[0]?.end()
  await waitFor(async () => expect((await follow(person)).status).toBe(200))
})

test('hundreds of tickets in one statement are one event, and a transaction has one event per ticket', async () => {
  const stream = await follow(client)
  const { id } = await factory.draftPostMortem(client, site)
  await factory.db.transaction().execute(async (tx) => {
    for (const note of ['a', 'b', 'c'])
      await tx.updateTable('post_mortems').set({ note }).where('id', '=', id).execute()
  })
  await sql`insert into post_mortems (id, customer_id, site_id, record_at, created_by_id)
    select gen_random_uuid(), customer_id, site_id, record_at, created_by_id
    from post_mortems, generate_series(1, 150) where id = ${id}`.execute(factory.db)
  await waitFor(() => expect(stream.events.some((event) => event.post_mortem_id === null)).toBe(true))
  expect(stream.of(id)).toEqual(['post_mortem', 'post_mortem'])
  expect(stream.events).toHaveLength(3)
})

test('a server that stops ends its streams and does not wait for them', async () => {
  const stopping = await factory.anotherServer()
  const stream = await follow(admin, { at: await listen(stopping) })
  await stopping.close()
  await waitFor(() => expect(stream.state.ended).toBe(true))
})

test('veterinarians with the same examination open see each other until they leave or stop reporting; clients do not', async () => {
  const { id } = await factory.pendingPostMortem(client, site)
  const { body } = await admin.get(`/veterinary-record-animals?filter[veterinary_record_id]=${id}`)
  const path = `/veterinary-record-animals/${body.data[0].id}/presence`
  const [dana, luis] = [await factory.user('Veterinarian'), await factory.user('Veterinarian')]
  const namesFor = async (person: TestUser, here: 0 | 1) =>
    (await person.put(path, { here })).body.data.map((other: { id: string }) => other.id)
  const [watching, own] = [await follow(dana), await follow(client)]
  const comings = () => watching.of(id).filter((kind) => kind === 'presence')

  expect(await namesFor(dana, 1)).toEqual([])
  expect(await namesFor(luis, 1)).toEqual([dana.id])
  await waitFor(() => expect(comings()).toHaveLength(2))
  // still present: no event is needed
  expect(await namesFor(luis, 1)).toEqual([dana.id])
  expect(await namesFor(dana, 1)).toEqual([luis.id])
  expect(await namesFor(luis, 0)).toEqual([dana.id])
  await waitFor(() => expect(comings()).toHaveLength(3))
  expect(await namesFor(dana, 1)).toEqual([])

  await luis.put(path, {})
  await factory.db
    .updateTable('examination_presence')
    .set({ seen_at: new Date(Date.now() - 61_000) })
    .execute()
  expect(await namesFor(dana, 1)).toEqual([])

  expect((await client.put(path, { here: 1 })).status).toBe(403)
  expect((await otherClient.put(path, { here: 1 })).status).toBe(404)
  await client.post(`/post-mortems/${id}/comments`, { text: 'Hello' })
  await own.heard('comment', id)
  expect(own.of(id)).not.toContain('presence')
})

// the last ones, because readers of other tests would miss these changes, too
test.each([
  ['sites', sql`null::uuid`, sql`gen_random_uuid()`, 'post_mortem'],
  ['tickets', sql`gen_random_uuid()`, sql`null::uuid`, 'all'],
])('a reader that has missed changes of thousands of %s gets one event, and those after it', async (_, ...missed) => {
  const [postMortemId, siteId, kind] = missed
  const first = await follow(admin)
  const { id } = await factory.draftPostMortem(client, site)
  await first.heard('post_mortem', id)
  const { position } = first.state
  first.end()
  await sql`insert into changes (kind, post_mortem_id, site_id)
    select 'post_mortem', ${postMortemId}, ${siteId} from generate_series(1, 5000)`.execute(factory.db)
  const again = await follow(admin, { lastEventId: position })
  await again.heard('post_mortem', (await factory.draftPostMortem(client, site)).id)
  const events = again.events.filter(({ post_mortem_id }) => post_mortem_id === null)
  expect(events).toEqual([{ id: expect.any(String), kind, post_mortem_id: null }])
})
