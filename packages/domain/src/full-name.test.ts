import { expect, test } from 'vitest'
import { fullName } from './full-name.ts'

test.each([
  ['Ada', 'Reyes', 'Ada Reyes'],
  ['Ada', '', 'Ada'],
  ['', 'Reyes', 'Reyes'],
  [null, 'Reyes', 'Reyes'],
  ['Ada', undefined, 'Ada'],
  [' ', 'Reyes', 'Reyes'],
  ['', '', ''],
  [null, null, ''],
])('the full name of %j %j is %j', (first_name, last_name, name) => {
  expect(fullName({ first_name, last_name })).toBe(name)
})
