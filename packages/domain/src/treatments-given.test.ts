import { expect, test } from 'vitest'
import { describeTreatment, formatTreatments, parseTreatments, treatmentsToCell } from './treatments-given.ts'

test.each([
  ['2026-11-03', 'second dose', 'November 3rd 2026, Florfenicol, second dose'],
  ['2026-11-03', null, 'November 3rd 2026, Florfenicol'],
  [null, null, 'Florfenicol'],
])('a treatment on the day %s with the note %s reads %s', (given_at, note, text) => {
  expect(describeTreatment({ given_at, name: 'Florfenicol', note })).toBe(text)
})

test('treatments written to a cell are read again as they were, whatever their texts have', () => {
  const treatments = [
    { given_at: '2026-11-03', name: 'Draxxin: 2.5 mg/kg', note: '2 ml; repeated at noon' },
    { given_at: null, name: 'A;', note: ';: b' },
    { given_at: null, name: ':', note: null },
  ]
  expect(parseTreatments(treatmentsToCell(treatments))).toEqual(treatments)
})

test('treatments formatted as one text can be parsed again', () => {
  const treatments = [
    { given_at: '2026-11-03', name: 'Florfenicol', note: 'second dose: 40 ml' },
    { given_at: null, name: 'Vitamin B1', note: null },
  ]
  expect(formatTreatments(treatments)).toBe('2026-11-03 Florfenicol: second dose: 40 ml; Vitamin B1')
  expect(parseTreatments(formatTreatments(treatments))).toEqual(treatments)
  expect(parseTreatments('')).toEqual([])
  expect(parseTreatments('2026-11-03Florfenicol')).toEqual([
    { given_at: '2026-11-03', name: 'Florfenicol', note: null },
  ])
})
