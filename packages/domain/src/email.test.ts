import { expect, test } from 'vitest'
import { validateEmail, isEmail } from './email.ts'
import { texts } from './texts.ts'

test.each(['ada@feeders.example', "o'brien+pens@north.feeders.example", 'josé@feeders.example', 'a@b'])(
  '%s is an address',
  (text) => expect(isEmail(text)).toBe(true),
)

test.each([
  'ada',
  '@feeders.example',
  'Foo<a@b.example>',
  '<a@b.example>',
  'a@b.example,c@d.example',
  'a@b.example;c@d.example',
  'a b@c.example',
  'a@b@c.example',
  `${'a'.repeat(19_000)}@b.example`,
])('%.30s is none', (text) => expect(validateEmail(text)).toBe(texts.validation.emailInvalid))

test('a missing address and an invalid one have different errors', () => {
  expect(validateEmail('  ')).toBe(texts.validation.emailRequired)
})

test('an address has at most 254 characters', () => {
  const ofLength = (length: number) => `${'a'.repeat(length - '@b.example'.length)}@b.example`
  expect([254, 255].map((length) => isEmail(ofLength(length)))).toEqual([true, false])
})
