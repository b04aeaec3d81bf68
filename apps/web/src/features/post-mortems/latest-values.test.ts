import { animalFieldNames } from '@chisholm/domain/animal-fields'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { expect, test } from 'vitest'
import { latestAnimals } from './latest-values.ts'

const nothing = Object.fromEntries(animalFieldNames.map((field) => [field, null]))
// cast: only the fields that are read
const animal = (id: string, pen: string | null, lot: string | null) => ({ ...nothing, id, pen, lot }) as Animal

test('the last animal is that of the ticket, else the newest of the site; pens and lots are the latest distinct ones', () => {
  const ofSite = [animal('c', '7', 'L 2'), animal('d', '7', 'L 1'), animal('e', '3', null)]
  expect(latestAnimals([], ofSite, 'new')).toMatchObject({ last: { id: 'c' }, pens: ['7', '3'], lots: ['L 2', 'L 1'] })
  const own = [animal('a', '9', null), animal('b', null, 'L 5')]
  expect(latestAnimals(own, ofSite, 'new')).toMatchObject({
    last: { id: 'b' },
    pens: ['9', '7', '3'],
    lots: ['L 5', 'L 2', 'L 1'],
  })
  // An animal being edited is excluded.
  expect(latestAnimals(own, ofSite, 'b').last?.id).toBe('a')
  expect(latestAnimals([], [], 'new')).toEqual({ last: undefined, pens: [], lots: [] })
})

test('at most eight pens are suggested', () => {
  const many = Array.from({ length: 20 }, (_, index) => animal(`a${index}`, String(index), null))
  expect(latestAnimals([], many, 'new').pens).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
})
