import { organSystems } from '@chisholm/domain/examination'
import { describe, expect, test } from 'vitest'
import { createSharedFactory } from '../../testing/factory.ts'
import { seedLibrary } from '../library/index.ts'

const factory = await createSharedFactory()
await seedLibrary(factory.db)
const { client, site } = await factory.client()
const [vet, admin] = [await factory.user('Veterinarian'), await factory.user('Admin')]
const [pneumonia = '', bloat = '', abscess = ''] = (
  await factory.db.selectFrom('library_entries').select('id').where('list', '=', 'diagnoses').limit(3).execute()
).map(({ id }) => id)
const records = '/veterinary-record-animals'
const lesion = (diagnosis_id: string, changes: object = {}) => ({
  diagnosis_id,
  role: 'primary',
  certainty: 'confirmed',
  basis: 'histology',
  ...changes,
})
const sentAnimal = async () => {
  const postMortem = await factory.pendingPostMortem(client, site)
  return String(postMortem.veterinary_record.veterinary_record_animals[0]?.id)
}
const examine = (by: typeof vet, id: string, body: object, headers = {}) =>
  by.put(`${records}/${id}/examination`, body, headers)
const read = async (id: string) => (await vet.get(`${records}/${id}`)).body.data

describe('the examination of an animal', () => {
  test('is returned completely: every system, with missing ones as not examined', async () => {
    const id = await sentAnimal()
    expect((await read(id)).examination).toBeNull()
    const body = {
      examined_at: '2026-11-20T09:30:00-06:00',
      mode: 'on_site',
      extent: 'partial',
      condition: 3,
      systems: [
        { system: 'respiratory', state: 'abnormal', text: ' Firm and red. ' },
        { system: 'external', state: 'normal' },
      ],
      lesions: [
        lesion(pneumonia, { severity: 'severe', stage: 'acute', note: 'Both lungs.' }),
        lesion(bloat, { role: 'incidental', basis: 'photo', certainty: 'suspected' }),
      ],
    }
    const { status, body: answer } = await examine(vet, id, body)
    expect(status).toBe(200)
    const { examination } = answer.data
    expect(examination).toMatchObject({
      examined_at: '2026-11-20T15:30:00.000Z',
      mode: 'on_site',
      extent: 'partial',
      condition: 3,
    })
    expect(examination.systems).toEqual(
      organSystems.map((system) => {
        if (system === 'respiratory') return { system, state: 'abnormal', text: 'Firm and red.' }
        return { system, state: system === 'external' ? 'normal' : 'not_examined', text: null }
      }),
    )
    expect(examination.lesions).toMatchObject([
      { ...lesion(pneumonia), severity: 'severe', stage: 'acute', note: 'Both lungs.' },
      { ...lesion(bloat, { role: 'incidental', basis: 'photo', certainty: 'suspected' }), severity: null, note: null },
    ])
    expect(answer.data.vet_diagnosis).toEqual(examination.lesions[0].diagnosis)
    const ticket = (await vet.get(`/post-mortems/${answer.data.veterinary_record_id}`)).body.data
    expect(ticket.veterinary_record.veterinary_record_animals[0].examination).toEqual(examination)
    const again = await examine(vet, id, { condition: '' })
    expect(again.body.data.examination).toEqual({ ...examination, condition: null })
    expect((await examine(vet, id, examination)).body.data.examination).toEqual(examination)
  })

  test.each([
    [{ systems: [{ system: 'liver', state: 'abnormal' }] }, 'systems.0.text', 'Please describe what you found.'],
    [{ systems: [{ system: 'spleen', state: 'normal' }] }, 'systems.0.system', /^Please choose one of: external,/],
    [
      { systems: [1, 2].map(() => ({ system: 'liver', state: 'normal' })) },
      'systems',
      'Each organ system may occur only once.',
    ],
    [{ lesions: [lesion(pneumonia), lesion(bloat)] }, 'lesions', 'An animal has one primary cause of death.'],
    [
      { lesions: Array.from({ length: 21 }, () => lesion(bloat, { role: 'incidental' })) },
      'lesions',
      'Please choose at most 20.',
    ],
    [{ lesions: [lesion(site.id)] }, 'lesions.0.diagnosis_id', 'diagnosis_id is no entry of diagnoses.'],
    [{ lesions: [lesion(bloat, { basis: 'guess' })] }, 'lesions.0.basis', /^Please choose one of: clinical, gross/],
    [{ condition: 6 }, 'condition', 'Please choose a condition from 1 to 5.'],
    [{ condition: 2.5 }, 'condition', 'Please choose a condition from 1 to 5.'],
    [{ mode: 'remote' }, 'mode', 'Please choose one of: on_site, photos.'],
    [{ extent: 'half' }, 'extent', 'Please choose one of: complete, partial, external, photos_only.'],
    [{ examined_at: 'yesterday' }, 'examined_at', 'Please choose a date.'],
  ])('names what is wrong with it: %j', async (body, field, message) => {
    const id = await sentAnimal()
    const { status, body: problem } = await examine(vet, id, body)
    expect([status, Object.keys(problem.errors)]).toEqual([422, [field]])
    expect(problem.errors[field]).toEqual([typeof message === 'string' ? message : expect.stringMatching(message)])
    expect((await read(id)).examination).toBeNull()
  })

  test('happened at the latest now: a later time, of a phone whose clock is wrong, is stored as now', async () => {
    const id = await sentAnimal()
    const before = Date.now()
    const examined_at = new Date(before + 3 * 86_400_000).toISOString()
    expect((await examine(vet, id, { examined_at, mode: 'on_site' })).status).toBe(200)
    const stored = Date.parse((await read(id)).examination.examined_at)
    expect(stored).toBeGreaterThanOrEqual(before)
    expect(stored).toBeLessThanOrEqual(Date.now())
  })

  test('is written only by vet roles: a client of the site gets 403, another client 404', async () => {
    const id = await sentAnimal()
    const otherClient = (await factory.client()).client
    const statuses = []
    for (const by of [client, otherClient, vet, admin])
      statuses.push((await examine(by, id, { systems: [{ system: 'liver', state: 'normal' }] })).status)
    expect(statuses).toEqual([403, 404, 200, 200])
  })

  test('is read-only once the ticket is completed, and of two edits of one version the second gets 412', async () => {
    const postMortem = await factory.completedPostMortem(client, site, vet)
    const completed = String(postMortem.veterinary_record.veterinary_record_animals[0]?.id)
    expect((await examine(vet, completed, { condition: 2 })).status).toBe(409)
    const id = await sentAnimal()
    const { etag } = (await vet.get(`${records}/${id}`)).headers
    const answers = await Promise.all(
      [1, 2, 3].map((condition) => examine(vet, id, { condition }, { 'if-match': etag })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412])
  })
})

describe('the diagnosis of an animal is its primary lesion', () => {
  test('a diagnosis without examination becomes a probable primary lesion; clearing it removes only this lesion', async () => {
    const id = await sentAnimal()
    await vet.put(`${records}/${id}`, { vet_diagnosis_id: pneumonia })
    const bare = { diagnosis_id: pneumonia, role: 'primary', certainty: 'probable', basis: 'gross' }
    const { examination } = await read(id)
    expect(examination.lesions).toMatchObject([bare])
    expect(examination.systems.map(({ state }: { state: string }) => state)).toEqual(
      organSystems.map(() => 'not_examined'),
    )
    const incidental = lesion(bloat, { role: 'incidental' })
    await examine(vet, id, { lesions: [...examination.lesions, incidental] })
    await vet.put(`${records}/${id}`, { vet_diagnosis_id: '' })
    expect((await read(id)).examination.lesions).toMatchObject([incidental])
    await examine(vet, id, { lesions: [] })
    expect((await read(id)).vet_diagnosis_id).toBeNull()
  })

  test('a new diagnosis starts without the previous details, an unchanged one keeps them', async () => {
    const id = await sentAnimal()
    await examine(vet, id, { lesions: [lesion(pneumonia, { note: 'Seen by the laboratory.' })] })
    expect((await read(id)).vet_diagnosis_id).toBe(pneumonia)
    await vet.put(`${records}/${id}`, { vet_diagnosis_id: pneumonia, vet_findings: 'More.' })
    expect((await read(id)).examination.lesions).toMatchObject([{ certainty: 'confirmed' }])
    for (const diagnosis of [abscess, pneumonia]) {
      await vet.put(`${records}/${id}`, { vet_diagnosis_id: diagnosis })
      expect((await read(id)).examination.lesions).toMatchObject([
        { diagnosis_id: diagnosis, certainty: 'probable', basis: 'gross', note: null },
      ])
    }
  })

  test('a bare diagnosis beside the lesion of the one before has an id of its own, and what is read can be written back', async () => {
    const id = await sentAnimal()
    await vet.put(`${records}/${id}`, { vet_diagnosis_id: pneumonia })
    const [first] = (await read(id)).examination.lesions
    await examine(vet, id, { lesions: [{ ...first, role: 'contributing' }] })
    await vet.put(`${records}/${id}`, { vet_diagnosis_id: abscess })
    const { lesions } = (await read(id)).examination
    expect(lesions).toMatchObject([
      { diagnosis_id: abscess, role: 'primary', certainty: 'probable', basis: 'gross' },
      { id: first.id, diagnosis_id: pneumonia, role: 'contributing' },
    ])
    expect((await examine(vet, id, { lesions })).status).toBe(200)
    expect((await read(id)).examination.lesions).toEqual(lesions)
  })

  test('a bare diagnosis beside twenty other lesions is refused', async () => {
    const id = await sentAnimal()
    const others = Array.from({ length: 20 }, () => lesion(bloat, { role: 'incidental' }))
    expect((await examine(vet, id, { lesions: others })).status).toBe(200)
    const { status, body } = await vet.put(`${records}/${id}`, { vet_diagnosis_id: abscess })
    expect([status, body.errors]).toEqual([422, { vet_diagnosis_id: ['An animal has at most 20 lesions.'] }])
    expect((await read(id)).vet_diagnosis_id).toBeNull()
  })

  test('an animal without a primary lesion has no diagnosis, and no filter by diagnosis finds it', async () => {
    const id = await sentAnimal()
    await vet.put(`${records}/${id}`, { vet_diagnosis_id: abscess })
    const found = async () =>
      (await vet.get(`${records}?filter[vet_diagnosis_id]=${abscess}`)).body.data.map(
        (animal: { id: string }) => animal.id,
      )
    expect(await found()).toContain(id)
    await examine(vet, id, { lesions: [lesion(abscess, { role: 'contributing' })] })
    expect((await read(id)).vet_diagnosis).toBeNull()
    expect(await found()).not.toContain(id)
  })

  test('a diagnosis that a lesion names is in use and is not deleted', async () => {
    const superAdmin = await factory.user('SuperAdmin')
    const entry = (await superAdmin.post('/diagnoses', { name: 'Hardware disease of the north' })).body.data.id
    const id = await sentAnimal()
    await examine(vet, id, { lesions: [lesion(entry, { role: 'contributing' })] })
    expect((await superAdmin.delete(`/diagnoses/${entry}`)).status).toBe(409)
  })
})
