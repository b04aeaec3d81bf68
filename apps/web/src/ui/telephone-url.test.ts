import { expect, test } from 'vitest'
import { telephoneUrl } from './telephone-url.ts'

test.each(['+1 403 555 0100', '+1 (403) 555-0100', '+1.403.555.0100'])('%s is called as +14035550100', (phone) =>
  expect(telephoneUrl(phone)).toBe('tel:+14035550100'),
)
