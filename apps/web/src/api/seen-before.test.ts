import { beforeEach, expect, test } from 'vitest'
import { type OutboxChange, outboxChanges } from './outbox-changes.ts'
import type { OutboxEntry } from './outbox-entries.ts'
import { seenBefore } from './seen-before.ts'

const rfid = '982000001088420'
const seen = { post_mortem_id: 'earlier', title: 'CHM-1', customer_record_at: '2026-11-20', rfid }
const response = { success: true, seen_before: [seen] }
const entry = (change: OutboxChange): OutboxEntry => ({ ...change, id: 'e', at: 1, key: 'k', names: {}, refusal: null })
const details = {
  record_at: '2026-11-20',
  site_id: 's',
  customer_id: 'c',
  note: '',
  no_vet_visit_requested: 0,
} as const
const added = (animalId: string, number: string | null) =>
  entry(outboxChanges.addAnimal('A', animalId, { rfid: number, tag: animalId }))

beforeEach(() => seenBefore.clear())

test('a saved animal whose RFID another ticket has is asked about once', () => {
  const report = { postMortemId: 'A', animalId: 'cow', animal: { tag: 'cow', rfid }, seen: [seen] }
  expect(seenBefore.readResponse([added('cow', rfid)], response)).toEqual([report])
  expect(seenBefore.readResponse([added('cow', rfid)], response)).toEqual([])
  // another number is another question, also one that is not of a chip
  for (const number of ['982000001088421', 'B 12', 'B 13']) {
    const other = { ...seen, rfid: number }
    expect(seenBefore.readResponse([added('cow', number)], { seen_before: [other] })).toEqual([
      { ...report, animal: { tag: 'cow', rfid: number }, seen: [other] },
    ])
  }
})

test('nothing is asked that was asked while the number was typed, in whatever format', () => {
  seenBefore.markAsked('cow', rfid)
  expect(seenBefore.readResponse([added('cow', 'LA 982 000001088420')], response)).toEqual([])
  expect(seenBefore.readResponse([added('calf', rfid)], response)).toMatchObject([{ animalId: 'calf' }])
})

test('a record on the same ticket is asked about, unless it was while the number was typed', () => {
  const same = { ...seen, post_mortem_id: 'A' }
  seenBefore.markAsked('cow', rfid)
  // of two animals that are saved at once, one names both
  const both = [added('cow', rfid), added('calf', rfid)]
  expect(seenBefore.readResponse(both, { seen_before: [same] })).toMatchObject([{ animalId: 'cow', seen: [same] }])
  seenBefore.clear()
  seenBefore.markAsked('A', rfid)
  expect(seenBefore.readResponse(both, { seen_before: [same] })).toEqual([])
  // this was not asked
  expect(seenBefore.readResponse([added('cow', rfid)], { seen_before: [same, seen] })).toMatchObject([{ seen: [seen] }])
})

test.each([
  ['no other record', [added('cow', rfid)], { success: true, seen_before: [] }],
  ['an animal without an RFID', [added('cow', null)], response],
  ['a change that is no animal', [entry(outboxChanges.sendPostMortem('A'))], response],
  ['a lost response', [added('cow', rfid)], undefined],
])('nothing is asked about %s', (_, entries, body) => {
  expect(seenBefore.readResponse(entries, body)).toEqual([])
})

test('of a ticket sent with several RFIDs, the questions name the animals that were seen before', () => {
  const [first, second] = ['982000001088421', '982000001088422']
  const entries = [
    entry(outboxChanges.createPostMortem('A', details)),
    added('one', rfid),
    added('two', `LA 982 ${first.slice(3)}`),
    added('three', second),
    added('four', null),
    entry(outboxChanges.editAnimal('A', 'two', { rfid: first, tag: 'R 2' })),
    entry(outboxChanges.sendPostMortem('A')),
  ]
  const older = { ...seen, post_mortem_id: 'older', title: 'CHM-0' }
  const seen_before = [seen, { ...seen, rfid: first }, older, { ...seen, rfid: '982000001088423' }]
  expect(seenBefore.readResponse(entries, { seen_before })).toEqual([
    { postMortemId: 'A', animalId: 'one', animal: { tag: 'one', rfid }, seen: [seen, older] },
    { postMortemId: 'A', animalId: 'two', animal: { tag: 'R 2', rfid: first }, seen: [{ ...seen, rfid: first }] },
  ])
})
