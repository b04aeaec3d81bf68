import { describe, expect, test } from 'vitest'
import type { UserId } from '../../database/ids.ts'
import { hashPassword } from '../auth/index.ts'
import { type TestResponse, createSharedFactory } from '../../testing/factory.ts'
import { waitForEmail } from '../../testing/outbox-email.ts'
import { createSecondFactorFactory } from './testing/second-factor-factory.ts'
import { waitForLocks } from '../../testing/while-locked.ts'

const factory = await createSharedFactory()
const factors = createSecondFactorFactory(factory)
const changed = 'Changed#2027'

/** A user who has begun the second step with the current password. */
async function withOpenStep() {
  const { person, recoveryCodes } = await factors.withAuthenticator()
  const session = await factors.sessionOf(person)
  return {
    person,
    finish: () => factory.anonymous.post('/auth/second-factor', { session, code: recoveryCodes[0] }),
    options: () => factory.anonymous.post('/auth/second-factor/options', { session }),
    login: (password: string) => factory.anonymous.post('/auth/login', { username: person.email, password }),
  }
}

const signInsOf = (userId: UserId) =>
  factory.db.selectFrom('sign_ins').select('id').where('user_id', '=', userId).where('revoked_at', 'is', null).execute()

/** Changes the password while an earlier request waits for the lock on the account. */
async function changedBefore(userId: UserId, ask: () => Promise<TestResponse>): Promise<TestResponse> {
  const password_hash = await hashPassword(changed)
  const { pending } = await factory.db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    const pending = ask()
    await waitForLocks(factory.db, 1)
    await tx.updateTable('users').set({ password_hash }).where('id', '=', userId).execute()
    // The promise is wrapped in an object, because the transaction would await it otherwise.
    return { pending }
  })
  return pending
}

describe('a second step begun with the old password ends', () => {
  test('when the password is changed', async () => {
    const { person, finish, options } = await withOpenStep()
    expect((await options()).status).toBe(200)
    expect((await person.post('/auth/update-password', { password: changed })).status).toBe(200)
    expect((await options()).status).toBe(401)
    const answer = await finish()
    expect([answer.status, answer.body.token]).toEqual([401, undefined])
  })

  test('when it is reset by a mailed code, and one begun with the new password does not', async () => {
    const { person, finish, login } = await withOpenStep()
    await factory.anonymous.post('/auth/reset-password', { username: person.email })
    const code = /code is ([A-Z0-9]{8})/.exec(
      await waitForEmail(factory.dataDir, person.email, 'verification code'),
    )?.[1]
    const reset = { username: person.email, code, password: changed }
    expect((await factory.anonymous.post('/auth/confirm-reset-password', reset)).status).toBe(200)
    expect((await finish()).status).toBe(401)
    expect((await login(changed)).body.challenge).toBe('SECOND_FACTOR')
  })

  test('when an Admin removes the second factor', async () => {
    const { person, finish } = await withOpenStep()
    const admin = await factory.user('Admin')
    expect((await admin.delete(`/users/${person.id}/second-factor`)).status).toBe(200)
    expect((await finish()).status).toBe(401)
  })

  test('when a server of the previous version created it without a password fingerprint', async () => {
    const { person, finish } = await withOpenStep()
    await factory.db
      .updateTable('second_steps')
      .set({ password_fingerprint: null })
      .where('user_id', '=', person.id)
      .execute()
    expect((await finish()).status).toBe(401)
  })
})

describe('a password changed while somebody signs in with the old one', () => {
  test('ends the second step that is just being finished', async () => {
    const { person, finish } = await withOpenStep()
    const before = await signInsOf(person.id)
    expect((await changedBefore(person.id, finish)).status).toBe(401)
    expect(await signInsOf(person.id)).toEqual(before)
  })

  test('leaves no sign-in and no second step', async () => {
    const one = await factory.user('Veterinarian')
    const two = (await withOpenStep()).person
    for (const person of [one, two]) {
      const before = await signInsOf(person.id)
      const answer = await changedBefore(person.id, () => factors.login(person))
      expect([answer.status, answer.body.message]).toEqual([401, 'Login failed.'])
      expect(await signInsOf(person.id)).toEqual(before)
    }
  })
})
