import type { ReportFilter } from '@chisholm/domain/report-filter'
import { texts } from '@chisholm/domain/texts'
import { expect, test } from 'vitest'
import { isSameFilter, parseFilterParam, validateFilter } from './filter-validation.ts'

const { rangeRequired, rangeInvalid } = texts.validation

test.each<[ReportFilter, object | null]>([
  [{}, null],
  [{ breed: [] }, null],
  [{ weight: { min: 100, max: null } }, null],
  [{ weight: { min: null, max: '100' } }, null],
  [{ weight: { min: 5, max: 5 } }, null],
  [{ weight: { min: null, max: null } }, { weight: rangeRequired }],
  [{ weight: { min: ' ', max: '' } }, { weight: rangeRequired }],
  [{ weight: { min: 9, max: 10 } }, null],
  [{ weight: { min: '9', max: '10' } }, null],
  [{ weight: { min: 10, max: 9 } }, { weight: rangeInvalid }],
  [{ weight: { min: 'x', max: 9 } }, { weight: rangeInvalid }],
  [{ date: { min: '2026-11-01', max: '2026-11-30' } }, null],
  [{ date: { min: '2026-12-01', max: '2026-11-30' } }, { date: rangeInvalid }],
  [{ date: { min: '2026-02-30', max: null } }, { date: rangeInvalid }],
  [{ date: { min: null, max: '2101-01-01' } }, { date: rangeInvalid }],
  [
    { temperature: { min: 41, max: 40 }, date: { min: null, max: null }, weight: { min: 1, max: 2 } },
    { temperature: rangeInvalid, date: rangeRequired },
  ],
])('the filter %o has the errors %o', (filter, errors) => {
  expect(validateFilter(filter)).toEqual(errors)
})

test.each<[unknown, ReportFilter | null]>([
  [null, null],
  [undefined, null],
  ['weight', null],
  [7, null],
  [{}, {}],
  [[], {}],
  [{ unheard: ['x'], breed: ['b'] }, { breed: ['b'] }],
  [{ breed: ['b', 'a', 'b'] }, { breed: ['a', 'b'] }],
  [{ breed: ['b', 7, null, {}] }, { breed: ['b'] }],
  [{ breed: 'b' }, {}],
  [{ breed: [] }, { breed: [] }],
  [{ weight: { min: '100' } }, { weight: { min: 100, max: null } }],
  [{ weight: { min: ' ', max: 5 } }, { weight: { min: null, max: 5 } }],
  [{ weight: { min: 'heavy', max: 5 } }, { weight: { min: 'heavy', max: 5 } }],
  [{ weight: { min: {}, max: 5 } }, {}],
  [{ weight: { min: [1], max: true } }, {}],
  [{ weight: null }, {}],
  [{ date: { min: '2026-11-01', max: null } }, { date: { min: '2026-11-01', max: null } }],
])('an address with the filter %o is read as %o', (param, filter) => {
  expect(parseFilterParam(param)).toEqual(filter)
})

test.each<[ReportFilter, ReportFilter, boolean]>([
  [{}, {}, true],
  [{ breed: ['a', 'b'] }, { breed: ['b', 'a', 'a'] }, true],
  [{ breed: ['a'] }, { breed: ['b'] }, false],
  [{ breed: ['a'] }, { tagColor: ['a'] }, false],
  [{ weight: { min: '5', max: '' } }, { weight: { min: 5, max: null } }, true],
  [{ weight: { min: 5, max: null } }, { weight: { min: null, max: 5 } }, false],
  [{ breed: ['a'], weight: { min: 5, max: 6 } }, { weight: { min: 5, max: 6 }, breed: ['a'] }, true],
])('%o and %o find the same animals: %s', (one, other, same) => {
  expect(isSameFilter(one, other)).toBe(same)
})
