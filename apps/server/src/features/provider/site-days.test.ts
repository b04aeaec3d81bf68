import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { type AlertId, newId } from '../../database/ids.ts'
import { createSharedFactory } from '../../testing/factory.ts'
import { csvImports } from '../../testing/csv-imports.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { inTimeZone } from '../../testing/time-zone.ts'
import { uploadPhotos } from '../../testing/upload-photos.ts'
import { seedLibrary } from '../library/index.ts'

// The server, the practice and the site have three different days for most of each day.
inTimeZone('UTC')
const kiritimati = 'Pacific/Kiritimati'
const factory = await createSharedFactory({ PROVIDER_TIME_ZONE: 'America/Edmonton' })
await seedLibrary(factory.db)
const admin = await factory.user('Admin')
const vet = await factory.user('Veterinarian')
const { client, site } = await factory.client()
const there = await factory.db
  .updateTable('sites')
  .set({ time_zone: kiritimati })
  .where('id', '=', site.id)
  .returning('id')
  .executeTakeFirstOrThrow()
const details = { customer_id: site.customerId, site_id: there.id }

/** 10:30 on January 2nd UTC is January 3rd at the site, and still the 2nd at the practice. */
const timestamp = '2026-01-02T10:30:00Z'
const [dayThere, startThere] = ['2026-01-03', '2026-01-02T10:00:00.000Z']

const firstAnimal = ({ veterinary_record: record }: PostMortem) => {
  const [animal] = record.veterinary_record_animals
  if (!animal) throw new Error('the ticket has no animal')
  return animal
}

test('a timestamp sent for a day is the day at the site, in tickets, their animals and both at once', async () => {
  const animals = [{ tag: 'A', customer_record_at: timestamp, arrived_at: timestamp }]
  const answer = await client.post('/post-mortems', { ...details, record_at: timestamp, animals })
  expect([answer.status, answer.body.data.record_at]).toEqual([201, dayThere])
  const { id } = answer.body.data
  expect(firstAnimal(answer.body.data)).toMatchObject({ customer_record_at: dayThere, arrived_at: dayThere })
  expect((await client.put(`/post-mortems/${id}`, { record_at: timestamp })).body.data.record_at).toBe(dayThere)
  const added = await factory.animal(client, id, { customer_record_at: timestamp })
  const changed = await client.put(`/veterinary-record-animals/${added.id}`, { arrived_at: timestamp })
  expect([added.customer_record_at, changed.body.data.arrived_at]).toEqual([dayThere, dayThere])
})

test('an empty date of death is today at the site', async () => {
  const today = () => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)
  const { id } = await factory.draftPostMortem(client, site)
  const animal = await factory.animal(client, id)
  expect(animal.customer_record_at).toBe(today())
  const address = `/veterinary-record-animals/${animal.id}`
  await client.put(address, { customer_record_at: '2026-01-01' })
  expect((await client.put(address, { customer_record_at: '' })).body.data.customer_record_at).toBe(today())
  const whole = await client.post('/post-mortems', { ...details, record_at: timestamp, animals: [{ tag: 'A' }] })
  expect(firstAnimal(whole.body.data).customer_record_at).toBe(today())
})

test('a day sent for a moment is the start of that day at the site', async () => {
  const postMortem = await factory.pendingPostMortem(client, site)
  const animal = `/veterinary-record-animals/${firstAnimal(postMortem).id}`
  expect((await client.put(animal, { died_at: dayThere })).body.data.died_at).toBe(startThere)
  const examined = await vet.put(`${animal}/examination`, { examined_at: dayThere })
  expect(examined.body.data.examination.examined_at).toBe(startThere)
  const [kind] = (await vet.get('/sample-kinds')).body.data
  const sample = await vet.post('/samples', {
    veterinary_record_animal_id: firstAnimal(postMortem).id,
    sample_kind_id: kind.id,
    taken_at: dayThere,
  })
  expect(sample.body.data.taken_at).toBe(startThere)
  const { id } = sample.body.data
  expect((await vet.put(`/samples/${id}`, { sent_at: dayThere })).body.data.sent_at).toBe(startThere)
  for (const [day, total] of [
    [dayThere, 1],
    ['2026-01-02', 0],
  ]) {
    const filter = `filter[veterinary_record_id]=${postMortem.id}&filter[sent_at]=${day}`
    expect((await vet.get(`/samples?${filter}`)).body.meta.total).toBe(total)
  }
  const label = await readPdf((await vet.get(`/samples/${id}/label`)).bytes)
  expect(label.text).toContain(dayThere)
})

test('files of imported tickets are read by the days of the site, on every line of a ticket', async () => {
  const { name, customer } = (await client.get(`/sites/${site.id}`)).body.data
  const file = `number,customer,site,record_at,tag,died_at\nK-1,${customer.name},${name},${timestamp},A,${dayThere}\nK-1,,,,B,${dayThere}\n`
  expect((await csvImports(factory, admin).read('post-mortems?apply=1', file)).problems).toEqual([])
  const [imported] = (await client.get(`/post-mortems?filter[tag]=B`)).body.data
  expect(imported.record_at).toBe(dayThere)
  const { veterinary_record_animals: animals } = imported.veterinary_record
  expect(animals.map(({ died_at }: { died_at: string }) => died_at)).toEqual([startThere, startThere])
})

test('a photo whose camera tells no offset was taken by the clock of the site', async () => {
  const { id } = await factory.draftPostMortem(client, site)
  const { id: animalId } = await factory.animal(client, id)
  const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#a33' } })
    .withExif({ IFD2: { DateTimeOriginal: '2026:01:03 00:30:00' } })
    .jpeg()
    .toBuffer()
  const { body } = await uploadPhotos(factory, client, animalId, [{ name: 'cow.jpg', bytes }])
  expect(new Date(body.data[0].taken_at)).toEqual(new Date(timestamp))
})

test('days on feed are counted at the site, and an arrival on the day of death there is in order', async () => {
  const { id } = await factory.draftPostMortem(client, site)
  const animal = await factory.animal(client, id, { died_at: timestamp, arrived_at: dayThere })
  expect(animal.days_on_feed).toBe(0)
  for (const answer of [
    await client.get(`/veterinary-record-animals?filter[veterinary_record_id]=${id}`),
    await client.get(`/post-mortems/${id}`),
  ])
    expect(answer.bytes.toString()).toContain('"days_on_feed":0')
  const late = await client.put(`/veterinary-record-animals/${animal.id}`, { arrived_at: '2026-01-04' })
  expect(late.body.errors).toEqual({ arrived_at: ['Please check these times.'] })
})

test('reports and files show the days of the site', async () => {
  const postMortem = await factory.pendingPostMortem(client, site)
  const { id, title } = postMortem
  const animal = `/veterinary-record-animals/${firstAnimal(postMortem).id}`
  await client.put(animal, { died_at: timestamp })
  await vet.put(`${animal}/examination`, { examined_at: timestamp, mode: 'on_site' })
  await vet.put(`/post-mortems/${id}`, { scheduled_at: timestamp, completed_at: '1' })
  await sql`update post_mortems set requested_at = ${timestamp}, completed_at = ${timestamp} where id = ${id}`.execute(
    factory.db,
  )
  await factory.db.deleteFrom('report_versions').where('post_mortem_id', '=', id).execute()
  const report = (await client.get(`/post-mortems/${id}/report`, { accept: 'application/pdf' })).bytes
  const { text } = await readPdf(report)
  expect(text).toContain('January 3rd 2026')
  expect(text).not.toContain('January 2nd 2026')
  const exported = async (list: string, filter: string): Promise<Record<string, string>> => {
    const { bytes } = await client.get(`/exports/${list}?${filter}`)
    const rows: Record<string, string>[] = parse(bytes, { bom: true, columns: true })
    return rows[0] ?? {}
  }
  expect(await exported('post-mortems', `filter[id]=${id}`)).toMatchObject({
    Ticket: title,
    'Completed at': '2026-01-03T00:30:00.000+14:00',
  })
  expect(await exported('veterinary-record-animals', `filter[veterinary_record_id]=${id}`)).toMatchObject({
    'Died at': '2026-01-03T00:30:00.000+14:00',
  })
})

test('filters by the day of the carcass clock and of an alert take the day at the site', async () => {
  const postMortem = await factory.pendingPostMortem(client, site)
  const animal = `/veterinary-record-animals/${firstAnimal(postMortem).id}`
  // a day before the timestamp, until which the animal can be examined
  const died_at = '2026-01-01T10:30:00Z'
  expect((await client.put(animal, { died_at })).body.data.examine_by).toBe('2026-01-02T10:30:00.000Z')
  const rule = { name: 'Deaths', site_id: site.id, kind: 'count', threshold: 100_000, days: 7 }
  const { id: rule_id } = (await client.post('/alert-rules', rule)).body.data
  const window = { window_from: dayThere, window_to: dayThere, site_ids: [site.id] }
  const alert = { id: newId<AlertId>(), rule_id, value: 1, fired_at: new Date(timestamp), ...window }
  await factory.db.insertInto('alerts').values(alert).execute()
  const lists = [
    `/post-mortems?filter[id]=${postMortem.id}&filter[examine_by`,
    `/post-mortems?view=card&filter[id]=${postMortem.id}&filter[examine_by`,
    `/alerts?filter[rule_id]=${rule_id}&filter[fired_at`,
  ]
  for (const list of lists)
    for (const [op, expected] of Object.entries({ '': 1, ':gte': 1, ':lte': 1, ':gt': 0, ':lt': 0 }))
      expect([op, (await client.get(`${list}${op}]=${dayThere}`)).body.meta.total]).toEqual([op, expected])
})
