import { expect, test } from 'vitest'
import { isUuid } from './uuid.ts'

const cases = [
  ['0197a3b2-5c6d-7e8f-9a0b-1c2d3e4f5a6b', true],
  ['0197A3B2-5C6D-7E8F-9A0B-1C2D3E4F5A6B', true],
  ['6e400001-b5a3-f393-e0a9-e50e24dcca9e', true],
  ['0197a3b2-5c6d7-e8f-9a0b-1c2d3e4f5a6b', false],
  ['0197a3b25c6d7e8f9a0b1c2d3e4f5a6b', false],
  [' 0197a3b2-5c6d-7e8f-9a0b-1c2d3e4f5a6b', false],
  ['0197a3b2-5c6d-7e8f-9a0b-1c2d3e4f5a6g', false],
  ['new', false],
  ['', false],
] as const

test.each(cases)('%j is a UUID: %s', (text, expected) => expect(isUuid(text)).toBe(expected))
