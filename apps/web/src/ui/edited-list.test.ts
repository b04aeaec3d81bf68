import { describe, expect, test } from 'vitest'
import { type EditedList, editedList, mergeList } from './edited-list.ts'

const item = (id: string, text = id) => ({ id, text })
const [a, b, c, d] = [item('a'), item('b'), item('c'), item('d')]
type Item = ReturnType<typeof item>
const edited = (before: Item[], now: Item[]): EditedList<Item> => ({ before, now })

describe('a list that others change while it is edited', () => {
  test('keeps what they added, each after the item that it follows there', () => {
    expect(mergeList(edited([a, b], [a, item('b', 'mine')]), [a, c, b, d])).toEqual([a, c, item('b', 'mine'), d])
  })

  test('has what was added on both sides', () => {
    expect(mergeList(edited([a, b], [a, b, c]), [d, a, b])).toEqual([d, a, b, c])
  })

  test('has the other items as they changed them', () => {
    expect(mergeList(edited([a, b], [a, item('b', 'mine')]), [item('a', 'theirs'), b])).toEqual([
      item('a', 'theirs'),
      item('b', 'mine'),
    ])
  })

  test('has an item that both changed as it was edited here', () => {
    expect(mergeList(edited([a], [item('a', 'mine')]), [item('a', 'theirs')])).toEqual([item('a', 'mine')])
  })

  test('loses what one side removed and the other left as it was', () => {
    expect(mergeList(edited([a, b, c], [a, c]), [a, b])).toEqual([a])
  })

  test('keeps what one side removed and the other changed', () => {
    expect(mergeList(edited([a, b], [a]), [a, item('b', 'theirs')])).toEqual([a, item('b', 'theirs')])
    expect(mergeList(edited([a, b], [a, item('b', 'mine')]), [a])).toEqual([a, item('b', 'mine')])
  })

  test('is in the order of the side that moved items', () => {
    expect(mergeList(edited([a, b, c], [c, a, b]), [a, b, c, d])).toEqual([c, d, a, b])
    expect(mergeList(edited([a, b, c], [a, b, item('c', 'mine')]), [c, b, a])).toEqual([item('c', 'mine'), b, a])
  })

  test('has an added item once, if a request whose response was lost has saved it under another id', () => {
    expect(mergeList(edited([a], [a, item('new', ' b ')]), [a, item('saved', 'b')])).toEqual([a, item('new', ' b ')])
  })

  test('is what was edited if nobody else changed it, and what they saved if nothing was edited', () => {
    const lists = [[], [a], [b, a], [a, b, c], [c, a, b], [d, b], [a, d, c, b]]
    for (const one of lists)
      for (const other of lists) {
        expect(mergeList(edited(one, other), one)).toEqual(other)
        expect(mergeList(editedList(one), other)).toEqual(other)
      }
  })
})
