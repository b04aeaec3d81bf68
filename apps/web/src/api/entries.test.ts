import { describe, expect, test } from 'vitest'
import { type Change, changes, type Entry, mend, needlessBefore, nextToSend, withDependents } from './entries.ts'

const details = { record_at: '2026-11-20', customer_id: 'c', site_id: 's', note: 'n', no_vet_visit_requested: 0 }
const refusal = { status: 422, message: 'No.', errors: {} }

/** Entries in this order; the named ones are refused. */
const outboxOf = (all: Record<string, Change>, ...refused: string[]): Entry[] =>
  Object.entries(all).map(([id, change], at) => ({
    ...change,
    id,
    at,
    key: `key of ${id}`,
    names: {},
    refusal: refused.includes(id) ? refusal : null,
  }))

const create = changes.createTicket('A', details)
const addCow = changes.addAnimal('A', 'cow', { tag: '1', pen: '9' })
const addSteer = changes.addAnimal('A', 'steer', { tag: '2' })
const send = changes.sendTicket('A')
const other = changes.createTicket('B', details)
const idsOf = (entries: Entry[]) => entries.map(({ id }) => id)
const retyped = (change: Change) => ({ change, names: {}, key: 'new key' })

describe('what is sent next', () => {
  const entries = outboxOf({ create, addCow, other, send })
  test('the oldest first', () => expect(nextToSend(entries, new Set())?.id).toBe('create'))
  test('a ticket that cannot go now holds up no other', () =>
    expect(nextToSend(entries, new Set(['A']))?.id).toBe('other'))
  test('nothing of a ticket goes past what was refused of it, and other tickets do', () =>
    expect(nextToSend(outboxOf({ create, addCow, other, send }, 'addCow'), new Set())?.id).toBe('other'))
  test('nothing when all is held or refused', () =>
    expect(nextToSend(outboxOf({ create, addCow, other }, 'addCow'), new Set(['B']))).toBeUndefined())
})

describe('what was refused and is saved anew', () => {
  test('keeps its place and its request, with what is typed now, under a new key', () => {
    const entries = outboxOf({ create, addCow, send }, 'addCow')
    const { mended, needless } = mend(entries, retyped(changes.editAnimal('A', 'cow', { tag: '7' })))
    expect(mended).toEqual({
      ...entries[1],
      body: { tag: '7', pen: '9', id: 'cow', veterinary_record_id: 'A' },
      key: 'new key',
      refusal: null,
    })
    expect(needless).toEqual([])
  })
  test('takes the place of later changes of the same animal, and of no other', () => {
    const later = changes.editAnimal('A', 'cow', { tag: '5' })
    const entries = outboxOf({ addCow, addSteer, later }, 'addCow')
    const { needless } = mend(entries, retyped(changes.editAnimal('A', 'cow', { tag: '7' })))
    expect(idsOf(needless)).toEqual(['later'])
  })
  test('a ticket that was never made is made with the corrected details', () => {
    const { mended } = mend(outboxOf({ create }, 'create'), retyped(changes.editTicket('A', { ...details, note: 'm' })))
    expect(mended).toMatchObject({ method: 'POST', path: '/post-mortems', body: { id: 'A', note: 'm', site_id: 's' } })
  })
  test('sending comes after the animals added meanwhile', () => {
    const { mended, needless } = mend(outboxOf({ send, addCow }, 'send'), retyped(send))
    expect(mended).toBeNull()
    expect(idsOf(needless)).toEqual(['send'])
  })
  test('a change of something else corrects nothing', () => {
    const entries = outboxOf({ create, addCow }, 'addCow')
    for (const change of [changes.editAnimal('A', 'steer', {}), changes.editTicket('A', details), send, other])
      expect(mend(entries, retyped(change))).toEqual({ mended: null, needless: [] })
  })
  test('what merely waits is not touched', () =>
    expect(mend(outboxOf({ addCow }), retyped(changes.editAnimal('A', 'cow', {})))).toEqual({
      mended: null,
      needless: [],
    }))
})

describe('what is given up', () => {
  const dropCow = changes.deleteAnimal('A', 'cow')
  const entries = outboxOf({ create, addCow, addSteer, dropCow, other, send })
  test.each([
    ['create', ['create', 'addCow', 'addSteer', 'dropCow', 'send']],
    ['addCow', ['addCow', 'dropCow']],
    ['send', ['send']],
  ])('%s takes along what builds on it', (id, gone) => {
    const entry = entries.find((one) => one.id === id)
    expect(entry && idsOf(withDependents(entries, entry))).toEqual(gone)
  })
  test('a deleted ticket is still made first, for the server may have it already', () =>
    expect(idsOf(needlessBefore(entries, changes.deleteTicket('A')))).toEqual([
      'addCow',
      'addSteer',
      'dropCow',
      'send',
    ]))
  test('a deleted ticket the server refused is never made', () =>
    expect(idsOf(needlessBefore(outboxOf({ create, other }, 'create'), changes.deleteTicket('A')))).toEqual(['create']))
  test('a deleted animal takes along its own changes alone', () => {
    const edit = changes.editAnimal('A', 'cow', {})
    const deletion = changes.deleteAnimal('A', 'cow')
    expect(idsOf(needlessBefore(outboxOf({ create, addCow, addSteer, edit }), deletion))).toEqual(['edit'])
    expect(idsOf(needlessBefore(outboxOf({ create, addCow, edit }, 'addCow'), deletion))).toEqual(['addCow', 'edit'])
  })
})
