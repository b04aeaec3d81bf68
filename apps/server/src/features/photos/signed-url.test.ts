import { createHmac, hkdfSync } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { isSignatureValid, urlExpiry } from './signed-url.ts'

test('URLs that a server of the previous version signed work until they expire', () => {
  const [secretKey, photo, expires] = ['s'.repeat(40), uuidv7(), urlExpiry()]
  const image = { photo, variant: 'image', expires } as const
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'photo addresses', 32))
  const signedAt = (until: number) => createHmac('sha256', key).update(`${photo}/image/${until}`).digest('base64url')
  expect(isSignatureValid(secretKey, image, signedAt(expires))).toBe(true)
  expect(isSignatureValid(secretKey, image, signedAt(expires).slice(0, -1))).toBe(false)
  expect(isSignatureValid(secretKey, { ...image, variant: 'thumbnail' }, signedAt(expires))).toBe(false)
  const past = Date.now() - 1
  expect(isSignatureValid(secretKey, { ...image, expires: past }, signedAt(past))).toBe(false)
})
