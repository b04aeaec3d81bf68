import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { csvImports } from '../../testing/csv-imports.ts'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'

const factory = await createSharedFactory({ TIME_ZONE: 'America/Denver' })
const { client, site } = await factory.client()
const [vet, admin, superAdmin] = [
  await factory.user('Veterinarian'),
  await factory.user('Admin'),
  await factory.user('SuperAdmin'),
]
await admin.put('/provider', { time_zone: 'America/Denver' })
const records = '/veterinary-record-animals'
const id = (end: string) => `01990000-0000-7000-8000-${end.padStart(12, '0')}`
const checkTimes = (...fields: string[]) =>
  Object.fromEntries(fields.map((field) => [field, ['Please check these times.']]))

/** The carcass clock goes on between two requests. */
const withoutClock = ({ carcass: _, ...animal }: Animal) => animal

const fields = {
  found_at: '2026-03-08T14:30:00-06:00',
  died_at: '2026-03-08 11:00:00',
  last_seen_alive_at: '2026-03-07',
  death_kind: 'euthanised',
  euthanasia_note: 'Captive bolt.',
  air_temperature_c: -4.5,
  arrived_at: '2026-01-02',
}
const shown = {
  found_at: '2026-03-08T20:30:00.000Z',
  died_at: '2026-03-08T11:00:00.000Z',
  // the start of that day at the yard, in standard time
  last_seen_alive_at: '2026-03-07T07:00:00.000Z',
  death_kind: 'euthanised',
  euthanasia_note: 'Captive bolt.',
  air_temperature_c: -4.5,
  arrived_at: '2026-01-02',
  days_on_feed: 65,
}
const given_at = '2026-03-01'

const sendForm = async (by: TestUser, method: 'POST' | 'PUT', path: string, form: string) => {
  const answer = await factory.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: form,
  })
  return { status: answer.statusCode, body: answer.json() }
}

describe('death and treatments of an animal', () => {
  test.each([
    ['a client', client],
    ['a veterinarian', vet],
    ['an Admin', admin],
    ['a SuperAdmin', superAdmin],
  ])('is written by %s, answered everywhere and cleared by empty texts', async (_role, by) => {
    const postMortem = await factory.draftPostMortem(client, site)
    const treatments_given = [{ name: ' Florfenicol ', given_at, note: 'Twice.' }, { name: 'Vitamin B1' }]
    const added = await by.post(records, { veterinary_record_id: postMortem.id, ...fields, treatments_given })
    expect([added.status, added.body.data]).toMatchObject([201, shown])
    expect(added.body.data.treatments_given).toMatchObject([
      { name: 'Florfenicol', treatment_id: null, given_at, note: 'Twice.' },
      { name: 'Vitamin B1', given_at: null, note: null },
    ])
    const animalId: string = added.body.data.id
    const ticket = (await by.get(`/post-mortems/${postMortem.id}`)).body.data
    const expected = withoutClock(added.body.data)
    expect(ticket.veterinary_record.veterinary_record_animals.map(withoutClock)).toEqual([expected])
    expect(withoutClock((await by.get(`${records}/${animalId}`)).body.data)).toEqual(expected)
    const { data: listed } = (await by.get(`${records}?filter[veterinary_record_id]=${postMortem.id}`)).body
    expect(listed.map(withoutClock)).toEqual([expected])
    // fields that are not sent stay
    expect((await by.put(`${records}/${animalId}`, { pen: '7' })).body.data).toMatchObject({
      ...shown,
      treatments_given: added.body.data.treatments_given,
    })
    const empty = Object.fromEntries(Object.keys(fields).map((field) => [field, '']))
    const cleared = (await by.put(`${records}/${animalId}`, { ...empty, treatments_given: [] })).body.data
    expect(cleared).toMatchObject({ found_at: null, death_kind: null, arrived_at: null, days_on_feed: null })
    expect(cleared.treatments_given).toEqual([])
  })

  test('is taken from form fields', async () => {
    const postMortem = await factory.draftPostMortem(client, site)
    const form = new URLSearchParams({
      veterinary_record_id: postMortem.id,
      ...fields,
      air_temperature_c: '-4.5',
      'treatments_given[0][name]': 'Macrolide',
      'treatments_given[0][given_at]': given_at,
    })
    const added = await sendForm(client, 'POST', records, form.toString())
    expect([added.status, added.body.data]).toMatchObject([201, shown])
    expect(added.body.data.treatments_given).toMatchObject([{ name: 'Macrolide', given_at }])
    const cleared = await sendForm(client, 'PUT', `${records}/${added.body.data.id}`, 'treatments_given=&died_at=')
    expect(cleared.body.data).toMatchObject({ treatments_given: [], died_at: null })
    const newTicket = new URLSearchParams({
      site_id: site.id,
      record_at: '2026-11-20',
      'animals[0][died_at]': '2026-03-08T11:00:00Z',
      'animals[0][treatments_given][0][name]': 'Macrolide',
    })
    const ticket = (await sendForm(client, 'POST', '/post-mortems', newTicket.toString())).body.data
    expect(ticket.veterinary_record.veterinary_record_animals).toMatchObject([
      { died_at: '2026-03-08T11:00:00.000Z', treatments_given: [{ name: 'Macrolide' }] },
    ])
  })

  test('an impossible order of times is rejected on its field, also compared with stored times', async () => {
    const postMortem = await factory.draftPostMortem(client, site)
    const animal = await factory.animal(client, postMortem.id, { found_at: '2026-11-01T12:00:00Z' })
    const refused = async (body: object) => {
      const { status, body: answer } = await client.put(`${records}/${animal.id}`, body)
      return status === 422 ? answer.errors : status
    }
    expect(await refused({ died_at: '2026-11-01T12:00:01Z' })).toEqual(checkTimes('died_at'))
    expect(await refused({ died_at: '2026-11-01T11:00:00Z' })).toBe(200)
    expect(await refused({ last_seen_alive_at: '2026-11-01T11:30:00Z' })).toEqual(checkTimes('last_seen_alive_at'))
    expect(await refused({ found_at: '2026-11-01T10:00:00Z' })).toEqual(checkTimes('died_at'))
    expect(await refused({ arrived_at: '2026-11-02' })).toEqual(checkTimes('arrived_at'))
    expect(await refused({ arrived_at: '2026-11-01' })).toBe(200)
    const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()
    expect(await refused({ found_at: minutes(4) })).toBe(200)
    for (const field of ['found_at', 'died_at', 'last_seen_alive_at'])
      expect(
        await refused({ found_at: '', died_at: '', last_seen_alive_at: '', arrived_at: '', [field]: minutes(6) }),
      ).toEqual(checkTimes(field))
  })

  test('a time is not cleared if the arrival would then be after the death', async () => {
    const postMortem = await factory.draftPostMortem(client, site)
    const fields = { customer_record_at: '2026-11-15', died_at: '2026-11-20T12:00:00Z', arrived_at: '2026-11-18' }
    const animal = await factory.animal(client, postMortem.id, fields)
    const { status, body } = await client.put(`${records}/${animal.id}`, { died_at: '' })
    expect([status, body.errors]).toEqual([422, checkTimes('arrived_at')])
    expect((await client.put(`${records}/${animal.id}`, { died_at: '', arrived_at: '' })).status).toBe(200)
  })

  test('creating a ticket with invalid animals reports errors by animal, and creates nothing', async () => {
    const body = { site_id: site.id, record_at: '2026-11-20', id: id('b1') }
    const answer = await client.post('/post-mortems', {
      ...body,
      animals: [
        { found_at: '2026-11-01T12:00:00Z', died_at: '2026-11-01T13:00:00Z' },
        { tag: 'Y 1', death_kind: 'eaten', treatments_given: [{ note: 'What?' }] },
        { treatments_given: [{ name: 'Macrolide', given_at: 'yesterday' }, { name: 'x'.repeat(121) }] },
      ],
    })
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      {
        'animals.0.died_at': ['Please check these times.'],
        'animals.1.death_kind': ['Please choose one of: found_dead, died_observed, euthanised.'],
        'animals.2.treatments_given.0.given_at': ['Please choose a date.'],
        'animals.2.treatments_given.1.name': ['Please enter at most 120 characters.'],
      },
    ])
    expect((await client.get(`/post-mortems/${body.id}`)).status).toBe(404)
  })

  test('an invalid value gets an error that names the valid ones', async () => {
    const postMortem = await factory.draftPostMortem(client, site)
    const refused = async (body: object) =>
      (await client.post(records, { veterinary_record_id: postMortem.id, ...body })).body.errors
    expect(await refused({ air_temperature_c: 61 })).toEqual({
      air_temperature_c: ['Please enter a number from -60 to 60.'],
    })
    expect(await refused({ found_at: 'noon' })).toEqual({ found_at: ['Please choose a date.'] })
    expect(await refused({ treatments_given: [{ treatment_id: id('99') }] })).toEqual({
      'treatments_given.0.treatment_id': ['treatment_id is no entry of treatments.'],
    })
    expect(await refused({ treatments_given: [{}] })).toEqual({
      'treatments_given.0.name': ['Please choose a treatment or enter its name.'],
    })
    expect(await refused({ treatments_given: Array.from({ length: 31 }, () => ({ name: 'Macrolide' })) })).toEqual({
      treatments_given: ['Please enter at most 30 treatments.'],
    })
  })

  test('a treatment of the list keeps the name it had; an entry in use is not deleted', async () => {
    const postMortem = await factory.draftPostMortem(client, site)
    const entry = (await admin.post('/treatments', { name: 'Tulathromycin' })).body.data
    const animal = await factory.animal(client, postMortem.id, { treatments_given: [{ treatment_id: entry.id }] })
    expect(animal.treatments_given).toMatchObject([{ treatment_id: entry.id, name: 'Tulathromycin' }])
    expect((await admin.put(`/treatments/${entry.id}`, { name: 'Draxxin', retired: true })).status).toBe(200)
    expect((await admin.delete(`/treatments/${entry.id}`)).status).toBe(409)
    const again = await client.put(`${records}/${animal.id}`, { treatments_given: animal.treatments_given })
    expect(again.body.data.treatments_given).toEqual(animal.treatments_given)
    const added = { veterinary_record_id: postMortem.id, treatments_given: [{ treatment_id: entry.id }] }
    expect((await client.post(records, added)).body.errors).toHaveProperty(['treatments_given.0.treatment_id'])
  })

  test('a repeated request changes nothing, and an id of a treatment belongs to one animal', async () => {
    const postMortem = await factory.draftPostMortem(client, site)
    const sent = {
      id: id('b2'),
      veterinary_record_id: postMortem.id,
      ...fields,
      treatments_given: [{ name: 'Macrolide', given_at }],
    }
    const first = await client.post(records, sent)
    const again = await client.post(records, sent)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(withoutClock(again.body.data)).toEqual(withoutClock(first.body.data))
    expect((await client.post(records, { ...sent, died_at: '2026-03-08 11:00:01' })).status).toBe(409)
    expect((await client.post(records, { ...sent, treatments_given: [{ name: 'Other' }] })).status).toBe(409)
    const [treatment] = first.body.data.treatments_given
    const stolen = { veterinary_record_id: postMortem.id, treatments_given: [treatment] }
    expect((await client.post(records, stolen)).status).toBe(409)
    expect((await client.post(records, { ...stolen, treatments_given: [treatment, treatment] })).status).toBe(422)
  })

  test('the history, exports and imports contain it', async () => {
    const postMortem = await factory.draftPostMortem(client, site)
    const animal = await factory.animal(client, postMortem.id, { tag: 'H 1', ...fields })
    await client.put(`${records}/${animal.id}`, {
      death_kind: 'found_dead',
      treatments_given: [{ name: 'Macrolide', given_at, note: 'once' }, { name: 'NSAID' }],
    })
    const history = JSON.stringify((await admin.get(`/post-mortems/${postMortem.id}/history`)).body)
    expect(history).toContain('"field":"Kind of death","from":"euthanised","to":"found_dead"')
    expect(history).toContain('"field":"Treatments given","from":null,"to":"2026-03-01 Macrolide: once; NSAID"')

    const csv = await client.get(`/exports/veterinary-record-animals?filter[veterinary_record_id]=${postMortem.id}`)
    const [line] = parse(csv.bytes, { columns: true, bom: true })
    expect(line).toMatchObject({
      'Found at': '2026-03-08T14:30:00.000-06:00',
      'Last seen alive at': '2026-03-07T00:00:00.000-07:00',
      'Kind of death': 'found_dead',
      'Air temperature in °C': '-4.5',
      Arrived: '2026-01-02',
      'Treatments given': '2026-03-01 Macrolide: once; NSAID',
    })

    const { read, importProblems } = csvImports(factory, admin)
    const names = (await admin.get('/sites?per_page=9999')).body.data.find((one: { id: string }) => one.id === site.id)
    await admin.post('/treatments', { name: 'Macrolide' })
    const header =
      'number,customer,site,record_at,tag,found_at,died_at,death_kind,air_temperature_c,arrived_at,treatments_given\n'
    const row = (number: string, died: string) =>
      `${number},${names.customer.name},${names.name},2026-03-08,I ${number},2026-03-08T14:30:00-06:00,${died},Found_Dead,-4.5,2026-01-02,2026-03-01 Macrolide: once; Homemade\n`
    expect(await importProblems('post-mortems', `${header}${row('1', '2026-03-09')}`)).toEqual([
      '2 died_at: Please check these times.',
    ])
    await read('post-mortems?apply=1', header + row('2', '2026-03-08T05:00:00-06:00'))
    const [imported] = (await client.get(`${records}?filter[tag]=I%202`)).body.data
    expect(imported).toMatchObject({
      found_at: shown.found_at,
      died_at: shown.died_at,
      death_kind: 'found_dead',
      days_on_feed: 65,
      treatments_given: [
        { name: 'Macrolide', given_at, note: 'once', treatment_id: expect.any(String) },
        { name: 'Homemade', given_at: null, note: null, treatment_id: null },
      ],
    })
  })

  test('clients may write it on a sent ticket, but not on a completed one', async () => {
    const completed = await factory.completedPostMortem(client, site, vet)
    const [animal] = completed.veterinary_record.veterinary_record_animals
    expect((await client.put(`${records}/${animal?.id}`, { died_at: '2026-03-08' })).status).toBe(409)
    const { client: other } = await factory.client()
    expect((await other.put(`${records}/${animal?.id}`, { died_at: '2026-03-08' })).status).toBe(404)
  })
})
