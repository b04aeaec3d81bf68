import { expect, test } from 'vitest'
import { formatRfid, isTooLargeForChip, parseRfid } from './rfid.ts'

test.each([
  ['982000001088420', '982000001088420'],
  ['982 000001088420', '982000001088420'],
  ['LA 982 000001088420\r\n', '982000001088420'],
  ['A 982 000001088420', '982000001088420'],
  ['A982000123456789', '982000123456789'],
  ['LA 00000 0 982 000001088420', '982000001088420'],
  ['LA 00000 0 124 000299999999', '124000299999999'],
  ['A0000000982000001088420', '982000001088420'],
  ['A 00000 0 982 000001088420', '982000001088420'],
  ['A 00000 0 0999 000000123456', '999000000123456'],
  ['0826012345600001', '826012345600001'],
  ['USA0003123456789', '840003123456789'],
  ['\u0002982000001088420\r\n', '982000001088420'],
  ['\u0002LA 00000 0 124 000299999999\r\n', '124000299999999'],
  ['la 982 000001088420', '982000001088420'],
  ['usa0003123456789', '840003123456789'],
  ['8000f58000109ba4', '982000001088420'],
  ['8000D200BA2C2B15', '840003123456789'],
  ['80001F0011E1A2FF', '124000299999999'],
  ['8000F58000109BA4', '982000001088420'],
  ['80004500129D8219', '276000312312345'],
  ['8000CE82DFDAE801', '826012345600001'],
])('%j, as a reader sends it, is %s', (typed, rfid) => {
  expect(parseRfid(typed)).toMatchObject({ ok: true, rfid })
})

// the last has no animal flag
test.each(['R 123456', 'LR 0000 12', 'R0000000982000001088420', '0000F58000109BA4'])(
  'the industrial transponder %j is refused with the reason',
  (typed) => {
    expect(parseRfid(typed)).toMatchObject({ ok: false })
  },
)

test.each(['UK230011200123', 'nl 680250829', '123456-12-1234', 'QABC1234XBX00123', 'A000FFC000109BA4'])(
  'the national tag %j is no RFID, and is kept as it is read, with a warning',
  (typed) => {
    expect(parseRfid(typed)).toEqual({ ok: true, rfid: typed, warning: expect.any(String) })
  },
)

test('the largest number of a chip is accepted, a larger one with a warning', () => {
  expect(parseRfid('982274877906943')).toMatchObject({ rfid: '982274877906943', warning: null })
  expect(parseRfid('982274877906944')).toMatchObject({ rfid: '982274877906944', warning: expect.any(String) })
})

test.each(['USA00312345678', 'USA00031234567890', 'XYZ003123456789', '1982000001088420'])(
  '%s has too few or too many digits, or an unknown country, and is kept as typed, with a warning',
  (typed) => {
    expect(parseRfid(typed)).toEqual({ ok: true, rfid: typed, warning: expect.any(String) })
  },
)

test('an unusual number is stored with a warning', () => {
  expect(parseRfid('12345')).toMatchObject({ ok: true, rfid: '12345' })
  expect(parseRfid('12345')).not.toMatchObject({ warning: null })
})

test('an RFID is shown in groups of three, and an incomplete one as it is', () => {
  expect(formatRfid('982000001088420')).toBe('982 000 001 088 420')
  expect(formatRfid('9820')).toBe('9820')
})

test.each([
  ['USA003123456789', '840003123456789'],
  ['000000982000001088420', '982000001088420'],
  ['LA1982000001088420', '982000001088420'],
])('%s is read as %s', (typed, rfid) => {
  expect(parseRfid(typed)).toEqual({ ok: true, rfid, warning: null })
})

test('an empty field has no RFID, and no warning', () => {
  expect([parseRfid(''), parseRfid(' \r\n')]).toEqual(
    Array.from({ length: 2 }, () => ({ ok: true, rfid: '', warning: null })),
  )
})

test('the code of a test transponder, and one of no country or manufacturer, is questioned', () => {
  expect(parseRfid('999000000123456')).toMatchObject({ warning: 'This is a test transponder (999).' })
  for (const code of ['000', '019', '128', '899'])
    expect(parseRfid(`${code}000000123456`)).toMatchObject({ ok: true, warning: expect.stringContaining('country') })
  for (const code of ['998', '900', '840', '124', '036', '484', '076', '554', '276', '826', '756'])
    expect(parseRfid(`${code}000000123456`)).toMatchObject({ warning: null })
})

test('only an RFID of 15 digits can be too large for a chip', () => {
  expect(['982274877906943', '982274877906944', '9822748779069440', '274877906944'].map(isTooLargeForChip)).toEqual([
    false,
    true,
    false,
    false,
  ])
})
