import { animalFieldNames, definitionOf } from '@chisholm/domain/animal-fields'
import { describe, expect, test } from 'vitest'
import { type AnimalInput, type OutboxChange, outboxChanges } from '../../api/outbox-changes.ts'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { animalsFromEntries, applyAnimalInput, named } from './unsent-animal.ts'

const names = { yellow: 'Yellow', red: 'Red', angus: 'Angus', bloat: 'Bloat' }
const entryOf = (change: OutboxChange): OutboxEntry => ({
  ...change,
  id: '1',
  at: Date.UTC(2026, 10, 20),
  key: '',
  names,
  refusal: null,
})
const added = (fields: AnimalInput) => {
  const [made] = animalsFromEntries([entryOf(outboxChanges.addAnimal('A', 'cow', fields))])
  if (!made) throw new Error('an entry that adds an animal describes it')
  return made
}

test('an animal added offline has every field of a response, empty where nothing was typed', () => {
  const cow = added({})
  for (const field of animalFieldNames)
    expect(cow[field], field).toEqual(definitionOf(field).kind === 'entries' ? [] : null)
  expect(cow).toMatchObject({
    id: 'cow',
    veterinary_record_id: 'A',
    photos: 0,
    created_at: '2026-11-20T00:00:00.000Z',
    updated_at: '2026-11-20T00:00:00.000Z',
    breed: null,
    tag_color: null,
    vet_diagnosis: null,
  })
})

test.each<[string, OutboxChange, string | undefined]>([
  ['add', outboxChanges.addAnimal('A', 'cow', { tag: '1' }), '1'],
  ['edit', outboxChanges.editAnimal('A', 'cow', { tag: '2' }), '2'],
  ['delete', outboxChanges.deleteAnimal('A', 'cow'), undefined],
  ['sending', outboxChanges.sendPostMortem('A'), undefined],
  ['deleting the ticket', outboxChanges.deletePostMortem('A'), undefined],
])('the entry of %s tells of an animal what was typed', (_what, change, tag) => {
  expect(animalsFromEntries([entryOf(change)])[0]?.tag).toBe(tag)
})

test('entries tell what was typed about an animal that the server does not have any more, opinions included', () => {
  const diagnosis = { body: { vet_diagnosis_id: 'bloat', vet_findings: 'Froth in the rumen.' }, base: {} }
  const systems = [{ system: 'digestive', state: 'abnormal', text: 'Froth.' } as const]
  const shown = animalsFromEntries(
    [
      outboxChanges.editAnimal('A', 'cow', { tag: '1' }),
      outboxChanges.editAnimal('A', 'cow', { pen: '2' }),
      outboxChanges.diagnoseAnimal('A', 'cow', diagnosis),
      outboxChanges.addAnimal('A', 'calf', { tag: '3' }),
      outboxChanges.examineAnimal('A', 'calf', { body: { systems }, base: {} }),
    ].map(entryOf),
  )
  expect(shown).toMatchObject([
    { id: 'cow', tag: '1', pen: '2', vet_diagnosis: { name: 'Bloat' }, vet_findings: 'Froth in the rumen.' },
    { id: 'calf', tag: '3', examination: { systems: expect.arrayContaining(systems) } },
  ])
})

describe('edited fields are shown as the server will return them', () => {
  test.each<[AnimalInput, object]>([
    [{ tag: '7' }, { tag: '7' }],
    [{ tag: '' }, { tag: null }],
    [
      { pen: '', lot: '' },
      { pen: null, lot: null },
    ],
    [{ weight: 0 }, { weight: 0 }],
    [{ weight: null }, { weight: null }],
    [{ temperature: -2.5 }, { temperature: -2.5 }],
    [{ rfid: '982 000 123 456 789' }, { rfid: '982000123456789' }],
    [{ rfid: 'CAN000123456789' }, { rfid: '124000123456789' }],
    [{ rfid: 'abc' }, { rfid: 'abc' }],
    [{ rfid: 'LR 0001' }, { rfid: 'LR 0001' }],
    [{ rfid: '' }, { rfid: null }],
    [{ breed_id: 'angus' }, { breed_id: 'angus', breed: { id: 'angus', name: 'Angus' } }],
    [{ tag_color_id: 'red' }, { tag_color_id: 'red', tag_color: { id: 'red', name: 'Red' } }],
    [{ tag_color_id: null }, { tag_color_id: null, tag_color: null }],
    [{ tag_color_id: '' }, { tag_color_id: null, tag_color: null }],
    [{ tag_color_id: 'unheard of' }, { tag_color: { id: 'unheard of', name: '…' } }],
    [{ vet_diagnosis_id: 'bloat' }, { vet_diagnosis: { id: 'bloat', name: 'Bloat' }, customer_diagnosis: null }],
    [{}, {}],
  ])('%o', (typed, shown) => {
    const before = added({ tag: '1', pen: '2', lot: '3', weight: 500, rfid: '1', tag_color_id: 'yellow' })
    expect(applyAnimalInput(before, typed, names)).toEqual({ ...before, ...typed, ...shown })
  })
})

test('danger signs ticked offline are shown with their advice, and can be unticked', () => {
  const blood = { id: 'blood', name: 'Blood', advice: 'Do not open', level: 'stop' } as const
  const change = outboxChanges.addAnimal('A', 'cow', { danger_sign_ids: ['blood'] }, [blood])
  const cow = animalsFromEntries([entryOf(change)])[0]
  expect(cow).toMatchObject({ danger_sign_ids: ['blood'], danger_signs: [blood] })
  const safe = cow && applyAnimalInput(cow, { danger_sign_ids: [] }, {}, [])
  expect(safe).toMatchObject({ danger_sign_ids: [], danger_signs: [] })
  // changes of other fields do not affect them
  expect(cow && applyAnimalInput(cow, { pen: '7' }, {}).danger_signs).toEqual([blood])
})

test('a library entry chosen earlier keeps its name, although the change does not contain it', () => {
  const before = added({ tag_color_id: 'yellow' })
  expect(applyAnimalInput(before, { tag_color_id: 'yellow' }, {}).tag_color?.name).toBe('Yellow')
  expect(named('yellow', {})).toEqual({ id: 'yellow', name: '…' })
})
