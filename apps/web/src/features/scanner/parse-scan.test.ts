import { texts } from '@chisholm/domain/texts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createScanAssembler, readRfidFromScan } from './parse-scan.ts'

const defaultPosition = { from: 9, to: -6 }

test.each([
  ['SCANNED: 982000123456789 OK;\r\n', '982000123456789'],
  ['12345678 LA 982 000001088420 end..', '982000001088420'],
  ['12345678 AB-12 end..', 'AB-12'],
])('the result of %j is between positions 9 and -6: %s', (text, rfid) => {
  expect(readRfidFromScan(text, defaultPosition)).toMatchObject({ ok: true, rfid })
})

test.each([
  ['982000123456789\r\n', '982000123456789'],
  ['LA 00000 0 982 000001088420\r\n', '982000001088420'],
  ['A0000000982000001088420', '982000001088420'],
  ['8000F58000109BA4', '982000001088420'],
  ['SCANNED: 982000123456789 OK;', '982000123456789'],
])('%j, the format of another reader model, is read as a whole: %s', (text, rfid) => {
  expect(readRfidFromScan(text, defaultPosition)).toMatchObject({ ok: true, rfid })
})

test('other positions give another result; 0 means the end', () => {
  expect(readRfidFromScan('ID=124000299999999', { from: 3, to: 0 })).toMatchObject({ rfid: '124000299999999' })
  expect(readRfidFromScan('ID=AB-12;', { from: 3, to: -1 })).toMatchObject({ rfid: 'AB-12' })
  expect(readRfidFromScan('ID=AB-12;', { from: 3, to: 5 })).toMatchObject({ rfid: 'AB' })
})

test('an industrial transponder and an unreadable scan are rejected with the reason', () => {
  const reading = readRfidFromScan('LR 00000 0 982 000001088420\r\n', defaultPosition)
  expect(reading).toEqual({ ok: false, error: texts.validation.industrialTransponder })
  expect(readRfidFromScan('NO TAG', defaultPosition)).toMatchObject({ ok: false })
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('several chunks become one scan at the end of the line', () => {
  const scans: string[] = []
  const addChunk = createScanAssembler((text) => scans.push(text), 150)
  addChunk('SCANNED: 98200012345')
  vi.advanceTimersByTime(149)
  addChunk('6789 OK;\r\n')
  expect(scans).toEqual(['SCANNED: 982000123456789 OK;\r\n'])
  addChunk('982000123456780\r\n')
  expect(scans).toHaveLength(2)
})

test('without line ends a scan is complete after a pause; empty lines are ignored', () => {
  const scans: string[] = []
  const addChunk = createScanAssembler((text) => scans.push(text), 150)
  addChunk('982000123456789')
  vi.advanceTimersByTime(149)
  expect(scans).toEqual([])
  vi.advanceTimersByTime(1)
  expect(scans).toEqual(['982000123456789'])
  addChunk('\r\n')
  expect(scans).toHaveLength(1)
})
