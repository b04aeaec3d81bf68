import { expect, test } from 'vitest'
import { inSlotOrder } from './slot-order.ts'

test('photos are in the order of the slots, extra ones and those of unknown slots last', () => {
  const slots = ['tag', 'carcass', 'heart'].map((slot_id) => ({ slot_id }))
  const photos = [null, 'heart', 'gone', 'tag', 'heart'].map((slot_id, id) => ({ id, slot_id }))
  expect(inSlotOrder(photos, slots).map(({ id }) => id)).toEqual([3, 1, 4, 0, 2])
})
