import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { newId, type UserId } from '../../database/ids.ts'
import { createTotpSecret, verifyTotpCode } from './totp-and-recovery-codes.ts'

const ana = newId<UserId>()

test("an app's codes stay valid while the key its secret was encrypted with is still accepted", () => {
  const [old, fresh] = ['o'.repeat(40), 'n'.repeat(40)]
  const { sealed, secret } = createTotpSecret(old, { id: ana, email: 'ana@test.example' })
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const stepBy = (secretKey: string, previousSecretKeys: string[], userId = ana) =>
    verifyTotpCode({ secretKey, previousSecretKeys }, userId, sealed, code)
  expect(stepBy(old, [])).not.toBeNull()
  expect(stepBy(fresh, [old])).not.toBeNull()
  expect(stepBy(fresh, [])).toBeNull()
  expect(stepBy(old, [], newId<UserId>())).toBeNull()
})
