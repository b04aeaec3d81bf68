import { expect, test } from 'vitest'
import { describeTreatment } from './treatments-given.ts'

test.each([
  ['2026-11-03', 'second dose', 'November 3rd 2026, Florfenicol, second dose'],
  ['2026-11-03', null, 'November 3rd 2026, Florfenicol'],
  [null, null, 'Florfenicol'],
])('a treatment on the day %s with the note %s reads %s', (given_at, note, text) => {
  expect(describeTreatment({ given_at, name: 'Florfenicol', note })).toBe(text)
})
