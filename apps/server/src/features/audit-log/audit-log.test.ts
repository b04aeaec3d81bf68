import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { AuditEntry, FieldDiff, HistoryEntry } from '@chisholm/domain/schemas/audit-log'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'
import { recordAuditWithoutChange } from '../audit-recorder/index.ts'
import { seedLibrary } from '../library/index.ts'

const factory = await createSharedFactory()
await seedLibrary(factory.db)

const history = async (by: TestUser, id: string): Promise<HistoryEntry[]> =>
  (await by.get(`/post-mortems/${id}/history`)).body.data
const sentences = (entries: HistoryEntry[]) => entries.map(({ sentence }) => sentence)
const nameOf = async (by: TestUser) => {
  const { first_name, last_name } = await factory.db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', by.id)
    .executeTakeFirstOrThrow()
  return `${first_name} ${last_name}`
}

test('a history is read page by page, without gaps, also by a client who does not see every entry', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const { id, veterinary_record } = await factory.scheduledPostMortem(client, site, vet)
  const [animal] = veterinary_record.veterinary_record_animals
  for (const vet_findings of ['Grey lobes.', 'Grey and firm.'])
    await vet.put(`/veterinary-record-animals/${animal?.id}`, { vet_findings })
  for (const [reader, count] of [
    [vet, 6],
    [client, 4],
  ] as const) {
    const all = (await reader.get(`/post-mortems/${id}/history`)).body
    expect(all.meta).toMatchObject({ current_page: 1, last_page: 1, total: count })
    const page = async (number: number, sort = '') =>
      (await reader.get(`/post-mortems/${id}/history?per_page=3&page=${number}${sort}`)).body
    const [first, second] = [await page(1), await page(2)]
    expect([...first.data, ...second.data]).toEqual(all.data)
    expect([first.links.next, second.links.next]).toEqual([expect.stringContaining('page=2'), null])
    expect((await page(1, '&sort=-happened_at')).data).toEqual(all.data.toReversed().slice(0, 3))
  }
})

test('a history describes in sentences who did what, oldest first, with names instead of ids', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const [clientName, vetName] = [await nameOf(client), await nameOf(vet)]
  const ticket = await factory.scheduledPostMortem(client, site, vet)
  const [animal] = ticket.veterinary_record.veterinary_record_animals
  const [first, other] = (await vet.get('/diagnoses?per_page=2')).body.data
  await vet.put(`/veterinary-record-animals/${animal?.id}`, { vet_diagnosis_id: first.id, vet_findings: 'Grey lobes.' })
  await vet.put(`/veterinary-record-animals/${animal?.id}`, { vet_diagnosis_id: other.id })
  await vet.put(`/post-mortems/${ticket.id}`, { completed_at: '1' })
  await client.get(`/post-mortems/${ticket.id}/report`)
  const entries = await history(vet, ticket.id)
  expect(sentences(entries)).toEqual([
    `${clientName} began ${ticket.title}`,
    `${clientName} added animal Y 4471`,
    `${clientName} sent ${ticket.title}`,
    `${vetName} scheduled ${ticket.title}`,
    `${vetName} changed animal Y 4471`,
    `${vetName} changed animal Y 4471`,
    `${vetName} completed ${ticket.title}`,
    `${vetName} issued version 1 of the report`,
  ])
  expect(entries[3]?.changes).toEqual([
    { field: 'Scheduled for', from: null, to: '2026-11-21T09:00:00.000Z' },
    { field: 'Veterinarian', from: null, to: vetName },
  ])
  expect(entries[4]?.changes).toEqual([
    { field: 'Diagnosis', from: null, to: first.name },
    { field: 'Findings', from: null, to: 'Grey lobes.' },
  ])
  expect(entries[5]?.changes).toEqual([{ field: 'Diagnosis', from: first.name, to: other.name }])
  // clients do not see the history of an opinion
  expect(await history(client, ticket.id)).toEqual(entries.filter((_, index) => index !== 4 && index !== 5))
})

test('a client of another customer gets 404, and a deleted animal stays in the history', async () => {
  const [mine, theirs] = [await factory.client(), await factory.client()]
  const ticket = await factory.pendingPostMortem(mine.client, mine.site)
  const [animal] = ticket.veterinary_record.veterinary_record_animals
  // A ticket that was sent must keep its last animal, so it gets a second one.
  await factory.animal(mine.client, ticket.id, { tag: 'Y 4472' })
  await mine.client.delete(`/veterinary-record-animals/${animal?.id}`)
  expect((await theirs.client.get(`/post-mortems/${ticket.id}/history`)).status).toBe(404)
  expect(sentences(await history(mine.client, ticket.id)).at(-1)).toContain('deleted animal Y 4471')
})

test('a history hides addresses, sources and invisible sites from a client', async () => {
  const { client, site } = await factory.client()
  const hidden = await factory.site()
  const both = await factory.user('Client', [site.id, hidden.id])
  const ticket = await factory.draftPostMortem(both, hidden)
  await both.put(`/post-mortems/${ticket.id}`, { customer_id: site.customerId, site_id: site.id })
  const [, moved] = await history(client, ticket.id)
  expect(moved?.changes.map(({ field, from }) => [field, from])).toEqual([
    ['Customer', 'another one'],
    ['Site', 'another one'],
  ])
  const answer = JSON.stringify(await history(client, ticket.id))
  for (const secret of [both.email, '127.0.0.1', hidden.id, hidden.customerId]) expect(answer).not.toContain(secret)
})

test('the history of a draft that was moved names no animal or photo that it had before to clients of its new site', async () => {
  const admin = await factory.user('Admin')
  const [former, current] = [await factory.client(), await factory.client()]
  const draft = await factory.draftPostMortem(former.client, former.site)
  const add = async (tag: string) =>
    (await former.client.post('/veterinary-record-animals', { veterinary_record_id: draft.id, tag })).body.data.id
  const [deleted] = [await add('Foreign 1'), await add('Kept 2')]
  await uploadPhotos(factory, former.client, deleted, [{ name: 'foreign-cow.jpg', bytes: await phoneJpeg() }])
  expect((await former.client.delete(`/veterinary-record-animals/${deleted}`)).status).toBe(200)
  const to = { customer_id: current.site.customerId, site_id: current.site.id }
  expect((await admin.put(`/post-mortems/${draft.id}`, to)).status).toBe(200)
  const read = async (by: TestUser) => sentences(await history(by, draft.id)).join('\n')
  expect(await read(admin)).toMatch(/added animal Foreign 1\n[^]*added photo foreign-cow\.jpg\n/)
  expect(await read(current.client)).not.toMatch(/foreign/i)
  expect(await read(current.client)).toMatch(/added an animal\n[^]*added a photo\n/)
})

test('the history of a draft that was moved tells clients of its new site nothing of what was typed before', async () => {
  const [former, { client, site }] = [await factory.client(), await factory.client()]
  const [both, vet] = [await factory.user('Client', [former.site.id, site.id]), await factory.user('Veterinarian')]
  const { id } = await factory.draftPostMortem(former.client, former.site)
  await factory.animal(former.client, id, { customer_notes: 'Not for others' })
  await former.client.put(`/post-mortems/${id}`, { note: 'Not for others' })
  await vet.put(`/post-mortems/${id}`, { customer_id: site.customerId, site_id: site.id, note: 'Moved' })
  await client.put(`/post-mortems/${id}`, { note: 'Ours' })
  const entries = await history(client, id)
  expect(JSON.stringify(entries)).not.toContain('Not for others')
  expect(entries.map(({ action, changes }) => [action, changes.map(({ field }) => field)])).toEqual([
    ['post-mortem created', ['Customer', 'Site']],
    ['animal added', []],
    ['post-mortem edited', []],
    ['post-mortem edited', ['Customer', 'Site']],
    ['post-mortem edited', ['Notes']],
  ])
  for (const reader of [both, vet]) expect(JSON.stringify(await history(reader, id))).toContain('Not for others')
})

test('the log is for Admins', async () => {
  const { client } = await factory.client()
  const [vet, admin] = [await factory.user('Veterinarian'), await factory.user('Admin')]
  const [line] = (await admin.get('/audit-log')).body.data
  for (const by of [client, vet]) {
    expect((await by.get('/audit-log')).status).toBe(403)
    expect((await by.get(`/audit-log/${line.id}`)).status).toBe(403)
  }
  expect((await admin.get(`/audit-log/${client.id}`)).status).toBe(404)
})

test('the log is listed newest first, filtered by user, action, kind, ticket and time', async () => {
  const admin = await factory.user('Admin')
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const ticket = await factory.completedPostMortem(client, site, vet)
  const find = async (query: string): Promise<AuditEntry[]> =>
    (await admin.get(`/audit-log?per_page=9999&${query}`)).body.data
  const all = await find('')
  const times = all.map(({ happened_at }) => happened_at)
  expect(times).toEqual(times.toSorted().toReversed())
  const ofPostMortem = await find(`filter[ticket]=${ticket.title}`)
  const range = await admin.get(`/audit-log?filter[ticket:gt]=${ticket.title}`)
  expect([range.status, range.body.message]).toEqual([
    400,
    'The filter "ticket" takes numbers of tickets, without "gt".',
  ])
  expect(ofPostMortem.map(({ action }) => action)).toEqual([
    'report issued',
    'post-mortem completed',
    'post-mortem scheduled',
    'post-mortem sent',
    'animal added',
    'post-mortem created',
  ])
  expect(ofPostMortem[1]).toMatchObject({ ticket_id: ticket.id, subject: ticket.title, source: '127.0.0.1' })
  expect(ofPostMortem[4]).toMatchObject({ ticket_id: ticket.id, subject: `animal Y 4471 of ${ticket.title}` })
  const byVet = await find(`filter[who]=${(await nameOf(vet)).toLowerCase()}`)
  expect(byVet.map(({ sentence }) => sentence)).toEqual([
    `${await nameOf(vet)} issued version 1 of the report of ${ticket.title}`,
    `${await nameOf(vet)} completed ${ticket.title}`,
    `${await nameOf(vet)} scheduled ${ticket.title}`,
    `${await nameOf(vet)} signed in`,
  ])
  expect(await find(`filter[who]=${vet.email}`)).toEqual(byVet)
  expect((await find(`filter[who]=${vet.email}&filter[action]=signed in`)).length).toBe(1)
  expect((await find(`filter[user_id]=${vet.id}&filter[subject_type]=post-mortem`)).length).toBe(2)
  const last = byVet[0]?.happened_at ?? ''
  expect((await find(`filter[user_id]=${vet.id}&filter[happened_at:gte]=${last}`)).length).toBe(2)
  expect((await find(`filter[user_id]=${vet.id}&filter[happened_at:lt]=${last}`)).length).toBe(2)
  const first = (await admin.get(`/audit-log?per_page=2&page=2&filter[ticket]=${ticket.title}`)).body
  expect(first.data).toEqual(ofPostMortem.slice(2, 4))
  expect(first.meta.total).toBe(6)
})

test('an entry shows the data before and after on demand, with an ETag like every single resource', async () => {
  const admin = await factory.user('Admin')
  const { client, site } = await factory.client()
  const ticket = await factory.draftPostMortem(client, site)
  await client.put(`/post-mortems/${ticket.id}`, { note: 'Gate 4' })
  const [line] = (await admin.get(`/audit-log?filter[ticket]=${ticket.title}`)).body.data
  const entry = await admin.get(`/audit-log/${line.id}`)
  const { data } = entry.body
  expect(entry.headers['etag']).toMatch(/^"[^"]+"$/)
  expect(data.changes).toEqual([{ field: 'Notes', from: null, to: 'Gate 4' }])
  expect([data.before.note, data.after.note]).toEqual([null, 'Gate 4'])
})

/** What the log shows Admins of an entry with these states, as lines. */
async function loggedLines(subject: { type: string; id?: string }, before: unknown, after: unknown): Promise<string[]> {
  const admin = await factory.user('Admin')
  const actor = { person: { id: admin.id }, requestId: 'log', source: 's' }
  const id = subject.id ?? uuidv7()
  const changed = { action: 'provider changed', subject: { type: subject.type, id }, before, after } as const
  await recordAuditWithoutChange(factory.db, actor, changed)
  const [entry] = (await admin.get(`/audit-log?filter[subject_id]=${id}`)).body.data
  const { changes } = (await admin.get(`/audit-log/${entry.id}`)).body.data
  return changes.map(({ field, from, to }: FieldDiff) => `${field}: ${from} → ${to}`)
}

test('the log names every changed field as the screens do, of whatever subject, and nothing that did not change', async () => {
  const { site } = await factory.client()
  const authority = { name: 'District veterinarian', phone: '1', note: null }
  expect(
    await loggedLines(
      { type: 'provider' },
      { name: 'Old', paper: 'letter', logoKey: 'a', offline_days: 7, authorities: [authority] },
      { name: 'New', paper: 'letter', logoKey: 'b', offline_days: 14, authorities: [{ ...authority, phone: '2' }] },
    ),
  ).toEqual([
    'Name: Old → New',
    'Days without the server: 7 → 14',
    'Whom to call about danger signs, District veterinarian, Phone: 1 → 2',
  ])
  expect(
    await loggedLines({ type: 'user' }, { roles: ['Veterinarian'] }, { roles: ['Veterinarian', 'Admin'] }),
  ).toEqual(['Roles: Veterinarian → Veterinarian, Admin'])
  const unknown = uuidv7()
  expect(await loggedLines({ type: 'user' }, { sites: [unknown] }, { sites: [site.id] })).toEqual([
    expect.stringMatching(new RegExp(`^Sites: ${unknown} → Site `)),
  ])
  expect(
    await loggedLines(
      { type: 'user' },
      { channels: {}, digest_on: false },
      { channels: { alert: { email: false } }, digest_on: true },
    ),
  ).toEqual(['Notifications, Alert, Email: null → no', 'One e-mail a day: no → yes'])
})

test('the log shows what was entered in what is added or deleted, and the sections of a training one by one', async () => {
  const lot = { id: uuidv7(), name: 'F26-088', head_in: 240, sex: null, retired: false }
  expect(await loggedLines({ type: 'lot' }, null, lot)).toEqual(['Name: null → F26-088', 'Head in: null → 240'])
  expect(await loggedLines({ type: 'lot' }, lot, null)).toEqual(['Name: F26-088 → null', 'Head in: 240 → null'])
  const [light, sound] = ['Light', 'Sound'].map((heading) => ({ id: uuidv7(), heading, content: 'More.' }))
  expect(
    await loggedLines(
      { type: 'training' },
      { title: 'Photos', training_sections: [light, sound] },
      { title: 'Photos', training_sections: [{ ...sound, content: 'Less.' }] },
    ),
  ).toEqual([
    'Sections, Sound, Text: More. → Less.',
    'Sections, Light, Heading: Light → null',
    'Sections, Light, Text: More. → null',
  ])
  // A change of some fields says nothing about the others.
  expect(await loggedLines({ type: 'customer' }, { name: 'A', retired_at: null }, { name: 'B' })).toEqual([
    'Name: A → B',
  ])
})

test('secrets are redacted before they reach the log', async () => {
  const secrets = {
    password: 'S-1',
    password_hash: 'S-2',
    deep: [{ totp_secret: 'S-3', token: 'S-4', refresh_hash: 'S-5' }],
    recovery_codes: ['S-6'],
    reset_code: 'S-7',
    passkey_challenge: 'S-8',
    sealed_secret: 'S-9',
  }
  const admin = await factory.user('Admin')
  const actor = { person: { id: admin.id }, requestId: 'r', source: 's' }
  const kept = { name: 'kept', code: 'RES-01', temporary_password_until: null }
  await recordAuditWithoutChange(factory.db, actor, {
    action: 'signed in',
    subject: { type: 'user', id: admin.id },
    before: secrets,
    after: { ...kept, ...secrets },
  })
  const { rows } = await sql<{ before: object; after: object }>`
    select before, after from audit_entries where request_id = 'r'`.execute(factory.db)
  expect(rows).toEqual([{ before: { deep: [{}] }, after: { ...kept, deep: [{}] } }])
})
