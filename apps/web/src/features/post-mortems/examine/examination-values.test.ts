import { expect, test } from 'vitest'
import { following, newLesion, valuesOf, withLesion, withSystem } from './examination-values.ts'

const nothing = valuesOf({ examination: null })

test('systems are not examined by default', () => {
  expect(nothing.systems).toHaveLength(11)
  expect(new Set(nothing.systems.map(({ state }) => state))).toEqual(new Set(['not_examined']))
  const one = withSystem(nothing.systems, { state: 'normal' }, 'liver')
  expect(one.filter(({ state }) => state !== 'not_examined').map(({ system }) => system)).toEqual(['liver'])
})

test('the first lesion is the primary cause, later ones contribute, and there is one primary at most', () => {
  const first = newLesion('1', 'aip', nothing)
  expect(first).toMatchObject({ role: 'primary', certainty: 'probable', basis: 'gross' })
  const second = newLesion('2', 'abscess', { lesions: [first], mode: 'photos' })
  expect(second).toMatchObject({ role: 'contributing', basis: 'photo' })
  const promoted = withLesion([first, second], '2', { role: 'primary' })
  expect(promoted.map(({ role }) => role)).toEqual(['contributing', 'primary'])
  expect(withLesion(promoted, '2', { role: 'incidental' }).map(({ role }) => role)).toEqual([
    'contributing',
    'incidental',
  ])
})

test('a key goes through the options, and from the last to the first', () => {
  const options = [null, 'mild', 'severe'] as const
  expect([following(options, null), following(options, 'mild'), following(options, 'severe')]).toEqual([
    'mild',
    'severe',
    null,
  ])
})
