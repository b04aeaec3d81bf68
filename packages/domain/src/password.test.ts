import { expect, test } from 'vitest'
import { isOwnName, validatePassword } from './password.ts'
import { texts } from './texts.ts'

const { validation } = texts

test.each([
  ['Ab1!xyz', validation.passwordTooShort],
  ['Ab1!xyzw', null],
  ['Ab0!xyzw', null],
  [`Ab1!${'x'.repeat(60)}`, null],
  [`Ab1!${'x'.repeat(124)}`, null],
  [`Ab1!${'x'.repeat(125)}`, validation.passwordTooLong],
  ['ab1!xyzw', validation.passwordNeedsCapital],
  ['Abc!xyzw', validation.passwordNeedsNumber],
  ['Abc1xyzw', validation.passwordNeedsSpecial],
  ['  Ab1!xyzw  ', null],
  ['Ärger#1867', null],
  ['ärger#1867', validation.passwordNeedsCapital],
  ['Pässwörter und 1 ganzer Satz!', null],
])('a new password "%s" is told: %s', (password, errorText) => expect(validatePassword(password)).toBe(errorText))

const own = { email: 'dana.whitfield@vets.example', first_name: 'Dana', last_name: 'Whitfield' }

test.each([
  ['Whitfield#2026', true],
  ['!!DANA1234', true],
  ['Dana.Whitfield@vets.example', true],
  ['Dana.Whitfield1!', true],
  ['Whitfields-Cattle#2026', false],
])('one made of a person’s own words is known: %s is %s', (password, is) => expect(isOwnName(password, own)).toBe(is))
