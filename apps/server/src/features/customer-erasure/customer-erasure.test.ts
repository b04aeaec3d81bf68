import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import tar from 'tar-stream'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { CustomerId } from '../../database/ids.ts'
import { inTransaction } from '../../database/transaction.ts'
import { lockCustomerEmails, lockCustomersForEmail } from '../../mail/customer-email-lock.ts'
import { eraseCustomerCommand } from '../../cli/erase-customer.ts'
import { writeAtomically } from '../../cli/atomic-file.ts'
import { readSettings } from '../../settings.ts'
import { readAuditEntries } from '../../testing/audit-entries.ts'
import { csvImports } from '../../testing/csv-imports.ts'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { databaseUrl } from '../../testing/database-url.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'
import { findCustomer, eraseCustomer } from './index.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { waitForJobs, waitForLocks, whileLocked } from '../../testing/while-locked.ts'

const factory = await createSharedFactory()
const folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-erasure-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const admin = await factory.user('Admin')
const vet = await factory.user('Veterinarian')

/** Creates a customer with a unique name, a completed ticket with a photo and a report, and a deleted draft. */
async function customer(name: string) {
  const { client, site } = await factory.client()
  await admin.put(`/customers/${site.customerId}`, { name })
  await admin.put(`/sites/${site.id}`, { name: `${name} yard` })
  const ticket = await factory.completedPostMortem(client, site, vet)
  const animal = await factory.animal(admin, ticket.id, { tag: `tag of ${name}`, customer_notes: `notes of ${name}` })
  await uploadPhotos(factory, admin, animal.id, [{ name: `${name}.jpg`, bytes: await phoneJpeg() }])
  await client.post(`/post-mortems/${ticket.id}/comments`, { text: `message of ${name}` })
  await vet.post(`/post-mortems/${ticket.id}/comments`, { text: `remark about ${name}`, internal: 1 })
  await admin.get(`/post-mortems/${ticket.id}/report-versions`)
  const report = Buffer.from((await admin.get(`/post-mortems/${ticket.id}/report`)).body.report.report_data, 'base64')
  const deleted = await factory.draftPostMortem(client, site)
  await client.delete(`/post-mortems/${deleted.id}`)
  return { id: site.customerId, client, site, ticket, animal, deleted, report }
}
const erase = (id: CustomerId, file: string) =>
  eraseCustomer(factory, id, (write) => writeAtomically(path.join(folder, file), write))

async function partsOf(file: string): Promise<Map<string, Buffer>> {
  const parts = new Map<string, Buffer>()
  for await (const entry of createReadStream(path.join(folder, file)).pipe(tar.extract()))
    parts.set(entry.header.name, await buffer(entry))
  return parts
}
const rowsOf = (parts: Map<string, Buffer>, name: string): Record<string, string>[] =>
  parse(parts.get(name) ?? '', { columns: true, bom: true })

/** All rows of all tables that contain a word, in upper or lower case, each as text. */
async function tracesOf(word: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss')`.execute(factory.db)
  const found = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.raw(name)} t where position(${word.toLowerCase()} in lower(t::text)) > 0`.execute(
      factory.db,
    )
    found.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return found
}
async function files(): Promise<string[]> {
  const keys: string[] = []
  for await (const page of factory.storage.list()) keys.push(...page.map(({ key }) => key))
  return keys.filter((key) => /^(photos|reports)\//.test(key))
}
const totals = async (by: TestUser) => (await by.get('/post-mortems')).body.meta.total

test('a customer is exported completely, then erased completely, and other customers are not affected', async () => {
  const other = await customer('Kept Ranch')
  // Queued e-mails are excluded, because they come and go during the test.
  const traces = async () => (await tracesOf('Kept Ranch')).filter((row) => !row.startsWith('pgboss.')).length
  const before = { files: await files(), traces: await traces() }
  const gone = await customer('Quitting Feeders')
  const total = await totals(admin)

  const erased = await erase(gone.id, 'gone.tar')
  expect(erased).toMatchObject({ sites: 1, tickets: 2, animals: 2, photos: 1, reports: 2, people: 1, missing: [] })
  expect(erased.bytes).toBeGreaterThan(gone.report.length)
  expect((await stat(path.join(folder, 'gone.tar'))).mode & 0o777).toBe(0o600)
  const parts = await partsOf('gone.tar')
  expect(rowsOf(parts, 'customer.csv')).toMatchObject([{ Id: gone.id, Name: 'Quitting Feeders' }])
  expect(rowsOf(parts, 'people.csv')).toMatchObject([{ Email: gone.client.email, Site: 'Quitting Feeders yard' }])
  const tickets = rowsOf(parts, 'post-mortems.csv')
  expect(tickets.map(({ Id }) => Id)).toEqual([gone.ticket.id, gone.deleted.id])
  expect(tickets.map((ticket) => ticket['Deleted at'] === '')).toEqual([true, false])
  expect(rowsOf(parts, 'animals.csv').at(-1)).toMatchObject({ Tag: 'tag of Quitting Feeders' })
  expect(rowsOf(parts, 'audit-log.csv').map(({ Action }) => Action)).toContain('post-mortem completed')
  expect(rowsOf(parts, 'comments.csv').map(({ Text }) => Text)).toEqual(['message of Quitting Feeders'])
  expect(rowsOf(parts, 'audit-log.csv').filter(({ Kind }) => Kind === 'comment')).toHaveLength(1)
  const [photo] = rowsOf(parts, 'photos.csv')
  expect(
    parts
      .get(photo?.['File'] ?? '')
      ?.subarray(0, 3)
      .toString('hex'),
  ).toBe('ffd8ff')
  const reports = rowsOf(parts, 'reports.csv').map((report) => parts.get(report['File'] ?? ''))
  expect(reports.some((report) => report?.equals(gone.report))).toBe(true)

  expect(await tracesOf('Quitting Feeders')).toEqual([])
  expect(await files()).toEqual(before.files)
  expect(await traces()).toBe(before.traces)
  expect([await totals(admin), await totals(gone.client), await totals(other.client)]).toEqual([total - 1, 0, 1])
  expect((await admin.get(`/post-mortems/${gone.ticket.id}`)).status).toBe(404)
  expect((await admin.get(`/post-mortems/${other.ticket.id}/report`)).status).toBe(200)
  // Who did what and when remains, but not the data.
  const lines = await readAuditEntries(factory, gone.ticket.id)
  expect(lines.map(({ action }) => action)).toContain('post-mortem completed')
  expect(lines.every(({ before, after }) => before === null && after === null)).toBe(true)
  expect((await readAuditEntries(factory, gone.id)).at(-1)).toMatchObject({
    action: 'customer erased',
    after: { tickets: 2 },
  })
  expect((await admin.get('/audit-log')).status).toBe(200)
})

test('an e-mail about a customer that is queued during its erasure is not sent, and none is written until its end', async () => {
  const gone = await customer('Departing Ranch')
  const locksAwaited = async () => {
    const { rows } = await sql`select from pg_locks where not granted and locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`.execute(factory.db)
    return rows.length
  }
  const { title } = (await admin.get(`/post-mortems/${gone.ticket.id}`)).body.data
  const email = JSON.stringify({ to: gone.client.email, subject: `${title}: report`, text: 'Departing Ranch' })
  const isLocked = Promise.withResolvers<void>()
  // they would wait for the erasure, too
  await waitForJobs(factory.db)
  // both use other connections, outside the transaction
  const erased = isLocked.promise.then(() => erase(gone.id, 'departing.tar'))
  const erasureWaits = isLocked.promise.then(() => waitFor(async () => expect(await locksAwaited()).toBe(1)))
  await inTransaction(factory, async (ctx) => {
    await lockCustomersForEmail(ctx.db)
    isLocked.resolve()
    await erasureWaits
    await sql`insert into pgboss.job (name, data) values ('mail.send', ${email}::jsonb)`.execute(ctx.db)
  })
  await erased
  expect(await tracesOf('Departing Ranch')).toEqual([])

  const kept = await customer('Staying Ranch')
  const isErasing = Promise.withResolvers<void>()
  const emailWaits = isErasing.promise.then(async () => {
    await kept.client.post(`/post-mortems/${kept.ticket.id}/comments`, { text: 'Written meanwhile' })
    await waitFor(async () => expect(await locksAwaited()).toBeGreaterThan(0))
  })
  await inTransaction(factory, async (ctx) => {
    await lockCustomerEmails(ctx.db)
    isErasing.resolve()
    await emailWaits
  })
})

test('the export has what was typed about sites, photos, samples and versions, with the files of results', async () => {
  const { id, site, ticket, animal } = await customer('Thorough Cattle')
  await admin.put(`/sites/${site.id}`, { address: 'word-address', directions: 'word-directions', phone: 'word-phone' })
  const slot = (await admin.post('/photo-slots', { name: 'Left eye' })).body.data
  const slotPath = `/veterinary-record-animals/${animal.id}/photo-slots/${slot.id}`
  expect((await admin.put(slotPath, { skipped_reason: 'word-skipped' })).status).toBe(200)
  const [photo] = (await admin.get(`/medias?filter[media_attachable_type]=VeterinaryRecordAnimal`)).body.data.filter(
    (one: { media_attachable_id: string }) => one.media_attachable_id === animal.id,
  )
  await admin.put(`/medias/${photo.id}`, { caption: 'word-caption' })
  const kind = (await admin.post('/sample-kinds', { name: 'Vitreous humour' })).body.data
  const sample = (await vet.post('/samples', { veterinary_record_animal_id: animal.id, sample_kind_id: kind.id })).body
    .data
  const pdf = Buffer.from('%PDF-1.7\n% word-result\n%%EOF\n')
  await uploadPhotos(factory, vet, sample.id, [{ name: 'word-file.pdf', bytes: pdf }], {
    fields: [['media_attachable_type', 'Sample']],
  })
  await vet.post(`/post-mortems/${ticket.id}/amendment`, { reason: 'word-amended' })
  await vet.put(`/post-mortems/${ticket.id}/amendment`, { issue: 1 })
  await vet.post(`/post-mortems/${ticket.id}/amendment`, { reason: 'word-open' })

  await erase(id, 'thorough.tar')
  const parts = await partsOf('thorough.tar')
  expect(rowsOf(parts, 'sites.csv')).toMatchObject([
    { Address: 'word-address', Directions: 'word-directions', Phone: 'word-phone' },
  ])
  expect(rowsOf(parts, 'photos.csv')).toMatchObject([{ Caption: 'word-caption' }])
  expect(rowsOf(parts, 'photos-not-possible.csv')).toMatchObject([{ Slot: slot.name, Reason: 'word-skipped' }])
  expect(rowsOf(parts, 'report-versions.csv').map(({ Kind, Reason }) => [Kind, Reason])).toContainEqual([
    'amended',
    'word-amended',
  ])
  expect(rowsOf(parts, 'post-mortems.csv').map((row) => row['Amendment reason'])).toContain('word-open')
  const [result] = rowsOf(parts, 'sample-files.csv')
  expect(result).toMatchObject({ Name: 'word-file.pdf', Label: sample.label })
  expect(parts.get(result?.['File'] ?? '')?.equals(pdf)).toBe(true)
})

test('stored responses and queued e-mails about any part of an erased customer are gone, those of others stay', async () => {
  const [kept, gone] = [await customer('Lasting Ranch'), await customer('Fading Ranch')]
  const enqueue = (subject: string, text: string) =>
    sql`insert into pgboss.job (name, data, start_after)
        values ('mail.send', ${JSON.stringify({ to: 'x@y.example', subject, text })}, now() + interval '1 hour')`.execute(
      factory.db,
    )
  for (const { ticket, client } of [kept, gone]) {
    const words = `said about ${ticket.title}`
    const key = { 'idempotency-key': ticket.id }
    expect((await client.post(`/post-mortems/${ticket.id}/comments`, { text: words }, key)).status).toBe(201)
    await enqueue(`URGENT: ${ticket.title}: danger sign`, words)
    await enqueue('Your day: 1 unread message', `${ticket.title} is completed`)
  }
  /** How many stored responses, and how many of the e-mails above, contain a title. */
  const left = async (title: string) => {
    const found = await tracesOf(title)
    const tables = [/^public\.idempotency_keys/, /^pgboss\.job: .*x@y[.]example/]
    return tables.map((table) => found.filter((row) => table.test(row)).length)
  }
  expect(await left(gone.ticket.title)).toEqual([1, 2])
  await erase(gone.id, 'fading.tar')
  expect(await left(gone.ticket.title)).toEqual([0, 0])
  expect(await left(kept.ticket.title)).toEqual([1, 2])
})

test('stored responses of imports, whose rows have names but no ids, are gone', async () => {
  const gone = await customer('Imported Ranch')
  const answer = await factory.app.inject({
    method: 'POST',
    url: '/api/v1/imports/sites?apply=1',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'text/csv', 'idempotency-key': 'imported' },
    payload: 'customer,site\nImported Ranch,Word-imported\n',
  })
  expect(answer.json().data).toMatchObject({ applied: true, rows: [{ what: 'new' }] })
  const responses = async () => (await tracesOf('word-imported')).filter((row) => /idempotency_keys/.test(row))
  expect(await responses()).toHaveLength(1)
  await erase(gone.id, 'imported.tar')
  expect(await responses()).toEqual([])
})

test('e-mails of the queue about a site of an erased customer, or with its name, are gone, and so are summaries of the practice', async () => {
  const [kept, gone] = [await customer('Remaining Ranch'), await customer('Moving Ranch')]
  const enqueue = (subject: string, data: object, state = 'created') =>
    sql`insert into pgboss.job (name, data, state, start_after)
        values ('mail.send', ${JSON.stringify({ to: 'z@y.example', subject, text: '', ...data })}::jsonb,
          ${state}::pgboss.job_state, now() + interval '1 hour')`.execute(factory.db)
  for (const { site } of [kept, gone])
    for (const state of ['created', 'completed']) await enqueue('Alert', { kind: 'alert', sites: [site.id] }, state)
  for (const name of ['Remaining Ranch', 'Moving Ranch'])
    await enqueue('Your day', { kind: 'digest', sites: null, text: `Any death, ${name} - ${name} yard` })
  await enqueue('Summary', { kind: 'summary', sites: null })
  await erase(gone.id, 'moving.tar')
  const { rows } = await sql<{ data: object }>`
    select data from pgboss.job where data->>'to' = 'z@y.example' order by data->>'subject', state`.execute(factory.db)
  expect(rows.map(({ data }) => data)).toMatchObject([
    { sites: [kept.site.id] },
    { sites: [kept.site.id] },
    { text: 'Any death, Remaining Ranch - Remaining Ranch yard' },
  ])
})

test('an e-mail whose sending ends during the erasure leaves nothing of the customer', async () => {
  const gone = await customer('Mailed Ranch')
  await waitForJobs(factory.db)
  const email = { to: 'mailed@y.example', subject: `${gone.ticket.title} is completed`, text: 'It is done.' }
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data, state) values ('mail.send', ${JSON.stringify(email)}, 'active')
    returning id`.execute(factory.db)
  // makes the erasure pause once it has deleted the e-mails that are not being sent
  await sql`create function pause_deletion() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(6000000000); return null; end $$`.execute(factory.db)
  await sql`create trigger pause_deletion after delete on pgboss.job for each statement
    execute function pause_deletion()`.execute(factory.db)
  const { erased, sent } = await factory.db.transaction().execute(async (pause) => {
    await sql`select pg_advisory_xact_lock(6000000000)`.execute(pause)
    const erased = erase(gone.id, 'mailed.tar')
    await waitForLocks(factory.db, 1)
    const sent = sql`update pgboss.job set state = 'completed' where id = ${rows[0]?.id}`.execute(factory.db)
    await Promise.race([sent, waitForLocks(factory.db, 2)])
    return { erased, sent }
  })
  await Promise.all([erased, sent])
  await sql`drop function pause_deletion cascade`.execute(factory.db)
  expect((await tracesOf('mailed@y.example')).filter((row) => row.startsWith('pgboss.'))).toEqual([])
})

test('a tag that an animal had before a correction is erased with its customer, too', async () => {
  const gone = await customer('Retagged Feeders')
  await admin.put(`/veterinary-record-animals/${gone.animal.id}`, { tag: 'corrected' })
  await erase(gone.id, 'retagged.tar')
  expect(await tracesOf('Retagged Feeders')).toEqual([])
})

test('an image shared with another customer, as in the demo, stays', async () => {
  const [kept, gone] = [await customer('Sharing Ranch'), await customer('Leaving Ranch')]
  const shared = await factory.db
    .selectFrom('photos')
    .select(['image_key', 'thumbnail_key'])
    .where('animal_id', '=', kept.animal.id)
    .executeTakeFirstOrThrow()
  await factory.db.updateTable('photos').set(shared).where('animal_id', '=', gone.animal.id).execute()
  await erase(gone.id, 'sharing.tar')
  expect(await files()).toEqual(expect.arrayContaining(Object.values(shared)))
})

test('what belonged to an erased customer and was deleted before is erased from the audit log, too', async () => {
  const gone = await customer('Tidy Feeders')
  const kept = await customer('Untidy Ranch')
  for (const { id: customer_id, site } of [gone, kept]) {
    const word = customer_id === gone.id ? 'Tidyword' : 'Otherword'
    const empty = (await admin.post('/sites', { customer_id, name: `${word} empty yard` })).body.data
    for (const site_id of [site.id, empty.id]) {
      const { data: lot } = (await admin.post('/lots', { site_id, name: `${word} lot`, source: `${word} ranch` })).body
      await admin.put(`/lots/${lot.id}`, { name: `${word} renamed` })
      const rule = { site_id, name: `${word} rule`, kind: 'count', threshold: 3, days: 7 }
      const { data: added } = (await admin.post('/alert-rules', rule)).body
      const summary = {
        name: `${word} summary`,
        every: 'week',
        recipients: [admin.id],
        language: 'en',
        filter: { site_id },
      }
      const { data: report } = (await admin.post('/scheduled-reports', summary)).body
      for (const path of [`/lots/${lot.id}`, `/alert-rules/${added.id}`, `/scheduled-reports/${report.id}`])
        expect((await admin.delete(path)).status).toBe(200)
    }
    expect((await admin.delete(`/sites/${empty.id}`)).status).toBe(200)
  }
  const others = await tracesOf('Otherword')
  await erase(gone.id, 'tidy.tar')
  expect(await tracesOf('Tidyword')).toEqual([])
  expect(await tracesOf('Otherword')).toEqual(others)
  const entries = rowsOf(await partsOf('tidy.tar'), 'audit-log.csv')
  expect(entries.map(({ Action }) => Action)).toEqual(expect.arrayContaining(['lot deleted', 'site deleted']))
})

test("alerts of a client's own rules are exported and erased with the customer, with their notes", async () => {
  const { id, client, site } = await customer('Alerted Feeders')
  const draft = await factory.draftPostMortem(client, site)
  await factory.animal(client, draft.id, {})
  expect((await client.put(`/post-mortems/${draft.id}`, { draft: 0 })).status).toBe(200)
  const rule = { name: 'Any death', kind: 'count', threshold: 0.5, days: 1 }
  const { data } = (await client.post('/alert-rules', rule)).body
  const alert = await waitFor(async () => {
    const [first] = (await client.get(`/alerts?filter[rule_id]=${data.id}`)).body.data
    expect(first).toBeDefined()
    return first
  })
  expect((await client.put(`/alerts/${alert.id}`, { note: 'word-noted' })).status).toBe(200)
  await erase(id, 'alerted.tar')
  expect(await tracesOf('word-noted')).toEqual([])
  expect(await tracesOf(alert.id)).toEqual([expect.stringContaining('alert acknowledged')])
  expect(rowsOf(await partsOf('alerted.tar'), 'alerts.csv')).toMatchObject([{ Rule: 'Any death', Note: 'word-noted' }])
})

test('what was typed to export the animals of an erased customer is erased from the audit log, too', async () => {
  const gone = await customer('Filtered Feeders')
  const identity = { rfid: '982000411902777', tag: 'Gone 88', lot: 'GF-26-14' }
  await factory.animal(admin, gone.ticket.id, identity)
  const searches = [
    'filter[rfid]=982000411902777',
    'filter[tag]=gone%2088,Kept 12',
    'filter[lot:like]=f-26',
    'filter[tag:like]=8',
    'filter[lot]=Of somebody else',
  ]
  for (const search of searches)
    expect((await admin.get(`/exports/veterinary-record-animals?${search}`)).status, search).toBe(200)
  const filters = async () => {
    const { rows } = await sql<{ after: { rows: number; filters: unknown[] } }>`
      select after from audit_entries where action = 'list exported' and user_id = ${admin.id}
      order by id`.execute(factory.db)
    return rows.map(({ after }) => after.filters)
  }
  await waitFor(async () => expect(await filters()).toHaveLength(searches.length))
  await erase(gone.id, 'filtered.tar')
  expect(await filters()).toEqual([
    [{ field: 'rfid', op: 'eq', values: [] }],
    [{ field: 'tag', op: 'eq', values: ['Kept 12'] }],
    [{ field: 'lot', op: 'like', values: [] }],
    [{ field: 'tag', op: 'like', values: ['8'] }],
    [{ field: 'lot', op: 'eq', values: ['Of somebody else'] }],
  ])
  for (const text of Object.values(identity)) expect(await tracesOf(text), text).toEqual([])
})

test('the lists of an export are written to the data directory only, where a killed process leaves none for long', async () => {
  const { id } = await customer('Confidential Cattle')
  vi.stubEnv('TMPDIR', path.join(folder, 'no such folder'))
  onTestFinished(() => void vi.unstubAllEnvs())
  await erase(id, 'confidential.tar')
  expect(rowsOf(await partsOf('confidential.tar'), 'sites.csv')).toHaveLength(1)
  expect(await readdir(path.join(factory.dataDir, 'uploads'))).toEqual([])
})

test('without its export nothing is erased', async () => {
  const kept = await customer('Unlucky Stockers')
  const fails = eraseCustomer(factory, kept.id, (write) =>
    writeAtomically(path.join(folder, 'no such folder', 'out.tar'), write),
  )
  await expect(fails).rejects.toThrow(/cannot be written/)
  const breaks = eraseCustomer(factory, kept.id, async (write) => {
    await writeAtomically(path.join(folder, 'broken.tar'), write)
    throw new Error('the disk is full')
  })
  await expect(breaks).rejects.toThrow('the disk is full')
  expect((await kept.client.get(`/post-mortems/${kept.ticket.id}`)).status).toBe(200)
  expect((await kept.client.get(`/post-mortems/${kept.ticket.id}/report`)).status).toBe(200)
})

test('a ticket created while its customer is exported is rejected after the customer is erased', async () => {
  const busy = await customer('Busy Yards')
  const { promise: locked, resolve: begin } = Promise.withResolvers<void>()
  const ticket = { customer_id: busy.id, site_id: busy.site.id, record_at: '2026-11-20' }
  // The rows are read on a separate connection, outside the transaction.
  const asked = locked.then(() => ({ answers: [1, 2, 3].map(() => busy.client.post('/post-mortems', ticket)) }))
  const waiting = asked.then(() => waitForLocks(factory.db, 3))
  const erased = await eraseCustomer(factory, busy.id, async (write) => {
    begin()
    await waiting
    return writeAtomically(path.join(folder, 'busy.tar'), write)
  })
  const answers = await Promise.all((await asked).answers)
  expect(erased.tickets).toBe(2)
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422])
  expect(await tracesOf(busy.id).then((found) => found.filter((row) => !/audit_entries/.test(row)))).toEqual([])
})

test('the command lists what would be deleted; with --yes it names the export and warns of backups', async () => {
  const name = 'Command Cattle'
  const { id } = await customer(name)
  const { settings } = readSettings({
    DATA_DIR: factory.dataDir,
    DATABASE_URL: databaseUrl(factory.connection),
    SECRET_KEY: 'x'.repeat(40),
  })
  if (!settings) return expect.fail('wrong settings')
  const options = { export: path.join(folder, 'command.tar') }
  const result = await eraseCustomerCommand(settings, name.toUpperCase(), options)
  expect(result.lines[0]).toMatch(
    /^This would erase Command Cattle: 1 site, 2 tickets, 2 animals, 1 photo, 2 reports \(/,
  )
  expect(result.warnings).toEqual([
    'One person has access to no other customer. The account stays: erase it in the administration.',
  ])
  expect((await findCustomer(factory.db, id)).name).toBe(name)
  await writeFile(options.export, 'somebody else’s')
  await expect(eraseCustomerCommand(settings, id, { ...options, yes: true })).rejects.toThrow('already exists')
  const done = await eraseCustomerCommand(settings, id, { ...options, yes: true, replace: true })
  expect(done.lines.at(-1)).toBe('Older backups still contain it: delete them, or let them expire.')
  await expect(eraseCustomerCommand(settings, name, { export: path.join(folder, 'b.tar') })).rejects.toThrow(
    'There is no customer Command Cattle.',
  )
})

test.each([
  [
    'the storage belongs to another database',
    { get: async () => Buffer.from('another database') },
    'it belongs to another database',
  ],
  ['the storage fails', { remove: () => Promise.reject(new Error('SlowDown')) }, 'SlowDown'],
])('if %s, the customer is erased, and its files that are left are reported', async (_, faults, why) => {
  const { id, ticket } = await customer(`Leaving Cattle ${why}`)
  const storage = { ...factory.storage, ...faults }
  const write = (work: Parameters<Parameters<typeof eraseCustomer>[2]>[0]) =>
    writeAtomically(path.join(folder, `${id}.tar`), work)
  const erased = await eraseCustomer({ db: factory.db, storage }, id, write)
  expect(erased.filesLeft).toBe(why)
  expect((await admin.get(`/post-mortems/${ticket.id}`)).status).toBe(404)
})

test('an erasure and a ticket that is being created wait for each other, and neither is aborted', async () => {
  const erased = await customer('Sweetgrass Feeders')
  const erasure = await factory.db.transaction().execute(async (creation) => {
    // like the creation of a ticket: the site, then its customer
    await sql`select from sites where id = ${erased.site.id} for key share`.execute(creation)
    const started = erase(erased.id, 'sweetgrass.tar')
    await waitForLocks(factory.db, 1)
    await sql`select from customers where id = ${erased.id} for key share`.execute(creation)
    return { started }
  })
  await erasure.started
  expect((await admin.get(`/customers/${erased.id}`)).status).toBe(404)
})

test('the sites of a person are changed during an erasure of one of them, and neither is aborted', async () => {
  const [erased, kept] = [await customer('Coulee Cattle'), await customer('Bench Cattle')]
  await admin.put(`/users/${erased.client.id}/sites`, { sites: [erased.site.id, kept.site.id] })
  await waitForJobs(factory.db)
  const { promise: locked, resolve: begin } = Promise.withResolvers<void>()
  const body = { sites: [kept.site.id, erased.site.id] }
  const asked = locked.then(() => ({ answer: admin.put(`/users/${erased.client.id}/sites`, body) }))
  const waiting = asked.then(() => waitForLocks(factory.db, 1))
  await eraseCustomer(factory, erased.id, async (write) => {
    begin()
    await waiting
    return writeAtomically(path.join(folder, 'coulee.tar'), write)
  })
  expect((await (await asked).answer).status).toBe(422)
  expect((await erased.client.get('/sites')).body.data.map(({ id }: { id: string }) => id)).toEqual([kept.site.id])
})

test('a customer is erased while a file that names it is imported, and neither is aborted', async () => {
  for (const [kind, columns, cells] of [
    ['sites', ',site', ',New yard'],
    ['sites', ',site,region', ',Named Ranch yard,Kansas'],
    ['lots', ',site,name', ',Named Ranch yard,17-A'],
    ['head-counts', ',site,date,head', ',Named Ranch yard,2026-03-31,400'],
    ['users', ',sites,email', ',Named Ranch yard,named-ranch@test.example'],
    ['post-mortems', ',site,number,record_at,tag', ',Named Ranch yard,N-1,2026-03-31,0417'],
  ] as const) {
    const { id } = await customer('Named Ranch')
    await waitForJobs(factory.db)
    const file = `customer${columns}\nNamed Ranch${cells}\n`
    const [, imported] = await whileLocked<unknown>(
      factory.db,
      sql`select from customers where id = ${id} for update`,
      [
        () => erase(id, 'named.tar').then(() => rm(path.join(folder, 'named.tar'))),
        () => csvImports(factory, admin).send(`${kind}?apply=1`, file),
      ],
    )
    // what the file names is gone when the import reads the names, or when it writes
    const isReadBefore = kind === 'users' || kind === 'post-mortems'
    expect([kind, imported]).toMatchObject([kind, { status: isReadBefore ? 422 : 200 }])
    expect((await admin.get(`/customers/${id}`)).status).toBe(404)
  }
})

test('a customer is erased while a lot or head count of it is changed, and neither is aborted', async () => {
  for (const [kind, body, change] of [
    ['lots', { name: '17-A' }, { source: 'Brooks auction' }],
    ['head-counts', { date: '2026-03-31', head: 80 }, { head: 85 }],
  ] as const) {
    const { id, site } = await customer('Counted Ranch')
    const record = (await admin.post(`/${kind}`, { site_id: site.id, ...body })).body.data
    await waitForJobs(factory.db)
    const [, changed] = await whileLocked<unknown>(factory.db, sql`select from customers where id = ${id} for update`, [
      () => erase(id, 'counted.tar').then(() => rm(path.join(folder, 'counted.tar'))),
      () => admin.put(`/${kind}/${record.id}`, change),
    ])
    expect([kind, changed]).toMatchObject([kind, { status: 404 }])
  }
})

test('a customer is erased while the site of a draft is saved, and neither is aborted', async () => {
  const { id, client, site } = await customer('Drafted Ranch')
  const draft = await factory.draftPostMortem(client, site)
  await waitForJobs(factory.db)
  const [, saved] = await whileLocked<unknown>(factory.db, sql`select from customers where id = ${id} for update`, [
    () => erase(id, 'drafted.tar'),
    () => client.put(`/post-mortems/${draft.id}`, { site_id: site.id }),
  ])
  expect(saved).toMatchObject({ status: 404 })
})

test('a summary that is added or changed during the erasure of its customer is rejected or erased with it', async () => {
  const { site } = await factory.client()
  const id = site.customerId
  const summary = { name: 'Monday figures', every: 'week', recipients: [vet.id] }
  const known = (await vet.post('/scheduled-reports', { ...summary, filter: {} })).body.data
  const named = (await vet.post('/scheduled-reports', { ...summary, filter: { customer_id: id } })).body.data
  await waitForJobs(factory.db)
  const [, ...answers] = await whileLocked<unknown>(
    factory.db,
    sql`select from customers where id = ${id} for update`,
    [
      () => erase(id, 'summarised.tar'),
      () => vet.post('/scheduled-reports', { ...summary, filter: { site_id: site.id } }),
      () => vet.put(`/scheduled-reports/${known.id}`, { filter: { customer_id: id } }),
      () => vet.put(`/scheduled-reports/${named.id}`, { name: 'Tuesday figures' }),
    ],
  )
  expect(answers).toMatchObject([{ status: 422 }, { status: 422 }, { status: 404 }])
  const left = (await admin.get(`/scheduled-reports?filter[id]=${known.id},${named.id}`)).body.data
  expect(left).toMatchObject([{ id: known.id, filter: {} }])
  expect((await tracesOf(id)).filter((row) => !/audit_entries/.test(row))).toEqual([])
})
