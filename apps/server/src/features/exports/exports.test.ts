import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { constants, limits, serverConstants } from '@chisholm/domain/constants'
import { dayOf } from '@chisholm/domain/dates'
import { consumeRateLimit } from '../../http/rate-limit.queries.ts'
import { type TestResponse, createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { seedLibrary } from '../library/index.ts'
import { waitFor } from '../../testing/wait-for.ts'

const factory = await createSharedFactory()
await seedLibrary(factory.db)

const rowsOf = (answer: TestResponse): Record<string, string>[] => parse(answer.bytes, { bom: true, columns: true })
const column = (answer: TestResponse, name: string) => rowsOf(answer).map((row) => row[name])
const logged = (by: TestUser) =>
  factory.db
    .selectFrom('audit_entries')
    .select(['action', 'after'])
    .where('action', '=', 'list exported')
    .where('user_id', '=', by.id)
    .orderBy('id', 'desc')
    // cast: the column is JSON, written by exports.ts
    .execute() as Promise<{ action: string; after: unknown }[]>

test('a client exports the tickets and animals of its own sites only, with any filter', async () => {
  const [mine, theirs] = [await factory.client(), await factory.client()]
  const postMortem = await factory.pendingPostMortem(mine.client, mine.site)
  const other = await factory.pendingPostMortem(theirs.client, theirs.site)
  for (const query of ['', `?filter[id]=${postMortem.id},${other.id}`, `?filter[status]=Pending&sort=pin`]) {
    const answer = await mine.client.get(`/exports/post-mortems${query}`)
    expect([answer.status, column(answer, 'Ticket')]).toEqual([200, [postMortem.title]])
  }
  for (const query of [`?filter[site_id]=${theirs.site.id}`, `?filter[customer_id]=${theirs.site.customerId}`])
    expect(column(await mine.client.get(`/exports/post-mortems${query}`), 'Ticket')).toEqual([])
  const animals = await mine.client.get('/exports/veterinary-record-animals')
  expect(column(animals, 'Ticket')).toEqual([postMortem.title])
  const askedFor = await mine.client.get(`/exports/veterinary-record-animals?filter[veterinary_record_id]=${other.id}`)
  expect(column(askedFor, 'Ticket')).toEqual([])
  const unlinked = await factory.user('Client')
  expect(column(await unlinked.get('/exports/post-mortems'), 'Ticket')).toEqual([])
})

test('an export holds the tickets of the list with the same filters, in the same order', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  await factory.draftPostMortem(client, site)
  await factory.pendingPostMortem(client, site)
  await factory.completedPostMortem(client, site, vet)
  for (const query of [
    `filter[site_id]=${site.id}&sort=-created_at`,
    `filter[site_id]=${site.id}&filter[completed_at:isnull]=true&sort=pin`,
    `filter[veterinary_records.site_id]=${site.id}&filter[veterinary_record_animals.tag]=y 4471&sort=scheduled_at`,
  ]) {
    const listed = await vet.get(`/post-mortems?${query}`)
    const titles = listed.body.data.map((postMortem: { title: string }) => postMortem.title)
    expect(titles.length).toBeGreaterThan(0)
    expect(column(await vet.get(`/exports/post-mortems?${query}`), 'Ticket')).toEqual(titles)
  }
})

test('only Admins export users, customers, sites, the library and the log', async () => {
  const [admin, vet, { client }] = [
    await factory.user('Admin'),
    await factory.user('Veterinarian'),
    await factory.client(),
  ]
  for (const list of ['customers', 'sites', 'users', 'trainings', 'diagnoses', 'tag-colors', 'audit-log']) {
    expect([list, (await admin.get(`/exports/${list}`)).status]).toEqual([list, 200])
    for (const other of [vet, client]) expect([list, (await other.get(`/exports/${list}`)).status]).toEqual([list, 403])
  }
  expect((await factory.anonymous.get('/exports/post-mortems')).status).toBe(401)
  expect((await admin.get('/exports/post-mortems?format=pdf')).status).toBe(400)
  expect((await admin.get('/exports/post-mortems?filter[colour]=red')).status).toBe(400)
})

test('the file is named after list and day, starts with a BOM for Excel, and ends lines as RFC 4180 requires', async () => {
  const admin = await factory.user('Admin')
  const answer = await admin.get('/exports/tag-colors')
  const day = dayOf(new Date(), constants.provider.timeZone)
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="chisholm-tag-colors-${day}.csv"`)
  expect(answer.headers['content-type']).toContain('text/csv; charset=utf-8')
  expect([...answer.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(answer.bytes.toString().slice(1)).toMatch(/^Name,Code,System,Notifiable,Color\r\n/)
  expect(answer.bytes.toString()).toMatch(/[^\r]\r\n$/)
})

const harmful = ['=1+1', '+1', '-2', '@SUM(A1)', '\t=1', '\r=1', 'a "quoted", text', 'two\nlines', ' plain ']

test('no cell becomes a formula, and all other texts stay unchanged', async () => {
  const { client, site } = await factory.client()
  const postMortem = await factory.draftPostMortem(client, site)
  // The texts are inserted by SQL, because the API trims its input.
  for (const tag of harmful) {
    const animal = await factory.animal(client, postMortem.id)
    await factory.db.updateTable('animals').set({ tag, temperature: -1.5 }).where('id', '=', animal.id).execute()
  }
  const query = 'sort=created_at'
  const csv = await client.get(`/exports/veterinary-record-animals?${query}`)
  const defused = harmful.map((text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text))
  expect(column(csv, 'Tag')).toEqual(defused)
  // Numbers must stay numbers.
  expect(new Set(column(csv, 'Temperature in °C'))).toEqual(new Set(['-1.5']))
  const xlsx = await client.get(`/exports/veterinary-record-animals?${query}&format=xlsx`)
  const { sheets } = await readXlsx(xlsx.bytes)
  const [header = [], ...rows] = sheets[0]?.rows ?? []
  const at = (name: string) => header.indexOf(name)
  expect(rows.map((row) => row[at('Tag')])).toEqual(harmful)
  expect(rows.map((row) => row[at('Temperature in °C')])).toEqual(harmful.map(() => -1.5))
  expect(sheets[0]?.cells ? [...sheets[0].cells.values()].filter((cell) => cell.formula) : []).toEqual([])
})

test('characters that are invalid in a workbook are left out of it', async () => {
  const { client, site } = await factory.client()
  const postMortem = await factory.draftPostMortem(client, site)
  await factory.db
    .updateTable('post_mortems')
    .set({ note: 'a\u0001\u000Bb <&> 🐄' })
    .where('id', '=', postMortem.id)
    .execute()
  const { bytes } = await client.get('/exports/post-mortems?format=xlsx')
  const rows = (await readXlsx(bytes)).sheets[0]?.rows ?? []
  expect(rows[1]?.[rows[0]?.indexOf('Notes') ?? -1]).toBe('ab <&> 🐄')
})

test('an export is logged with its filters and number of rows', async () => {
  const { client, site } = await factory.client()
  await factory.pendingPostMortem(client, site)
  await factory.draftPostMortem(client, site)
  await client.get(`/exports/post-mortems?filter[status]=Draft&sort=-pin`)
  const [line] = await logged(client)
  expect(line?.after).toMatchObject({
    list: 'post-mortems',
    format: 'csv',
    filters: [{ field: 'status', op: 'eq', values: ['Draft'] }],
    sorts: [{ field: 'pin', descending: true }],
    rows: 1,
    complete: true,
  })
})

test('HEAD returns name and type of an export without running its query', async () => {
  const admin = await factory.user('Admin')
  const { client } = await factory.client()
  const head = ({ token }: TestUser, list: string) =>
    factory.app.inject({
      method: 'HEAD',
      url: `/api/v1/exports/${list}`,
      headers: { authorization: `Bearer ${token}` },
    })
  const answer = await head(admin, 'users')
  expect([answer.statusCode, answer.body]).toEqual([200, ''])
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="chisholm-users-.*\.csv"$/)
  expect((await head(client, 'users')).statusCode).toBe(403)
  expect(await logged(admin)).toEqual([])
})

test('exports are rate-limited', async () => {
  const { client } = await factory.client()
  await consumeRateLimit(factory.db, ['export', client.id], limits.exports, limits.exports.count)
  const answer = await client.get('/exports/post-mortems')
  expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
})

test('the query ends, and is logged as incomplete, when the client disconnects', async () => {
  await factory.app.listen({ port: 0 })
  const address = factory.app.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const { client, site } = await factory.client()
  const postMortem = await factory.pendingPostMortem(client, site)
  // Four thousand animals with long notes do not fit into the socket buffers while nobody reads.
  await sql`insert into animals (id, post_mortem_id, tag, customer_notes)
    select gen_random_uuid(), ${postMortem.id}, 'T' || n, repeat(md5(n::text), 200) from generate_series(1, 4000) n`.execute(
    factory.db,
  )
  const running = async () =>
    (
      await sql<{ state: string }>`select state from pg_stat_activity
        where datname = current_database() and query like 'select "a".%' and state <> 'idle' and pid <> pg_backend_pid()`.execute(
        factory.db,
      )
    ).rows.length
  const going = new AbortController()
  onTestFinished(() => going.abort())
  // A body without a reference is cancelled when it is collected.
  const unread: unknown[] = []
  const startWithoutReading = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/exports/veterinary-record-animals`, {
      headers: { authorization: `Bearer ${client.token}`, 'accept-encoding': 'identity' },
      signal: going.signal,
    })
    const reader = answer.body?.getReader()
    await reader?.read()
    unread.push(answer, reader)
  }
  for (let slot = 0; slot < serverConstants.exports.maxPerUser; slot++) await startWithoutReading()
  // While the client does not read, the query waits.
  await waitFor(async () => expect(await running()).toBeGreaterThan(0))
  expect((await client.get('/exports/post-mortems')).status).toBe(429)
  going.abort()
  await waitFor(async () => expect(await running()).toBe(0))
  const line = await waitFor(async () => {
    // cast: exports.ts writes this field
    const found = (await logged(client)).find(({ after }) => !(after as { complete: boolean }).complete)
    if (!found) throw new Error('nothing in the log yet')
    // cast: exports.ts writes this field
    return found.after as { rows: number }
  })
  expect(line.rows).toBeGreaterThan(0)
  expect(line.rows).toBeLessThan(4000)
  // The slots are free again.
  await waitFor(async () => expect((await client.get('/exports/post-mortems')).status).toBe(200))
})

test('an export of users or sites has the order of the list', async () => {
  const admin = await factory.user('Admin')
  for (const name of ['adams', 'Abel', 'Éclair', 'Zed'])
    await admin.post('/user-invites', { email: `${name}@order.example`.replace('É', 'e'), role: 'Veterinarian' })
  for (const sort of ['name', '-name', 'email', '-email', 'created_at', '-last_name']) {
    const { data } = (await admin.get(`/users?per_page=9999&sort=${sort}`)).body
    const emails = data.map(({ email }: { email: string }) => email)
    expect([sort, column(await admin.get(`/exports/users?sort=${sort}`), 'Email')]).toEqual([sort, emails])
  }
})
