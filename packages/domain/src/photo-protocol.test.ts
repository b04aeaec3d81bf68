import { expect, test } from 'vitest'
import type { DangerLevel } from './danger-signs.ts'
import { isOfferedAtOnce } from './photo-protocol.ts'

const slots = [
  { name: 'tag', required: true, isAnswered: false },
  { name: 'carcass', required: true, isAnswered: true },
  { name: 'head', required: false, isAnswered: true },
  { name: 'chest', required: false, isAnswered: false },
]

test.each<[DangerLevel[], string[]]>([
  [[], ['tag', 'carcass', 'head', 'chest']],
  [['call'], ['tag', 'carcass', 'head', 'chest']],
  [['stop'], ['tag', 'carcass', 'head']],
  [
    ['call', 'stop'],
    ['tag', 'carcass', 'head'],
  ],
])('with signs of the levels %o, the slots %o are offered at once', (levels, offered) => {
  const signs = levels.map((level) => ({ level }))
  expect(slots.filter((slot) => isOfferedAtOnce(slot, signs)).map(({ name }) => name)).toEqual(offered)
})
