import { describe, expect, test } from 'vitest'
import { type OutboxChange, outboxChanges, type VetDiagnosisFields } from './outbox-changes.ts'
import type { OutboxEntry } from './outbox-entries.ts'
import {
  type DeletionChange,
  isCreationOf,
  isEdit,
  nextToSend,
  obsoletedByDeletion,
  supersedeRefused,
  withDependents,
} from './outbox-rules.ts'

const details = { record_at: '2026-11-20', customer_id: 'c', site_id: 's', note: 'n', no_vet_visit_requested: 0 }
const refusal = { status: 422, message: 'No.', errors: {} }

const changes = {
  create: outboxChanges.createPostMortem('A', details),
  edit: outboxChanges.editPostMortem('A', { ...details, note: 'edited' }),
  send: outboxChanges.sendPostMortem('A'),
  drop: outboxChanges.deletePostMortem('A'),
  addCow: outboxChanges.addAnimal('A', 'cow', { tag: '1', pen: '9' }),
  editCow: outboxChanges.editAnimal('A', 'cow', { tag: '2' }),
  dropCow: outboxChanges.deleteAnimal('A', 'cow'),
  addSteer: outboxChanges.addAnimal('A', 'steer', { tag: '3' }),
  skipHeart: outboxChanges.skipPhoto('A', 'cow', 'heart', 'Not opened'),
  skipLiver: outboxChanges.skipPhoto('A', 'cow', 'liver', 'Not opened'),
  editPhoto: outboxChanges.editPhoto('A', { id: 'photo', media_attachable_id: 'cow' }, { caption: 'Lobe' }),
  comment: outboxChanges.writeComment('A', { id: 'comment', text: 'Hello', internal: false }),
  nextComment: outboxChanges.writeComment('A', { id: 'next', text: 'Hello again', internal: false }),
  sample: outboxChanges.addSample('A', {
    id: 'sample',
    veterinary_record_animal_id: 'cow',
    sample_kind_id: 'k',
    taken_at: '2026-11-20T10:00:00Z',
  }),
  complete: outboxChanges.completePostMortem('A', '2026-11-20T10:00:00Z'),
  createB: outboxChanges.createPostMortem('B', details),
  addToB: outboxChanges.addAnimal('B', 'calf', { tag: '4' }),
} satisfies Record<string, OutboxChange>
type Name = keyof typeof changes

/** Creates entries in this order. A name with an exclamation mark means that the server refused the entry. */
const outboxOf = (list: string): OutboxEntry[] =>
  list
    .split(' ')
    .filter(Boolean)
    .map((word, at) => {
      // cast: the lists below contain names of changes
      const id = word.replace('!', '') as Name
      return {
        ...changes[id],
        id,
        at,
        key: `key of ${id}`,
        names: { [id]: 'before' },
        refusal: word.endsWith('!') ? refusal : null,
      }
    })
const idsOf = (entries: readonly OutboxEntry[]) => entries.map(({ id }) => id).join(' ')

test.each<[Name, string, string, object | undefined]>([
  ['create', 'POST', '/post-mortems', { ...details, id: 'A' }],
  ['edit', 'PUT', '/post-mortems/A', { ...details, note: 'edited' }],
  ['send', 'PUT', '/post-mortems/A', { draft: 0 }],
  ['drop', 'DELETE', '/post-mortems/A', undefined],
  ['addCow', 'POST', '/veterinary-record-animals', { tag: '1', pen: '9', id: 'cow', veterinary_record_id: 'A' }],
  ['editCow', 'PUT', '/veterinary-record-animals/cow', { tag: '2' }],
  ['dropCow', 'DELETE', '/veterinary-record-animals/cow', undefined],
  ['skipHeart', 'PUT', '/veterinary-record-animals/cow/photo-slots/heart', { skipped_reason: 'Not opened' }],
  ['editPhoto', 'PUT', '/medias/photo', { caption: 'Lobe' }],
])('the change "%s" asks for %s %s', (name, method, path, body) => {
  expect(changes[name]).toMatchObject({ method, path, postMortemId: 'A' })
  expect(changes[name].body).toEqual(body)
})

test('fields of an animal cannot rename it or move it to another ticket', () => {
  const fields = { tag: '1', id: 'other', veterinary_record_id: 'B' }
  expect(outboxChanges.addAnimal('A', 'cow', fields).body).toEqual({ tag: '1', id: 'cow', veterinary_record_id: 'A' })
})

test.each<[Name, boolean]>([
  ['create', true],
  ['edit', true],
  ['addCow', true],
  ['editCow', true],
  ['send', false],
  ['drop', false],
  ['dropCow', false],
])('the change "%s" counts as typed in a form: %s', (name, typed) => {
  expect(isEdit(changes[name])).toBe(typed)
})

test.each([
  ['', '', undefined],
  ['create addCow send', '', 'create'],
  ['create createB', 'A', 'createB'],
  ['create createB', 'A B', undefined],
  ['create! addCow', '', undefined],
  ['create addCow!', '', undefined],
  ['create addCow! createB addToB', '', 'createB'],
  ['createB addToB! create', '', 'create'],
  ['create! createB!', '', undefined],
  ['drop!', '', undefined],
  ['createB addToB! create', 'A', undefined],
  ['comment! nextComment', '', 'nextComment'],
  ['comment! editCow', '', 'editCow'],
  ['comment! complete', '', 'complete'],
  ['comment! send', '', 'send'],
  ['comment! editCow', 'A', undefined],
  ['comment!', '', undefined],
  ['editCow! comment', '', undefined],
  ['editPhoto! editPhoto', '', undefined],
  ['editPhoto! editCow', '', 'editCow'],
  ['editPhoto! comment', '', 'comment'],
  ['editPhoto! complete', '', undefined],
  ['editPhoto! complete comment', '', 'comment'],
  ['skipHeart! skipLiver', '', 'skipLiver'],
  ['skipHeart! send', '', undefined],
  ['sample! editCow', '', 'editCow'],
  ['sample! complete', '', undefined],
])('of "%s", with tickets "%s" failing, the next to send is %s', (waiting, failing, next) => {
  expect(nextToSend(outboxOf(waiting), new Set(failing.split(' ')))?.id).toBe(next)
})

describe('a change saved after a refusal', () => {
  test.each<[string, Name, string, string]>([
    ['create!', 'edit', 'create', ''],
    ['edit!', 'edit', 'edit', ''],
    ['create! edit', 'edit', 'create', 'edit'],
    ['create edit!', 'edit', 'edit', ''],
    ['addCow!', 'editCow', 'addCow', ''],
    ['addCow! editCow', 'editCow', 'addCow', 'editCow'],
    ['addCow! editCow!', 'editCow', 'addCow', 'editCow'],
    ['addCow editCow!', 'editCow', 'editCow', ''],
    ['create! addCow! addSteer!', 'editCow', 'addCow', ''],
    ['skipHeart!', 'skipHeart', 'skipHeart', ''],
  ])('with "%s" stored, "%s" goes in the place of "%s" and removes "%s"', (stored, change, place, gone) => {
    const next = { change: changes[change], names: {}, key: 'new key' }
    const { replacement, obsolete } = supersedeRefused(outboxOf(stored), next)
    const old = outboxOf(stored).find(({ id }) => id === place)
    expect(replacement).toMatchObject({ id: place, at: old?.at, method: old?.method, path: old?.path, refusal: null })
    expect(replacement?.body).toMatchObject({ ...old?.body, ...changes[change].body })
    expect(idsOf(obsolete)).toBe(gone)
  })

  test('keeps what was edited between the two, each field as it was last, and its value before the first of them', () => {
    const diagnose = (body: Partial<VetDiagnosisFields>, base: Partial<VetDiagnosisFields>) =>
      outboxChanges.diagnoseAnimal('A', 'cow', { body, base })
    const stored: OutboxEntry[] = [
      diagnose({ vet_findings: 'first' }, { vet_findings: null }),
      diagnose({ vet_diagnosis_note: 'one' }, { vet_diagnosis_note: 'before' }),
      diagnose({ vet_findings: 'second', vet_diagnosis_id: 'x' }, { vet_findings: 'first', vet_diagnosis_id: null }),
    ].map((version, at) => ({
      ...version,
      id: `entry ${at}`,
      at,
      key: `key ${at}`,
      names: { [at]: 'before' },
      refusal: at === 0 ? refusal : null,
    }))
    const change = diagnose({ vet_diagnosis_note: 'two' }, { vet_diagnosis_note: 'one' })
    const { replacement, obsolete } = supersedeRefused(stored, { change, names: {}, key: 'new key' })
    expect(replacement).toMatchObject({
      id: 'entry 0',
      body: { vet_findings: 'second', vet_diagnosis_note: 'two', vet_diagnosis_id: 'x' },
      base: { vet_findings: null, vet_diagnosis_note: 'before', vet_diagnosis_id: null },
      names: { 0: 'before', 1: 'before', 2: 'before' },
    })
    expect(idsOf(obsolete)).toBe(idsOf(stored.slice(1)))
  })

  test.each<[string, Name, string]>([
    ['', 'edit', ''],
    ['create', 'edit', ''],
    ['create!', 'send', ''],
    ['send!', 'edit', ''],
    ['drop!', 'edit', ''],
    ['send!', 'send', 'send'],
    ['send!', 'drop', ''],
    ['drop!', 'drop', 'drop'],
    ['dropCow!', 'dropCow', 'dropCow'],
    ['dropCow!', 'editCow', ''],
    ['addCow!', 'dropCow', ''],
    ['addCow!', 'edit', ''],
    ['create!', 'editCow', ''],
    ['addSteer!', 'editCow', ''],
    ['createB!', 'edit', ''],
    ['skipHeart!', 'skipLiver', ''],
    ['addCow! skipHeart!', 'editPhoto', ''],
  ])('with "%s" stored, "%s" becomes an entry of its own and removes "%s"', (stored, change, gone) => {
    const next = { change: changes[change], names: {}, key: 'new key' }
    const { replacement, obsolete } = supersedeRefused(outboxOf(stored), next)
    expect(replacement).toBeNull()
    expect(idsOf(obsolete)).toBe(gone)
  })

  test('is sent under a new key, because the old one would only return the old error', () => {
    const next = { change: changes.editCow, names: { yellow: 'Yellow' }, key: 'new key' }
    expect(supersedeRefused(outboxOf('addCow!'), next).replacement).toMatchObject({
      key: 'new key',
      names: { addCow: 'before', yellow: 'Yellow' },
    })
  })

  test('does not modify the stored entries', () => {
    const stored = outboxOf('addCow! editCow')
    supersedeRefused(stored, { change: changes.editCow, names: { a: 'b' }, key: 'new key' })
    expect(stored).toEqual(outboxOf('addCow! editCow'))
  })
})

const everything = 'create edit addCow editCow addSteer dropCow createB addToB send'

test.each([
  ['create', 'create edit addCow editCow addSteer dropCow send'],
  ['edit', 'edit'],
  ['addCow', 'addCow editCow dropCow'],
  ['editCow', 'editCow'],
  ['dropCow', 'dropCow'],
  ['addSteer', 'addSteer'],
  ['createB', 'createB addToB'],
  ['addToB', 'addToB'],
  ['send', 'send'],
])('discarding "%s" discards "%s"', (id, gone) => {
  const entry = outboxOf(everything).find((one) => one.id === id)
  expect(entry && idsOf(withDependents(outboxOf(everything), entry))).toBe(gone)
})

describe('a deletion', () => {
  const deletions: Record<'ticket' | 'animal', DeletionChange> = { ticket: changes.drop, animal: changes.dropCow }
  test.each<[keyof typeof deletions, string, string]>([
    ['ticket', '', ''],
    ['ticket', 'create', ''],
    ['ticket', 'create!', 'create'],
    ['ticket', everything, 'edit addCow editCow addSteer dropCow send'],
    ['ticket', 'edit! send!', 'edit send'],
    ['ticket', 'createB! addToB', ''],
    ['ticket', 'drop!', 'drop'],
    ['animal', 'addCow', ''],
    ['animal', 'addCow!', 'addCow'],
    ['animal', 'addCow! editCow addSteer!', 'addCow editCow'],
    ['animal', 'addCow! skipHeart editPhoto', 'addCow skipHeart editPhoto'],
    ['animal', 'create! editCow! send', 'editCow'],
    ['animal', 'dropCow!', 'dropCow'],
    ['animal', everything, 'editCow dropCow'],
  ])('of the %s with "%s" stored removes "%s"', (target, stored, gone) => {
    expect(idsOf(obsoletedByDeletion(outboxOf(stored), deletions[target]))).toBe(gone)
  })

  test.each<[Name, DeletionChange, boolean]>([
    ['create', changes.drop, true],
    ['createB', changes.drop, false],
    ['edit', changes.drop, false],
    ['addCow', changes.drop, false],
    ['addCow', changes.dropCow, true],
    ['addSteer', changes.dropCow, false],
    ['editCow', changes.dropCow, false],
  ])('"%s" against %o: is the creation of what is deleted: %s', (change, deletion, creates) => {
    expect(isCreationOf(changes[change], deletion)).toBe(creates)
  })
})
