import { completeSystems, type OrganSystem, organSystems } from '@chisholm/domain/examination'
import type { Examination } from '@chisholm/domain/schemas/examination'
import type { Animal, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { describe, expect, test } from 'vitest'
import { asTyped, type BasedEntry, conflictWith, isBased, rebase, resolveConflict } from './concurrent-changes.ts'
import {
  type AnimalInput,
  type ExaminationInput,
  type OutboxChange,
  outboxChanges,
  type PostMortemDetails,
  type VetDiagnosisFields,
} from './outbox-changes.ts'

const stored = { id: '1', at: 1, key: 'key', names: {}, refusal: null }
function entryOf(change: OutboxChange): BasedEntry {
  const entry = { ...change, ...stored }
  if (!isBased(entry)) throw new Error('the change has a base')
  return entry
}
const diagnose = (body: Partial<VetDiagnosisFields>, base: Partial<VetDiagnosisFields>) =>
  entryOf(outboxChanges.diagnoseAnimal('A', 'cow', { body, base }))
const animal = (fields: Partial<Animal>) => {
  const empty = { vet_diagnosis_id: null, vet_findings: null, vet_diagnosis_note: null, vet_diagnosis: null }
  // cast: the fields that these rules use
  return { ...empty, ...fields } as Animal
}
const ticket = (record: Partial<PostMortem['veterinary_record']>) =>
  // cast: the fields that these rules use
  ({ veterinary_record: { scheduled_at: null, scheduled_for_id: null, scheduled_for: null, ...record } }) as PostMortem

describe("a veterinarian's input does not overwrite what somebody else wrote meanwhile", () => {
  test.each<[string, Partial<VetDiagnosisFields>, Partial<VetDiagnosisFields>, Partial<Animal>, string[]]>([
    ['nobody changed it', { vet_findings: 'mine' }, { vet_findings: 'old' }, { vet_findings: 'old' }, []],
    ['an empty text is none', { vet_findings: 'mine' }, { vet_findings: '' }, { vet_findings: null }, []],
    ['another field', { vet_findings: 'mine' }, { vet_findings: null }, { vet_diagnosis_note: 'theirs' }, []],
    ['the same field', { vet_findings: 'mine' }, { vet_findings: 'old' }, { vet_findings: 'theirs' }, ['vet_findings']],
    ['the same field in the same way', { vet_findings: 'same' }, { vet_findings: 'old' }, { vet_findings: 'same' }, []],
    ['the same field, emptied', { vet_findings: 'mine' }, { vet_findings: 'old' }, {}, ['vet_findings']],
    ['a text that the server trimmed', { vet_findings: 'a b' }, { vet_findings: ' a ' }, { vet_findings: 'a' }, []],
    [
      'a text emptied here',
      { vet_findings: '' },
      { vet_findings: 'old' },
      { vet_findings: 'theirs' },
      ['vet_findings'],
    ],
    [
      'one of two fields',
      { vet_findings: 'mine', vet_diagnosis_note: 'mine' },
      { vet_findings: null, vet_diagnosis_note: null },
      { vet_diagnosis_note: 'theirs' },
      ['vet_diagnosis_note'],
    ],
  ])('%s', (_what, body, base, now, expected) => {
    expect(Object.keys(conflictWith(diagnose(body, base), animal(now)) ?? {})).toEqual(expected)
  })

  test('a diagnosis is shown by its name', () => {
    const mine = diagnose({ vet_diagnosis_id: 'bloat' }, { vet_diagnosis_id: null })
    const now = animal({ vet_diagnosis_id: 'brd', vet_diagnosis: { id: 'brd', name: 'Bovine respiratory disease' } })
    expect(conflictWith(mine, now)).toEqual({
      vet_diagnosis_id: { value: 'brd', name: 'Bovine respiratory disease' },
    })
  })
})

describe('an edit of an animal', () => {
  const edit = (fields: AnimalInput, base: AnimalInput) =>
    entryOf(outboxChanges.editAnimal('A', 'cow', fields, { base }))
  const now = (fields: Partial<Animal>) => animal({ danger_signs: [], ...fields })
  const treatment = { id: '1', treatment_id: null, name: 'Florfenicol', given_at: null, note: null }

  test.each<[string, AnimalInput, AnimalInput, Partial<Animal>, string[]]>([
    ['the same field', { pen: '88' }, { pen: '1' }, { pen: '77' }, ['pen']],
    ['another field', { pen: '88' }, { pen: '1' }, { pen: '1', lot: 'L9' }, []],
    ['the same field in the same way', { pen: '77' }, { pen: '1' }, { pen: '77' }, []],
    ['a number', { weight: 540 }, { weight: null }, { weight: 520 }, ['weight']],
    ['an RFID in another format', { rfid: '' }, { rfid: '982 000 001 088 420' }, { rfid: '982000001088420' }, []],
    ['a temperature as stored', { air_temperature_c: 3 }, { air_temperature_c: 4.96 }, { air_temperature_c: 4.9 }, []],
    [
      'signs in another order',
      { danger_sign_ids: [] },
      { danger_sign_ids: ['a', 'b'] },
      { danger_sign_ids: ['b', 'a'] },
      [],
    ],
    [
      'other signs',
      { danger_sign_ids: ['c'] },
      { danger_sign_ids: [] },
      { danger_sign_ids: ['a'] },
      ['danger_sign_ids'],
    ],
    [
      'the same treatments',
      { treatments_given: [] },
      { treatments_given: [treatment] },
      { treatments_given: [{ ...treatment, id: '2' }] },
      [],
    ],
    ['a field without a base, as in older drafts', { pen: '88' }, {}, { pen: '77' }, []],
  ])('%s', (_what, fields, base, theirs, expected) => {
    expect(Object.keys(conflictWith(edit(fields, base), now(theirs)) ?? {})).toEqual(expected)
  })

  test('shows entries of lists by their names', () => {
    const theirs = now({
      breed_id: 'angus',
      breed: { id: 'angus', name: 'Angus' },
      danger_sign_ids: ['blood'],
      danger_signs: [{ id: 'blood', name: 'Unclotted blood', advice: null, level: 'stop' }],
    })
    const mine = edit({ breed_id: 'hereford', danger_sign_ids: [] }, { breed_id: null, danger_sign_ids: ['other'] })
    expect(conflictWith(mine, theirs)).toEqual({
      breed_id: { value: 'angus', name: 'Angus' },
      danger_sign_ids: { value: 'blood', name: 'Unclotted blood' },
    })
  })

  test('made by an earlier version of the app has no base', () => {
    expect(isBased({ ...outboxChanges.editAnimal('A', 'cow', { pen: '88' }), ...stored })).toBe(false)
  })
})

describe('an edit of the details', () => {
  const edit = (details: Partial<PostMortemDetails>, base: Partial<PostMortemDetails>) =>
    entryOf(outboxChanges.editPostMortem('A', details, base))
  // cast: the fields that these rules use
  const now = {
    record_at: '2026-11-20',
    note: 'theirs',
    no_vet_visit_requested: 0,
    customer_id: 'c',
    site_id: 's',
    customer: { id: 'c', name: 'Bar Feeders' },
    veterinary_record: { site: { id: 's', name: 'North Yard' } },
  } as PostMortem

  test('asks about fields that somebody else has changed, and no others', () => {
    const mine = edit(
      { note: 'mine', record_at: '2026-11-21', site_id: 't' },
      { note: '', record_at: '2026-11-20', site_id: 'u' },
    )
    expect(conflictWith(mine, now)).toEqual({
      note: { value: 'theirs', name: null },
      site_id: { value: 's', name: 'North Yard' },
    })
  })

  test('asks about the client, too, if somebody else chose a site that the client entered here does not have', () => {
    const mine = edit({ customer_id: 'd', site_id: 't' }, { customer_id: 'c', site_id: 'u' })
    const conflict = conflictWith(mine, now)
    expect(conflict).toEqual({
      customer_id: { value: 'c', name: 'Bar Feeders' },
      site_id: { value: 's', name: 'North Yard' },
    })
    const refused = { ...mine, refusal: { status: 412, message: 'No.', errors: {}, ...(conflict && { conflict }) } }
    expect(resolveConflict(refused, new Set())).toBeNull()
  })
})

describe('a visit', () => {
  const vet = { id: 'luis', first_name: 'Luis', last_name: 'Ortega' }
  const schedule = (body: object, base: object) =>
    entryOf(outboxChanges.schedulePostMortem('A', { body, base, vet: null }))

  test('is moved if only the format of its timestamp differs', () => {
    const mine = schedule({ scheduled_at: '2026-11-26T09:00:00.000Z' }, { scheduled_at: '2026-11-25T09:00:00Z' })
    expect(conflictWith(mine, ticket({ scheduled_at: '2026-11-25T09:00:00.000Z' }))).toBeNull()
  })

  test('assigned by somebody else in the meantime is reported with the name', () => {
    const mine = schedule({ scheduled_for_id: 'dana' }, { scheduled_for_id: null })
    const now = ticket({ scheduled_for_id: 'luis', scheduled_for: vet })
    expect(conflictWith(mine, now)).toEqual({ scheduled_for_id: { value: 'luis', name: 'Luis Ortega' } })
  })
})

describe('a resolved conflict', () => {
  const body = { vet_findings: 'mine', vet_diagnosis_note: 'mine' }
  const theirs = animal({ vet_findings: 'theirs', vet_diagnosis_note: 'theirs' })
  const base = { vet_findings: null, vet_diagnosis_note: null }
  const refusedOf = (entry: BasedEntry, now: Animal): BasedEntry => {
    const conflict = conflictWith(entry, now)
    return { ...entry, refusal: { status: 412, message: 'No.', errors: {}, ...(conflict && { conflict }) } }
  }

  test.each<[string[], object | null]>([
    [['vet_findings', 'vet_diagnosis_note'], body],
    [['vet_findings'], { vet_findings: 'mine' }],
    [[], null],
  ])('keeping %o sends %o, which meets no conflict any more', (ownFields, sent) => {
    const resolved = resolveConflict(refusedOf(diagnose(body, base), theirs), new Set(ownFields))
    expect(resolved?.body ?? null).toEqual(sent)
    if (!resolved) return
    expect(resolved).toMatchObject({ refusal: null })
    // The key belongs to the earlier request.
    expect(resolved.key).not.toBe('key')
    expect(conflictWith(resolved, theirs)).toBeNull()
    expect(conflictWith(resolved, animal({ vet_findings: 'changed again' }))).not.toBeNull()
  })

  test('fields without a conflict are sent whatever is chosen', () => {
    const half = animal({ vet_findings: 'theirs' })
    expect(resolveConflict(refusedOf(diagnose(body, base), half), new Set())?.body).toEqual({
      vet_diagnosis_note: 'mine',
    })
  })
})

describe('an examination', () => {
  const lesion = {
    id: '1',
    diagnosis_id: 'aip',
    role: 'primary',
    certainty: 'probable',
    basis: 'gross',
    severity: null,
    stage: null,
    note: null,
  } as const
  const findings = (state: 'normal' | 'not_examined') => completeSystems([{ system: 'liver', state, text: null }])
  const examine = (body: ExaminationInput, base: ExaminationInput) =>
    entryOf(outboxChanges.examineAnimal('A', 'cow', { body, base }))
  const examined = (fields: object) =>
    // cast: the fields that these rules use
    animal({ examination: { lesions: [], systems: findings('not_examined'), ...fields } as unknown as Examination })

  test('the first one has an empty base, whether the animal has an empty examination or none', () => {
    const mine = examine(
      { systems: findings('normal'), lesions: [lesion] },
      { systems: findings('not_examined'), lesions: [] },
    )
    for (const now of [animal({ examination: null }), examined({})]) expect(conflictWith(mine, now)).toBeNull()
  })

  describe('continued in two tabs', () => {
    const systems = (texts: Partial<Record<OrganSystem, string>>) =>
      completeSystems(
        organSystems.flatMap((system) => {
          const text = texts[system]
          return text === undefined ? [] : [{ system, state: 'abnormal' as const, text }]
        }),
      )
    const mine = examine({ systems: systems({ liver: 'Pale ' }) }, { systems: systems({}) })

    test('has the findings of both, under a new key', () => {
      const now = examined({ systems: systems({ urinary: 'Stones' }) })
      const rebased = rebase(mine, now)
      expect(rebased.body).toEqual({ systems: systems({ liver: 'Pale ', urinary: 'Stones' }) })
      expect(rebased.key).not.toBe(mine.key)
      expect(conflictWith(rebased, now)).toBeNull()
    })
    test('is the same request if nothing was saved meanwhile, or the same', () => {
      for (const texts of [{}, { liver: 'Pale' }])
        expect(rebase(mine, examined({ systems: systems(texts) })).key).toBe(mine.key)
    })
    test('is a conflict if both changed the same system', () => {
      const now = examined({ systems: systems({ liver: 'Dark' }) })
      expect(Object.keys(conflictWith(rebase(mine, now), now) ?? {})).toEqual(['systems'])
    })
    test('began when it was begun first', () => {
      const [first, later] = ['2026-11-20T10:00:00.000Z', '2026-11-20T10:00:01.000Z']
      const begun = examine({ examined_at: later, mode: 'on_site' }, { examined_at: null, mode: null })
      const now = examined({ examined_at: first, mode: 'on_site' })
      expect(rebase(begun, now).body).toEqual({ examined_at: first, mode: 'on_site' })
      expect(conflictWith(rebase(begun, now), now)).toBeNull()
    })
    test('shows each finding as it was typed here, unless it was changed there', () => {
      const saved = systems({ liver: 'Pale ', urinary: 'Stones ' })
      const shown = systems({ liver: 'Pale', urinary: 'Gravel' })
      expect(asTyped('systems', saved, shown)).toEqual(systems({ liver: 'Pale ', urinary: 'Gravel' }))
    })
  })

  test('texts that the server trimmed are the same', () => {
    const systems = (text: string) => completeSystems([{ system: 'liver', state: 'abnormal', text }])
    const mine = examine(
      { systems: systems('Enlarged liver'), lesions: [{ ...lesion, note: 'Left lobe' }] },
      { systems: systems('Enlarged '), lesions: [{ ...lesion, note: 'Left ' }] },
    )
    const theirs = { ...lesion, note: 'Left', diagnosis: { id: lesion.diagnosis_id, name: 'Abscess' } }
    expect(conflictWith(mine, examined({ systems: systems('Enlarged'), lesions: [theirs] }))).toBeNull()
  })

  test('lesions that somebody else wrote are shown by the names of their diagnoses; systems are compared separately', () => {
    const theirs = { ...lesion, certainty: 'confirmed', diagnosis: { id: 'aip', name: 'Interstitial pneumonia' } }
    const now = examined({ lesions: [theirs] })
    expect(
      conflictWith(examine({ systems: findings('normal') }, { systems: findings('not_examined') }), now),
    ).toBeNull()
    const conflict = conflictWith(examine({ lesions: [lesion] }, { lesions: [] }), now)
    expect(conflict?.['lesions']?.name).toBe('Interstitial pneumonia')
  })

  test('lesions that differ in nothing but their ids are the same', () => {
    const stored = { ...lesion, id: '2', diagnosis: { id: 'aip', name: 'Interstitial pneumonia' } }
    const mine = examine({ lesions: [{ ...lesion, note: 'Left lobe' }] }, { lesions: [lesion] })
    expect(conflictWith(mine, examined({ lesions: [stored] }))).toBeNull()
  })

  test('after a choice, the examination is based on the current state', () => {
    const now = examined({ systems: findings('normal') })
    const mine = examine(
      { systems: completeSystems([]) },
      { systems: completeSystems([{ system: 'external', state: 'normal', text: null }]) },
    )
    const conflict = conflictWith(mine, now)
    const refusal = { status: 412, message: '', errors: {}, ...(conflict && { conflict }) }
    const resolved = resolveConflict({ ...mine, refusal }, new Set(['systems']))
    expect(resolved && conflictWith(resolved, now)).toBeNull()
  })
})
