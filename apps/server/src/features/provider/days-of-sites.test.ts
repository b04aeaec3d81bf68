import { expect, test } from 'vitest'
import { addDays, dayOf } from '@chisholm/domain/dates'
import { createSharedFactory } from '../../testing/factory.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')
const { client, site } = await factory.client()
// there is no hour in which both have the same day as the practice
const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
const inZone = (time_zone: string) => admin.put(`/sites/${site.id}`, { time_zone })
// a noon of the practice that is the next day in Kiritimati
const timestamp = '2026-10-06T18:00:00Z'

test.each(zones)('an animal without a date of death died today at its site (%s)', async (zone) => {
  await inZone(zone)
  const today = () => dayOf(new Date(), zone)
  const { id } = await factory.draftPostMortem(client, site)
  const animal = await factory.animal(client, id)
  const body = { customer_id: site.customerId, site_id: site.id, record_at: '2026-11-20', animals: [{ tag: 'A' }] }
  const [whole] = (await client.post('/post-mortems', body)).body.data.veterinary_record.veterinary_record_animals
  const path = `/veterinary-record-animals/${animal.id}`
  await client.put(path, { customer_record_at: '2026-11-01' })
  const cleared = (await client.put(path, { customer_record_at: '', arrived_at: today() })).body.data
  expect([animal, whole, cleared].map(({ customer_record_at }) => customer_record_at)).toEqual(
    Array.from({ length: 3 }, today),
  )
})

test('a timestamp in place of a day is the day of the site', async () => {
  await inZone('Pacific/Kiritimati')
  const day = dayOf(timestamp, 'Pacific/Kiritimati')
  expect(day).toBe('2026-10-07')
  const ticket = { customer_id: site.customerId, site_id: site.id, record_at: timestamp }
  const { id, record_at } = (await client.post('/post-mortems', ticket)).body.data
  const changed = (await client.put(`/post-mortems/${id}`, { record_at: timestamp })).body.data
  const animal = await factory.animal(client, id, { customer_record_at: timestamp })
  const count = (await client.post('/head-counts', { site_id: site.id, date: timestamp, head: 5 })).body.data
  const lot = (await client.post('/lots', { site_id: site.id, name: 'A', arrived_at: timestamp })).body.data
  const closed = (await client.put(`/lots/${lot.id}`, { closed_at: timestamp })).body.data
  expect([
    record_at,
    changed.record_at,
    animal.customer_record_at,
    count.date,
    lot.arrived_at,
    closed.closed_at,
  ]).toEqual(Array.from({ length: 6 }, () => day))
  const dayBefore = (await client.put(`/head-counts/${count.id}`, { date: '2026-10-06T09:59:00Z' })).body.data
  expect(dayBefore.date).toBe(addDays(day, -1))
})
