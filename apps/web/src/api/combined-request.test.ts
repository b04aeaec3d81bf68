import { constants } from '@chisholm/domain/constants'
import { describe, expect, test } from 'vitest'
import { combine, distributeRefusal } from './combined-request.ts'
import { type OutboxChange, outboxChanges } from './outbox-changes.ts'
import type { OutboxEntry } from './outbox-entries.ts'

const details = { record_at: '2026-11-20', customer_id: 'c', site_id: 's', note: 'n', no_vet_visit_requested: 0 }
const changes = {
  create: outboxChanges.createPostMortem('A', details),
  editDetails: outboxChanges.editPostMortem('A', { ...details, note: 'edited' }),
  addCow: outboxChanges.addAnimal('A', 'cow', { tag: '1', pen: '9' }),
  editCow: outboxChanges.editAnimal('A', 'cow', { tag: '2' }),
  addSteer: outboxChanges.addAnimal('A', 'steer', { tag: '3' }),
  editOther: outboxChanges.editAnimal('A', 'other', { tag: '4' }),
  dropCow: outboxChanges.deleteAnimal('A', 'cow'),
  send: outboxChanges.sendPostMortem('A'),
  sendAfterWarning: outboxChanges.sendPostMortem('A', { danger_acknowledged: 1 }),
  sendWithReason: outboxChanges.sendPostMortem('A', { photos_missing_reason: 'Dark' }),
  sendAfterPhotos: outboxChanges.sendPostMortem('A', { afterPhotos: true }),
  skipPhoto: outboxChanges.skipPhoto('A', 'cow', 'heart', 'Not opened'),
  drop: outboxChanges.deletePostMortem('A'),
  addToB: outboxChanges.addAnimal('B', 'calf', { tag: '5' }),
} satisfies Record<string, OutboxChange>

const outboxOf = (list: string): OutboxEntry[] =>
  list.split(' ').map((id, at) => ({
    // cast: the lists below contain names of changes
    ...changes[id as keyof typeof changes],
    id,
    at,
    key: `key of ${id}`,
    names: {},
    refusal: null,
  }))
function combinedOf(list: string) {
  const entries = outboxOf(list)
  const [create] = entries
  if (create?.kind !== 'create post-mortem') throw new Error('the list begins with a creation')
  return combine(create, entries)
}

const cow = { tag: '1', pen: '9', id: 'cow' }
const steer = { tag: '3', id: 'steer' }

describe('a new post-mortem and its queued changes are one request', () => {
  test.each<[string, object, string[]]>([
    ['create', { ...details, id: 'A' }, []],
    ['create addCow', { ...details, id: 'A', animals: [cow] }, ['addCow']],
    [
      'create addCow addSteer send',
      { ...details, id: 'A', animals: [cow, steer], send: 1 },
      ['addCow', 'addSteer', 'send'],
    ],
    [
      'create addCow sendAfterWarning',
      { ...details, id: 'A', animals: [cow], send: 1, danger_acknowledged: 1 },
      ['addCow', 'sendAfterWarning'],
    ],
    ['create send', { ...details, id: 'A', send: 1 }, ['send']],
    [
      'create editDetails addCow editCow send',
      { ...details, note: 'edited', id: 'A', animals: [{ ...cow, tag: '2' }], send: 1 },
      ['editDetails', 'addCow', 'editCow', 'send'],
    ],
    // Another post-mortem has its own request.
    ['create addToB addCow send', { ...details, id: 'A', animals: [cow], send: 1 }, ['addCow', 'send']],
    // A deletion must follow the creation of the deleted record.
    ['create addCow dropCow send', { ...details, id: 'A', animals: [cow] }, ['addCow']],
    ['create addCow drop', { ...details, id: 'A', animals: [cow] }, ['addCow']],
    ['create editOther send', { ...details, id: 'A' }, []],
    [
      'create addCow sendWithReason',
      { ...details, id: 'A', animals: [cow], send: 1, photos_missing_reason: 'Dark' },
      ['addCow', 'sendWithReason'],
    ],
    // If photos are required, they are uploaded first.
    ['create addCow sendAfterPhotos', { ...details, id: 'A', animals: [cow] }, ['addCow']],
    ['create addCow skipPhoto send', { ...details, id: 'A', animals: [cow] }, ['addCow']],
    // Entries after the sending are not included.
    ['create addCow send addSteer', { ...details, id: 'A', animals: [cow], send: 1 }, ['addCow', 'send']],
  ])('%s', (list, body, entryIds) => {
    expect(combinedOf(list)).toEqual({ body, entryIds })
  })

  test('contains as many animals as a request may have', () => {
    const many = Array.from({ length: constants.maxAnimalsPerRequest + 1 }, (_, index) => `cow${index}`)
    const [create, ...rest] = outboxOf('create addCow send')
    const [addCow, send] = rest
    if (create?.kind !== 'create post-mortem' || addCow?.kind !== 'add animal' || !send) throw new Error('as listed')
    const adds = many.map((animalId): OutboxEntry => ({ ...addCow, id: animalId, animalId }))
    const { entryIds } = combine(create, [create, ...adds, send])
    expect(entryIds).toEqual(many.slice(0, -1))
  })
})

describe('an error of the combined request is assigned to the part it names', () => {
  const refuse = (list: string, errors: Record<string, string[]>, status = 422) => {
    const [create, ...rest] = outboxOf(list)
    if (create?.kind !== 'create post-mortem') throw new Error('the list begins with a creation')
    const combined = combine(create, [create, ...rest])
    return distributeRefusal({ ...create, combined }, rest, { status, message: 'No.', errors })
  }
  const refused = (entries: OutboxEntry[]) =>
    Object.fromEntries(entries.flatMap(({ id, refusal }) => (refusal ? [[id, refusal.errors]] : [])))

  test.each<[string, Record<string, string[]>, object]>([
    ['create addCow addSteer send', { 'animals.1.rfid': ['Bad.'] }, { addSteer: { rfid: ['Bad.'] } }],
    [
      'create addCow addSteer',
      { 'animals.0.rfid': ['Bad.'], 'animals.0.weight': ['Heavy.'], 'animals.1.tag': ['Long.'] },
      { addCow: { rfid: ['Bad.'], weight: ['Heavy.'] }, addSteer: { tag: ['Long.'] } },
    ],
    ['create addCow editCow', { 'animals.0.tag': ['Long.'] }, { editCow: { tag: ['Long.'] } }],
    ['create addCow', { site_id: ['Closed.'] }, { create: { site_id: ['Closed.'] } }],
    ['create editDetails addCow', { site_id: ['Closed.'] }, { editDetails: { site_id: ['Closed.'] } }],
    [
      'create addCow',
      { site_id: ['Closed.'], 'animals.0.tag': ['Long.'] },
      { create: { site_id: ['Closed.'] }, addCow: { tag: ['Long.'] } },
    ],
    ['create', {}, { create: {} }],
  ])('%s: %o', (list, errors, expected) => {
    const changed = refuse(list, errors)
    expect(refused(changed)).toEqual(expected)
    // The next request differs, so it needs another key.
    const create = changed.find(({ id }) => id === 'create')
    expect(create?.key).not.toBe('key of create')
    expect(create?.combined).toBeUndefined()
  })

  test.each<[string, Record<string, string[]>, number]>([
    ['create addCow send', {}, 409],
    ['create addCow', { animals: ['Too many.'] }, 422],
    ['create addCow send', { cow: ['Photos missing: Ear tag.'] }, 409],
    ['create addCow', { 'animals.7.rfid': ['Bad.'] }, 422],
  ])('%s: where it names none (%o), the parts are sent one by one', (list, errors, status) => {
    const changed = refuse(list, errors, status)
    expect(refused(changed)).toEqual({})
    expect(changed).toMatchObject([{ id: 'create', mayCombine: false }])
    expect(changed[0]?.key).not.toBe('key of create')
  })
})
