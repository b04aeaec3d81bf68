import { describe, expect, test } from 'vitest'
import {
  day,
  id,
  json,
  oneOf,
  pageNumber,
  parseSearch,
  validateSearchWith,
  stringifySearch,
  text,
} from './search-params.ts'

const uuid = '0190a5f0-7c1b-7def-8a3b-0123456789ab'

test('a string of digits stays a string in a URL and back', () => {
  const search = { rfid: '982000999888777', tag: '007', lot: '1e3', page: 2 }
  expect(parseSearch(stringifySearch(search))).toEqual({ ...search, page: '2' })
  expect(parseSearch('?rfid=982000999888777')).toEqual({ rfid: '982000999888777' })
  expect(parseSearch('?rfid=%22982000999888777%22')).toEqual({ rfid: '982000999888777' })
})

test('empty values are omitted from the URL, and other types survive the round trip', () => {
  const run = { weight: { min: 100, max: null }, breed: [uuid] }
  expect(stringifySearch({ text: '', page: undefined, animal: null })).toBe('')
  const { run: written } = parseSearch(stringifySearch({ run }))
  expect(json(written)).toEqual(run)
})

describe('an invalid value is ignored', () => {
  test.each<[(written: unknown) => unknown, unknown, unknown]>([
    [pageNumber, '3', 3],
    [pageNumber, 3, 3],
    [text, ' R 7301 ', 'R 7301'],
    [text, 7301, '7301'],
    [text, 'x'.repeat(500), 'x'.repeat(254)],
    [text, { not: 'a text' }, undefined],
    [id, uuid, uuid],
    [id, 'abc', undefined],
    [id, `${uuid}/..`, undefined],
    [oneOf(['animal', 'sent']), 'sent', 'sent'],
    [oneOf(['animal', 'sent']), 'nowhere', undefined],
    [day, '2026-11-20', '2026-11-20'],
    [day, '2026-13-45', undefined],
    [day, '2026-02-30', undefined],
    [day, '2024-02-29', '2024-02-29'],
    [day, 'yesterday', undefined],
    [json, '{"weight":', undefined],
  ])('%o reads %j as %j', (read, written, expected) => {
    expect(read(written)).toEqual(expected)
  })
})

test.each(['abc', '0', '-1', '1.5', '', '1e99', 'NaN', null, {}, true])('%j is no page of a list', (wrong) => {
  expect(pageNumber(wrong)).toBeUndefined()
})

test('a route returns its own parameters, with undefined for invalid ones', () => {
  const read = validateSearchWith({ page: pageNumber, ticket: id })
  expect(read({ page: 'abc', ticket: uuid, other: 'x' })).toStrictEqual({ page: undefined, ticket: uuid })
  expect(read({})).toStrictEqual({ page: undefined, ticket: undefined })
})
