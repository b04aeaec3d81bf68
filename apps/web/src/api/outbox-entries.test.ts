import { describe, expect, test } from 'vitest'
import { type OutboxChange, outboxChanges } from './outbox-changes.ts'
import type { OutboxEntry } from './outbox-entries.ts'
import { supersedeRefused, obsoletedByDeletion, nextToSend, withDependents } from './outbox-rules.ts'

const details = { record_at: '2026-11-20', customer_id: 'c', site_id: 's', note: 'n', no_vet_visit_requested: 0 }
const refusal = { status: 422, message: 'No.', errors: {} }

/** Creates entries in this order. The named ones were rejected. */
const outboxOf = (all: Record<string, OutboxChange>, ...refused: string[]): OutboxEntry[] =>
  Object.entries(all).map(([id, change], at) => ({
    ...change,
    id,
    at,
    key: `key of ${id}`,
    names: {},
    refusal: refused.includes(id) ? refusal : null,
  }))

const create = outboxChanges.createPostMortem('A', details)
const addCow = outboxChanges.addAnimal('A', 'cow', { tag: '1', pen: '9' })
const addSteer = outboxChanges.addAnimal('A', 'steer', { tag: '2' })
const send = outboxChanges.sendPostMortem('A')
const other = outboxChanges.createPostMortem('B', details)
const idsOf = (entries: OutboxEntry[]) => entries.map(({ id }) => id)
const retyped = (change: OutboxChange) => ({ change, names: {}, key: 'new key' })

describe('the next entry to send', () => {
  const entries = outboxOf({ create, addCow, other, send })
  test('the oldest first', () => expect(nextToSend(entries, new Set())?.id).toBe('create'))
  test('a blocked ticket does not delay others', () => expect(nextToSend(entries, new Set(['A']))?.id).toBe('other'))
  test('a rejected entry blocks later entries of its ticket, but not other tickets', () =>
    expect(nextToSend(outboxOf({ create, addCow, other, send }, 'addCow'), new Set())?.id).toBe('other'))
  test('nothing if all entries are blocked or rejected', () =>
    expect(nextToSend(outboxOf({ create, addCow, other }, 'addCow'), new Set(['B']))).toBeUndefined())
})

describe('a rejected entry that is saved again', () => {
  test('keeps its position and request, with the new input, under a new key', () => {
    const entries = outboxOf({ create, addCow, send }, 'addCow')
    const { replacement, obsolete } = supersedeRefused(
      entries,
      retyped(outboxChanges.editAnimal('A', 'cow', { tag: '7' })),
    )
    expect(replacement).toEqual({
      ...entries[1],
      body: { tag: '7', pen: '9', id: 'cow', veterinary_record_id: 'A' },
      key: 'new key',
      refusal: null,
    })
    expect(obsolete).toEqual([])
  })
  test('keeps the values that its author saw first', () => {
    const first = outboxChanges.editAnimal('A', 'cow', { pen: '77' }, { base: { pen: '1' } })
    const again = outboxChanges.editAnimal('A', 'cow', { pen: '78', lot: 'L' }, { base: { pen: '77', lot: null } })
    const { replacement } = supersedeRefused(outboxOf({ first }, 'first'), retyped(again))
    expect(replacement).toMatchObject({ body: { pen: '78', lot: 'L' }, base: { pen: '1', lot: null } })
  })
  test('of a creation or an earlier version has none, and gets none', () => {
    const old = outboxChanges.editAnimal('A', 'cow', { tag: '5' })
    const again = outboxChanges.editAnimal('A', 'cow', { tag: '7' }, { base: { tag: '1' } })
    for (const first of [addCow, old])
      expect(supersedeRefused(outboxOf({ first }, 'first'), retyped(again)).replacement).not.toHaveProperty('base')
  })
  test('replaces later changes of the same animal, and of no other', () => {
    const later = outboxChanges.editAnimal('A', 'cow', { tag: '5' })
    const entries = outboxOf({ addCow, addSteer, later }, 'addCow')
    const { obsolete } = supersedeRefused(entries, retyped(outboxChanges.editAnimal('A', 'cow', { tag: '7' })))
    expect(idsOf(obsolete)).toEqual(['later'])
  })
  test('an uncreated ticket is created with the corrected details', () => {
    const { replacement } = supersedeRefused(
      outboxOf({ create }, 'create'),
      retyped(outboxChanges.editPostMortem('A', { ...details, note: 'm' })),
    )
    expect(replacement).toMatchObject({
      method: 'POST',
      path: '/post-mortems',
      body: { id: 'A', note: 'm', site_id: 's' },
    })
  })
  test('sending comes after the animals added meanwhile', () => {
    const { replacement, obsolete } = supersedeRefused(outboxOf({ send, addCow }, 'send'), retyped(send))
    expect(replacement).toBeNull()
    expect(idsOf(obsolete)).toEqual(['send'])
  })
  test('a change of another record does not replace it', () => {
    const entries = outboxOf({ create, addCow }, 'addCow')
    for (const change of [
      outboxChanges.editAnimal('A', 'steer', {}),
      outboxChanges.editPostMortem('A', details),
      send,
      other,
    ])
      expect(supersedeRefused(entries, retyped(change))).toEqual({ replacement: null, obsolete: [] })
  })
  test('queued entries are not changed', () =>
    expect(supersedeRefused(outboxOf({ addCow }), retyped(outboxChanges.editAnimal('A', 'cow', {})))).toEqual({
      replacement: null,
      obsolete: [],
    }))
})

describe('obsolete entries', () => {
  const dropCow = outboxChanges.deleteAnimal('A', 'cow')
  const entries = outboxOf({ create, addCow, addSteer, dropCow, other, send })
  test.each([
    ['create', ['create', 'addCow', 'addSteer', 'dropCow', 'send']],
    ['addCow', ['addCow', 'dropCow']],
    ['send', ['send']],
  ])('%s takes along what builds on it', (id, gone) => {
    const entry = entries.find((one) => one.id === id)
    expect(entry && idsOf(withDependents(entries, entry))).toEqual(gone)
  })
  test('a deleted ticket is still created first, because the server may already have it', () =>
    expect(idsOf(obsoletedByDeletion(entries, outboxChanges.deletePostMortem('A')))).toEqual([
      'addCow',
      'addSteer',
      'dropCow',
      'send',
    ]))
  test('a deleted ticket that the server rejected is never created', () =>
    expect(
      idsOf(obsoletedByDeletion(outboxOf({ create, other }, 'create'), outboxChanges.deletePostMortem('A'))),
    ).toEqual(['create']))
  test('deleting an animal removes only its own changes', () => {
    const edit = outboxChanges.editAnimal('A', 'cow', {})
    const deletion = outboxChanges.deleteAnimal('A', 'cow')
    expect(idsOf(obsoletedByDeletion(outboxOf({ create, addCow, addSteer, edit }), deletion))).toEqual(['edit'])
    expect(idsOf(obsoletedByDeletion(outboxOf({ create, addCow, edit }, 'addCow'), deletion))).toEqual([
      'addCow',
      'edit',
    ])
  })
})

test('a rejected sample is not replaced by another one of its animal, and is removed with its animal', () => {
  const take = (id: string) =>
    outboxChanges.addSample('A', { id, veterinary_record_animal_id: 'cow', sample_kind_id: 'lung', taken_at: null })
  const entries = outboxOf({ take: take('first'), addCow }, 'take')
  expect(supersedeRefused(entries, retyped(take('second')))).toEqual({ replacement: null, obsolete: [] })
  expect(idsOf(supersedeRefused(entries, retyped(take('first'))).obsolete)).toEqual(['take'])
  expect(idsOf(obsoletedByDeletion(entries, outboxChanges.deleteAnimal('A', 'cow')))).toContain('take')
  expect(idsOf(obsoletedByDeletion(entries, outboxChanges.deleteAnimal('A', 'steer')))).not.toContain('take')
})

test('a rejected message is not replaced by another message, and stays when an animal is deleted', () => {
  const write = (id: string) => outboxChanges.writeComment('A', { id, text: 'Hello', internal: false })
  const entries = outboxOf({ write: write('first'), addCow }, 'write')
  expect(supersedeRefused(entries, retyped(write('second')))).toEqual({ replacement: null, obsolete: [] })
  expect(idsOf(obsoletedByDeletion(entries, outboxChanges.deleteAnimal('A', 'cow')))).not.toContain('write')
  expect(idsOf(obsoletedByDeletion(entries, outboxChanges.deletePostMortem('A')))).toContain('write')
})
