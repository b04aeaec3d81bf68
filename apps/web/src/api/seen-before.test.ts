import { beforeEach, expect, test } from 'vitest'
import { type OutboxChange, outboxChanges, type OutboxEntry } from './outbox-entries.ts'
import { seenBefore } from './seen-before.ts'

const rfid = '982000001088420'
const seen = { post_mortem_id: 'earlier', title: 'CHM-1', customer_record_at: '2026-11-20' }
const response = { success: true, seen_before: [seen] }
const entry = (change: OutboxChange): OutboxEntry => ({ ...change, id: 'e', at: 1, key: 'k', names: {}, refusal: null })
const added = (animalId: string, number: string | null) =>
  entry(outboxChanges.addAnimal('A', animalId, { rfid: number, tag: animalId }))

beforeEach(() => seenBefore.clear())

test('a saved animal whose RFID another ticket has is asked about once', () => {
  const report = { postMortemId: 'A', animalId: 'cow', seen: [seen] }
  expect(seenBefore.readResponse([added('cow', rfid)], response)).toEqual(report)
  expect(seenBefore.readResponse([added('cow', rfid)], response)).toBeNull()
  // another number is another question
  expect(seenBefore.readResponse([added('cow', '982000001088421')], response)).toEqual(report)
})

test('nothing is asked that was asked while the number was typed, in whatever format', () => {
  seenBefore.markAsked('cow', rfid)
  expect(seenBefore.readResponse([added('cow', 'LA 982 000001088420')], response)).toBeNull()
  expect(seenBefore.readResponse([added('calf', rfid)], response)).toMatchObject({ animalId: 'calf' })
})

test.each([
  ['no other record', [added('cow', rfid)], { success: true, seen_before: [] }],
  ['only records on the same ticket', [added('cow', rfid)], { seen_before: [{ ...seen, post_mortem_id: 'A' }] }],
  ['an animal without an RFID', [added('cow', null)], response],
  ['a change that is no animal', [entry(outboxChanges.sendPostMortem('A'))], response],
  ['a lost response', [added('cow', rfid)], undefined],
])('nothing is asked about %s', (_, entries, body) => {
  expect(seenBefore.readResponse(entries, body)).toBeNull()
})

test('of a ticket sent with several animals, the question names the animal only if one of them has an RFID', () => {
  expect(seenBefore.readResponse([added('cow', rfid), added('calf', null)], response)).toMatchObject({
    animalId: 'cow',
  })
  expect(seenBefore.readResponse([added('one', rfid), added('two', '982000001088421')], response)).toMatchObject({
    animalId: null,
  })
})
