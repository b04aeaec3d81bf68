import { describe, expect, test } from 'vitest'
import { normalizeFilter, type Range, type RangeKey, validateRange } from './report-filter.ts'

const [missing, invalid] = ['Min or max value is required', 'Invalid value']

describe('a range', () => {
  test.each<[RangeKey, Range['min'], Range['max'], string | null]>([
    ['weight', null, null, missing],
    ['weight', '', ' ', missing],
    ['weight', '200', null, null],
    ['weight', null, 0, null],
    ['weight', 200, 200, null],
    ['weight', '90', '100', null],
    ['weight', '100', '90', invalid],
    ['temperature', '38.5', '41', null],
    ['temperature', 'warm', null, invalid],
    ['temperature', '38.5', 'warm', invalid],
    ['date', '2026-11-20', null, null],
    ['date', '2026-11-20', '2026-11-20', null],
    ['date', '2026-11-21', '2026-11-20', invalid],
    ['date', '0001-01-01', '2100-12-31', null],
    ['date', null, '2101-01-01', invalid],
    ['date', '0000-12-31', null, invalid],
    ['date', '2026-02-30', null, invalid],
    ['date', 'soon', null, invalid],
  ])('of %s from %j to %j: %j', (key, min, max, error) => {
    expect(validateRange(key, { min, max })).toBe(error)
  })

  test('with an end that is neither a text nor a number is invalid', () => {
    // cast: what a caller of the API may send
    const sent = { min: 200, max: [300] } as unknown as Range
    expect(validateRange('weight', sent)).toBe(invalid)
  })
})

test('a filter is stored in one form: order of keys, unique sorted ids in lower case, numbers, open ends as null', () => {
  const normalized = normalizeFilter({
    breed: [],
    date: { min: '2026-11-20', max: '' },
    weight: { min: '0200', max: ' 300 ' },
    temperature: { min: 'warm', max: null },
    tagColor: ['B', 'a', 'A'],
  })
  expect(Object.entries(normalized)).toEqual([
    ['tagColor', ['a', 'b']],
    ['temperature', { min: 'warm', max: null }],
    ['weight', { min: 200, max: 300 }],
    ['date', { min: '2026-11-20', max: null }],
    ['breed', []],
  ])
  expect(normalizeFilter(normalized)).toEqual(normalized)
  expect(normalizeFilter({})).toEqual({})
})
