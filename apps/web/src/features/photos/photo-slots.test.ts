import type { Photo } from '@chisholm/domain/schemas/post-mortems'
import { expect, test } from 'vitest'
import type { PhotoDraft } from './photo-draft-store.ts'
import { fillSlots, isOpen, nextOpenSlot } from './photo-slots.ts'

const slot = (slot_id: string, photos = 0, skipped_reason: string | null = null) => ({
  slot_id,
  name: slot_id,
  hint: null,
  required: false,
  photos,
  skipped_reason,
})
// cast: only the fields that slots use
const photo = (id: string, slot_id: string | null) => ({ id, slot_id }) as Photo
// cast: only the fields that slots use
const draft = (id: string, slotId?: string) => ({ id, slotId }) as PhotoDraft

const all = [slot('tag', 1), slot('carcass'), slot('head', 0, 'Eaten'), slot('heart'), slot('liver')]
const slots = fillSlots(all, {
  photos: [photo('1', 'tag'), photo('2', null)],
  drafts: [draft('3', 'heart'), draft('4')],
  skips: {},
})

test('a slot is open until it has a photo here or on the server, or a reason', () => {
  expect(slots.filter(isOpen).map(({ id }) => id)).toEqual(['carcass', 'liver'])
})

test('an unsaved reason counts, and removing one opens its slot', () => {
  const content = { photos: [], drafts: [], skips: { head: '', heart: 'Not opened' } }
  expect(fillSlots(all, content).map(({ skippedReason }) => skippedReason)).toEqual([
    null,
    null,
    null,
    'Not opened',
    null,
  ])
})

test("the server's counts are used while photos are loading", () => {
  expect(fillSlots(all, { photos: undefined, drafts: [], skips: {} }).map(({ isFilled }) => isFilled)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})

test.each<[string | null, string[], string | undefined]>([
  [null, [], 'carcass'],
  ['tag', [], 'carcass'],
  ['carcass', ['carcass'], 'liver'],
  ['liver', ['liver'], 'carcass'],
  ['liver', ['liver', 'carcass'], undefined],
])('after %s, with %o being stored, %s is offered next', (after, taken, next) => {
  expect(nextOpenSlot(slots, after, new Set(taken))?.id).toBe(next)
})
