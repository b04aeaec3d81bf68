import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import type { DangerSign } from '@chisholm/domain/danger-signs'
import { waitForEmail } from '../../testing/outbox-email.ts'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { csvImports } from '../../testing/csv-imports.ts'
import { seedLibrary } from '../library/index.ts'

const factory = await createSharedFactory()
await seedLibrary(factory.db)
const [vet, admin, superAdmin] = [
  await factory.user('Veterinarian'),
  await factory.user('Admin'),
  await factory.user('SuperAdmin'),
]
const { client, site } = await factory.client()
const records = '/veterinary-record-animals'
const signs: DangerSign[] = (await client.get('/danger-signs')).body.data
const ofLevel = (level: string) => signs.filter((sign) => sign.level === level).map(({ id }) => id)
const [[stop = '', otherStop = ''], [call = '']] = [ofLevel('stop'), ofLevel('call')]
const unread = { status: 409, message: 'Please confirm that you have read the warning.' }

const draft = async (danger_sign_ids: string[], by = client) => {
  const ticket = await factory.draftPostMortem(by, site)
  const animal = await factory.animal(by, ticket.id, { danger_sign_ids })
  return { id: ticket.id, animal }
}
const send = async (by: TestUser, id: string, body: object = {}) => {
  const { status, body: answer } = await by.put(`/post-mortems/${id}`, { draft: 0, ...body })
  return { status, message: answer.message, data: answer.data, type: answer.type }
}

describe('the list of danger signs', () => {
  test('has default entries, which everybody reads and Admins change', async () => {
    const known = [
      ['stop', /sudden death with blood from nose, mouth or rectum/i, /do not open or move.*anthrax/i],
      ['stop', /blisters or sores in the mouth or on the feet/i, /./],
      ['stop', /nervous signs or a bite before death/i, /do not open the head/i],
      ['call', /several dead within a day without warning/i, /./],
      ['call', /bought in from a place with a known outbreak/i, /./],
    ] as const
    for (const person of [client, vet, admin, superAdmin]) {
      const shown: DangerSign[] = (await person.get('/danger-signs')).body.data
      for (const [level, name, advice] of known)
        expect(shown).toContainEqual(
          expect.objectContaining({
            level,
            name: expect.stringMatching(name),
            advice: expect.stringMatching(advice),
          }),
        )
    }
    for (const person of [client, vet])
      expect((await person.post('/danger-signs', { name: 'Own', level: 'call' })).status).toBe(403)
    const added = await admin.post('/danger-signs', { name: 'Own', level: 'call', advice: ' Ring us. ' })
    expect([added.status, added.body.data]).toMatchObject([201, { name: 'Own', level: 'call', advice: 'Ring us.' }])
    const change = async (body: object) => (await admin.put(`/danger-signs/${added.body.data.id}`, body)).body
    expect((await change({ level: 'stop' })).data).toMatchObject({ level: 'stop', advice: 'Ring us.' })
    expect((await change({ level: 'maybe' })).errors).toEqual({ level: ['Please choose one of: stop, call.'] })
    expect((await change({ advice: 'x'.repeat(501) })).errors).toEqual({
      advice: ['Please enter at most 500 characters.'],
    })
    // the strictest level is the default
    expect((await admin.post('/danger-signs', { name: 'Unlevelled' })).body.data).toMatchObject({ level: 'stop' })
    expect((await admin.post('/breeds', { name: 'Highland', level: 'stop' })).body.data.level).toBeNull()
  })

  test('can be imported and exported', async () => {
    const { read, importProblems } = csvImports(factory, admin)
    expect(await importProblems('danger-signs', 'name,level\nSwollen tongue,maybe\n')).toEqual([
      '2 level: Please choose one of: stop, call.',
    ])
    await read('danger-signs?apply=1', 'name,advice,level\nSwollen tongue,Call us,CALL\n')
    const lines = parse((await admin.get('/exports/danger-signs')).bytes, { columns: true, bom: true })
    expect(lines).toContainEqual(expect.objectContaining({ Name: 'Swollen tongue', Advice: 'Call us', Level: 'call' }))
  })
})

describe('a ticket with danger signs', () => {
  test('has the signs of each animal and the strictest of all in every response', async () => {
    const { id, animal } = await draft([call])
    expect(animal.danger_sign_ids).toEqual([call])
    expect(animal.danger_signs).toEqual([
      expect.objectContaining({ id: call, level: 'call', name: expect.any(String) }),
    ])
    const danger = async (by = client) => {
      const one = (await by.get(`/post-mortems/${id}`)).body.data
      const [card] = (await by.get(`/post-mortems?view=card&filter[id]=${id}`)).body.data
      expect([card.danger, one.veterinary_record.danger]).toEqual([one.danger, one.danger])
      return one.danger
    }
    expect(await danger()).toBe('call')
    const second = await factory.animal(vet, id, { danger_sign_ids: [call, stop, call] })
    expect(second.danger_sign_ids).toEqual([call, stop])
    for (const person of [client, vet, admin]) expect(await danger(person)).toBe('stop')
    await client.delete(`${records}/${second.id}`)
    expect(await danger()).toBe('call')
    await client.put(`${records}/${animal.id}`, { pen: '3' })
    expect(await danger()).toBe('call')
    await client.put(`${records}/${animal.id}`, { danger_sign_ids: '' })
    expect(await danger()).toBeNull()
    // an Admin raises the level of a sign
    const own = (await admin.post('/danger-signs', { name: 'Grows', level: 'call' })).body.data
    await client.put(`${records}/${animal.id}`, { danger_sign_ids: own.id })
    expect(await danger()).toBe('call')
    await admin.put(`/danger-signs/${own.id}`, { level: 'stop' })
    expect(await danger()).toBe('stop')
    expect((await admin.delete(`/danger-signs/${own.id}`)).status).toBe(409)
  })

  test('accepts only known signs, at most twenty', async () => {
    const { id } = await factory.draftPostMortem(client, site)
    const refused = async (danger_sign_ids: unknown) =>
      (await client.post(records, { veterinary_record_id: id, danger_sign_ids })).body.errors
    expect(await refused(['blood'])).toEqual({ danger_sign_ids: ['danger_sign_ids must be UUIDs.'] })
    const breed = (await admin.get('/breeds')).body.data[0].id
    expect(await refused([breed])).toEqual({ danger_sign_ids: ['danger_sign_ids is no entry of danger-signs.'] })
    expect(await refused(Array.from({ length: 21 }, () => stop))).toEqual({
      danger_sign_ids: ['Please choose at most 20.'],
    })
  })

  test.each([
    ['a client', client],
    ['a veterinarian', vet],
    ['an Admin', admin],
    ['a SuperAdmin', superAdmin],
  ])('is sent by %s only with the word that the warning was read, and that is kept', async (_role, by) => {
    for (const signs of [[stop], [call]]) {
      const { id } = await draft(signs)
      expect(await send(by, id)).toMatchObject({ ...unread, type: 'urn:chisholm:danger-not-acknowledged' })
      expect(await send(by, id, { danger_acknowledged: 0 })).toMatchObject(unread)
      // the warning is acknowledged when sending, not before
      await by.put(`/post-mortems/${id}`, { danger_acknowledged: 1 })
      expect(await send(by, id)).toMatchObject(unread)
      expect((await by.get(`/post-mortems/${id}`)).body.data).toMatchObject({
        draft: 1,
        danger_acknowledged_at: null,
        danger_acknowledged_by_id: null,
      })
      const before = Date.now()
      const { status, data } = await send(by, id, { danger_acknowledged: 1, note: 'At once, please.' })
      expect([status, data]).toMatchObject([
        200,
        { draft: 0, danger_acknowledged_by_id: by.id, note: 'At once, please.' },
      ])
      expect(Date.parse(data.danger_acknowledged_at)).toBeGreaterThanOrEqual(before - 1000)
    }
  })

  test('is rejected completely when edited and sent without the acknowledgement', async () => {
    const { id } = await draft([stop])
    expect(await send(client, id, { note: 'Changed' })).toMatchObject(unread)
    expect((await client.get(`/post-mortems/${id}`)).body.data.note).toBeNull()
  })

  test('without danger needs no acknowledgement, and stores none', async () => {
    const { id } = await draft([])
    expect((await send(client, id, { danger_acknowledged: 1 })).data).toMatchObject({
      draft: 0,
      danger: null,
      danger_acknowledged_at: null,
    })
  })

  test('is created and sent in one request with the acknowledgement, or not at all', async () => {
    const body = { site_id: site.id, record_at: '2026-11-20', id: '01990000-0000-7000-8000-0000000000d1', send: 1 }
    const request = { ...body, animals: [{ tag: 'Y 1' }, { tag: 'Y 2', danger_sign_ids: [otherStop] }] }
    const refused = await client.post('/post-mortems', request)
    expect([refused.status, refused.body.message]).toEqual([unread.status, unread.message])
    expect((await client.get(`/post-mortems/${body.id}`)).status).toBe(404)
    const made = await client.post('/post-mortems', { ...request, danger_acknowledged: 1 })
    expect([made.status, made.body.data]).toMatchObject([
      201,
      { draft: 0, danger: 'stop', danger_acknowledged_by_id: client.id },
    ])
    expect((await client.post('/post-mortems', { ...request, danger_acknowledged: 1 })).status).toBe(201)
  })

  test('is sent to every veterinarian at once with a subject beginning with URGENT; other tickets are not', async () => {
    const plain = await draft([])
    await send(client, plain.id)
    const { title: plainTitle } = (await client.get(`/post-mortems/${plain.id}`)).body.data
    const dangerous = await draft([call, stop])
    const { title } = (await send(client, dangerous.id, { danger_acknowledged: 1 })).data
    for (const person of [vet, admin, superAdmin]) {
      const email = await waitForEmail(factory.dataDir, person.email, `${title}: danger sign`)
      expect(email).toMatch(/^Subject: URGENT: /m)
      expect(email.replaceAll('=\r\n', '')).toContain('Chisholm has not notified any authority.')
      const other = await waitForEmail(factory.dataDir, person.email, `${plainTitle}: post-mortem requested`)
      expect(other).not.toContain('URGENT')
    }
    const files = await readdir(path.join(factory.dataDir, 'outbox'))
    expect(files.filter((file) => file.includes(client.email))).toEqual([])
  })

  test('with a sign added after sending also notifies the veterinarians', async () => {
    const ticket = await factory.pendingPostMortem(client, site)
    await waitForEmail(factory.dataDir, vet.email, `${ticket.title}: post-mortem requested`)
    const [animal] = ticket.veterinary_record.veterinary_record_animals
    await client.put(`${records}/${animal?.id}`, { danger_sign_ids: [call] })
    expect(await waitForEmail(factory.dataDir, vet.email, `${ticket.title}: danger sign, please call`)).toMatch(
      /^Subject: URGENT: /m,
    )
    await client.post(records, { veterinary_record_id: ticket.id, danger_sign_ids: [stop] })
    await waitForEmail(factory.dataDir, vet.email, `${ticket.title}: danger sign, do not open`)
  })

  test('has its signs in histories and exports', async () => {
    const { id, animal } = await draft([])
    await client.put(`${records}/${animal.id}`, { danger_sign_ids: [stop, call] })
    const [first, second] = [stop, call].map((one) => signs.find((sign) => sign.id === one)?.name)
    const history = JSON.stringify((await admin.get(`/post-mortems/${id}/history`)).body)
    expect(history).toContain(`"field":"Danger signs","from":null,"to":"${first}, ${second}"`)
    const [line] = parse(
      (await client.get(`/exports/veterinary-record-animals?filter[veterinary_record_id]=${id}`)).bytes,
      {
        columns: true,
        bom: true,
      },
    )
    expect(line).toMatchObject({ 'Danger signs': `${first}; ${second}` })
    const names = (await admin.get('/sites?per_page=9999')).body.data.find((one: { id: string }) => one.id === site.id)
    const { read, importProblems } = csvImports(factory, admin)
    const file = (signs: string) =>
      `number,customer,site,record_at,tag,danger_signs\nD-1,${names.customer.name},${names.name},2026-11-20,D 1,"${signs}"\n`
    expect(await importProblems('post-mortems', file('Unheard of'))).toHaveLength(1)
    await read('post-mortems?apply=1', file(`${first}; ${second}`))
    const [imported] = (await client.get(`${records}?filter[tag]=D%201`)).body.data
    expect(imported.danger_sign_ids).toEqual([stop, call])
  })
})

describe('the authorities to call', () => {
  test('are stored with the practice, at most ten, each with name and phone', async () => {
    expect((await client.get('/provider')).body.data.authorities).toEqual([])
    const authorities = [
      { name: 'Chief Veterinarian', phone: '1-800-524-0051', note: 'Day and night' },
      { name: 'CFIA', phone: '403' },
    ]
    const put = async (body: object, by = admin) => (await by.put('/provider', body)).body
    expect((await put({ authorities })).data.authorities).toEqual([authorities[0], { ...authorities[1], note: null }])
    await put({ phone: '+1 403 555 0111' })
    expect((await client.get('/provider')).body.data.authorities).toHaveLength(2)
    expect((await put({ authorities: [{ name: 'CFIA' }, { phone: '1' }] })).errors).toEqual({
      'authorities.0.phone': ['Please enter a phone number.'],
      'authorities.1.name': ['Please enter a name.'],
    })
    const eleven = Array.from({ length: 11 }, () => authorities[1])
    expect((await put({ authorities: eleven })).errors).toEqual({
      authorities: ['Please enter at most 10 authorities.'],
    })
    for (const person of [client, vet]) expect((await person.put('/provider', { authorities: [] })).status).toBe(403)
    expect((await put({ authorities: '' })).data.authorities).toEqual([])
  })
})
