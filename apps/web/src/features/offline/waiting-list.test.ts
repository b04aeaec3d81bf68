import { describe, expect, test } from 'vitest'
import { outboxChanges, type OutboxChange } from '../../api/outbox-changes.ts'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { sendsByItself, stateOfEntry, waitingList } from './waiting-list.ts'

const details = { record_at: '2026-11-20', customer_id: 'c', site_id: 's', note: 'n', no_vet_visit_requested: 0 }
const message = (id: string, at: number) =>
  entry(id, at, outboxChanges.writeComment('A', { id, text: 'Hello', internal: false }))
const refusal = { status: 422, message: 'No.', errors: {} }

const entry = (id: string, at: number, change: OutboxChange, isRefused = false): OutboxEntry => ({
  ...change,
  id,
  at,
  key: `key of ${id}`,
  names: {},
  refusal: isRefused ? refusal : null,
})
const photo = (id: string, postMortemId: string, chosenAt: number, bytes: number, failure: string | null = null) => ({
  id,
  postMortemId,
  chosenAt,
  file: { size: bytes },
  failure,
})

const createA = entry('create A', 10, outboxChanges.createPostMortem('A', details))
const addToA = entry('add to A', 30, outboxChanges.addAnimal('A', 'cow', { tag: 'ä' }))
const sendB = entry('send B', 20, outboxChanges.sendPostMortem('B'))
const deleteC = entry('delete C', 40, outboxChanges.deletePostMortem('C'))

describe('the list of unsent changes', () => {
  test('nothing is unsent', () => expect(waitingList([], [])).toEqual({ groups: [], changes: 0, photos: 0, bytes: 0 }))

  test('is grouped by ticket, the longest waiting first', () => {
    const { groups } = waitingList([createA, sendB, addToA], [photo('P', 'B', 5, 100), photo('Q', 'D', 15, 100)])
    expect(groups.map(({ postMortemId }) => postMortemId)).toEqual(['B', 'A', 'D'])
    expect(groups.map(({ entries }) => entries.map(({ id }) => id))).toEqual([['send B'], ['create A', 'add to A'], []])
    expect(groups.map(({ photos }) => photos.map(({ id }) => id))).toEqual([['P'], [], ['Q']])
  })

  test('is counted, with the size of requests and photos', () => {
    const { changes, photos, bytes, groups } = waitingList([sendB, deleteC], [photo('P', 'B', 5, 2_000_000)])
    expect({ changes, photos }).toEqual({ changes: 2, photos: 1 })
    // {"draft":0}, no body, and the headers of both
    expect(bytes).toBe(2_000_000 + 11 + 2 * 1000)
    expect(groups.map((group) => group.bytes)).toEqual([2_001_011, 1000])
  })

  test('counts bytes, not letters', () =>
    expect(waitingList([addToA], []).bytes).toBe(
      JSON.stringify({ tag: 'ä', id: 'cow', veterinary_record_id: 'A' }).length + 1 + 1000,
    ))
})

describe('the state of a change', () => {
  const refused = { ...createA, refusal }
  test.each([
    ['waits', addToA, [createA, addToA], 'waiting'],
    ['was refused', refused, [refused, addToA], 'refused'],
    ['waits for the user to decide on a refused one', addToA, [refused, addToA], 'held back'],
    ['was entered beside a refused message', addToA, [{ ...message('M', 5), refusal }, addToA], 'waiting'],
    ['waits behind a refused one, even if it is older', createA, [createA, { ...addToA, refusal }], 'held back'],
  ] as const)('that %s', (_case, one, ofPostMortem, state) => expect(stateOfEntry(one, ofPostMortem)).toBe(state))
})

test('rejected photos are not sent automatically, others are', () => {
  const rejected = photo('P', 'A', 5, 100, 'No.')
  expect(sendsByItself(waitingList([], [rejected]).groups)).toBe(false)
  expect(sendsByItself(waitingList([], [rejected, photo('Q', 'A', 6, 100)]).groups)).toBe(true)
})

test('unsent changes are sent automatically unless each ticket has a rejected one', () => {
  const refusedA = { ...createA, refusal }
  expect(sendsByItself(waitingList([createA, sendB], []).groups)).toBe(true)
  expect(sendsByItself(waitingList([refusedA, addToA, sendB], []).groups)).toBe(true)
  expect(sendsByItself(waitingList([refusedA, addToA], [photo('P', 'A', 5, 100)]).groups)).toBe(false)
  const refusedMessage = { ...message('M', 5), refusal }
  expect(sendsByItself(waitingList([refusedMessage], []).groups)).toBe(false)
  expect(sendsByItself(waitingList([refusedMessage, message('N', 6)], []).groups)).toBe(true)
  expect(sendsByItself(waitingList([refusedMessage], [photo('P', 'A', 5, 100)]).groups)).toBe(true)
})
