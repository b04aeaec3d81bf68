import { expect, test } from 'vitest'
import { newDrafts } from './new-drafts.ts'

const photo = (name: string) => new File([], name)
const animal = { postMortemId: 'post-mortem', animalId: 'animal' }

test('photos stay in the order in which they are taken when the clock is set back between them', () => {
  const inAnHour = Date.now() + 3_600_000
  const before = newDrafts([photo('1'), photo('2')], animal, []).map((draft) => ({ ...draft, chosenAt: inAnHour }))
  const all = [...newDrafts([photo('3'), photo('4')], animal, before), ...before]
  const inOrder = all.toSorted((one, other) => one.chosenAt - other.chosenAt)
  expect(inOrder.map(({ file }) => file.name)).toEqual(['1', '2', '3', '4'])
})
