import { sql } from 'kysely'
import { Secret } from 'otpauth'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { UserId } from '../../database/ids.ts'
import { readAuditActions, readAuditEntries } from '../../testing/audit-entries.ts'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { waitForEmail } from '../../testing/outbox-email.ts'
import { whileLocked } from '../../testing/while-locked.ts'
import { createSecondFactorFactory } from './testing/second-factor-factory.ts'

const factory = await createSharedFactory()
const factors = createSecondFactorFactory(factory)

describe('an authenticator app', () => {
  test('is active from its first code on, and then the password alone does not sign in', async () => {
    const vet = await factory.user('Veterinarian')
    const { secret, address } = (await vet.post('/auth/authenticator')).body.data
    expect(address).toContain(
      `otpauth://totp/Chisholm:${encodeURIComponent(vet.email)}?issuer=Chisholm&secret=${secret}`,
    )
    expect((await factors.login(vet)).body.token).not.toBeNull()
    expect((await vet.post('/auth/authenticator/confirm', { code: '000000' })).status).toBe(422)
    const confirmed = await vet.post('/auth/authenticator/confirm', { code: factors.codeOf(secret) })
    expect(confirmed.body.data.recovery_codes).toHaveLength(10)
    const answer = (await factors.login(vet)).body
    expect(answer).toEqual({
      success: true,
      state: 'okay',
      uuid: null,
      token: null,
      refresh: null,
      roles: [],
      challenge: 'SECOND_FACTOR',
      session: expect.any(String),
    })
    expect((await vet.get('/auth/protection')).body.data).toMatchObject({
      required: false,
      authenticator: true,
      passkeys: [],
      recovery_codes: 10,
    })
    expect((await vet.post('/auth/authenticator')).status).toBe(409)
    await waitForEmail(factory.dataDir, vet.email, 'An authenticator app was set up.')
  })

  test('set up in two tabs at once, it is the one whose code was confirmed', async () => {
    const vet = await factory.user('Veterinarian')
    const { secret } = (await vet.post('/auth/authenticator')).body.data
    const row = sql`select from totp_secrets where user_id = ${vet.id} for update`
    const [begun, confirmed] = await whileLocked(factory.db, row, [
      () => vet.post('/auth/authenticator'),
      () => vet.post('/auth/authenticator/confirm', { code: factors.codeOf(secret) }),
    ])
    expect([begun?.status, confirmed?.status]).toEqual([200, 422])
    const code = factors.codeOf(begun?.body.data.secret)
    expect((await vet.post('/auth/authenticator/confirm', { code })).status).toBe(200)
  })

  test('a password that was reset by mail still asks for it', async () => {
    const { person } = await factors.withAuthenticator()
    await factory.anonymous.post('/auth/reset-password', { username: person.email })
    const sentEmail = await waitForEmail(factory.dataDir, person.email, 'verification code')
    const code = /code is ([A-Z0-9]{8})/.exec(sentEmail)?.[1]
    const reset = { username: person.email, password: 'Newer#2027', code }
    const answer = await factory.anonymous.post('/auth/confirm-reset-password', reset)
    expect([answer.status, answer.body.token]).toEqual([200, undefined])
    const login = await factory.anonymous.post('/auth/login', { username: person.email, password: 'Newer#2027' })
    expect(login.body).toMatchObject({ challenge: 'SECOND_FACTOR', token: null })
  })

  test('a code signs in with the early or late clock of a phone, and each code once', async () => {
    const { person, secret, firstCode } = await factors.withAuthenticator()
    const spent = await factors.answer(person, { code: firstCode })
    expect([spent.status, spent.body.errors]).toEqual([
      422,
      { code: ['This code is wrong or has already been used. Please enter a new one.'] },
    ])
    const next = factors.codeOf(secret, 1)
    const signedIn = await factors.answer(person, { code: ` ${next.slice(0, 3)} ${next.slice(3)}` })
    expect(signedIn.body).toMatchObject({ uuid: person.id, roles: ['Veterinarian'], challenge: null, session: null })
    expect((await factory.anonymous.get('/status', { authorization: `Bearer ${signedIn.body.token}` })).status).toBe(
      200,
    )
    expect((await factors.answer(person, { code: next })).status).toBe(422)
    expect((await factors.answer(person, { code: factors.codeOf(secret, 3) })).status).toBe(422)
    expect(await readAuditActions(factory, person.id)).toContain('signed in with an authenticator app')
    expect(await readAuditActions(factory, person.id)).toContain('second factor refused')
  })

  test('two at once with the same code: one signs in', async () => {
    const { person, secret } = await factors.withAuthenticator()
    const code = factors.codeOf(secret, 1)
    const sessions = await Promise.all([factors.sessionOf(person), factors.sessionOf(person)])
    const answers = await Promise.all(
      sessions.map((session) => factory.anonymous.post('/auth/second-factor', { session, code })),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422])
  })

  test('its secret is encrypted in the database, and a secret encrypted for another user is of no use', async () => {
    const [mine, theirs] = [await factors.withAuthenticator(), await factors.withAuthenticator()]
    const sealedOf = (id: UserId) =>
      factory.db.selectFrom('totp_secrets').select('sealed_secret').where('user_id', '=', id).executeTakeFirstOrThrow()
    const { sealed_secret } = await sealedOf(mine.person.id)
    expect(sealed_secret.includes(Buffer.from(Secret.fromBase32(mine.secret).bytes))).toBe(false)
    const storedKeys = await factory.db.selectFrom('idempotency_keys').select('answer_body').execute()
    expect(JSON.stringify(storedKeys)).not.toContain(mine.secret)
    await factory.db
      .updateTable('totp_secrets')
      .set({ sealed_secret })
      .where('user_id', '=', theirs.person.id)
      .execute()
    expect((await factors.answer(theirs.person, { code: factors.codeOf(mine.secret, 1) })).status).toBe(422)
  })

  test('removed, the password signs in again and the recovery codes are gone', async () => {
    const { person } = await factors.withAuthenticator()
    expect((await person.delete('/auth/authenticator')).status).toBe(200)
    expect((await person.delete('/auth/authenticator')).status).toBe(404)
    expect((await factors.login(person)).body.token).not.toBeNull()
    expect((await person.get('/auth/protection')).body.data).toMatchObject({ authenticator: false, recovery_codes: 0 })
    await waitForEmail(factory.dataDir, person.email, 'The authenticator app was removed.')
  })
})

describe('recovery codes', () => {
  test('each signs in once, typed with or without dashes', async () => {
    const { person, recoveryCodes } = await factors.withAuthenticator()
    const [first = '', second = ''] = recoveryCodes
    expect((await factors.answer(person, { code: first })).body.uuid).toBe(person.id)
    expect((await factors.answer(person, { code: first })).status).toBe(422)
    const typed = second.replaceAll('-', '').toLowerCase()
    expect((await factors.answer(person, { code: typed })).body.uuid).toBe(person.id)
    expect((await person.get('/auth/protection')).body.data.recovery_codes).toBe(8)
    expect(await readAuditActions(factory, person.id)).toContain('signed in with a recovery code')
  })

  test('belong to one user, and are stored only as hashes', async () => {
    const [mine, theirs] = [await factors.withAuthenticator(), await factors.withAuthenticator()]
    const [code = ''] = mine.recoveryCodes
    expect((await factors.answer(theirs.person, { code })).status).toBe(422)
    const rows = await factory.db.selectFrom('recovery_codes').selectAll().execute()
    expect(rows.some(({ code_hash }) => code_hash.toString('latin1').includes(code.slice(0, 6)))).toBe(false)
  })

  test('new ones replace the old ones, and users without a second factor have none', async () => {
    const { person, recoveryCodes } = await factors.withAuthenticator()
    const renewed = (await person.post('/auth/recovery-codes', {}, { 'idempotency-key': 'renew' })).body.data
    expect(renewed.recovery_codes).toHaveLength(10)
    const storedKeys = await factory.db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('user_id', '=', person.id)
      .execute()
    expect(storedKeys).toEqual([])
    expect((await factors.answer(person, { code: recoveryCodes[0] })).status).toBe(422)
    expect((await factors.answer(person, { code: renewed.recovery_codes[0] })).status).toBe(200)
    const other = await factory.user('Veterinarian')
    expect((await other.post('/auth/recovery-codes')).status).toBe(409)
  })
})

describe('guessing', () => {
  test('five wrong codes end the second step, also for the right one', async () => {
    const { person, secret } = await factors.withAuthenticator()
    const session = await factors.sessionOf(person)
    const answer = (code: string) => factory.anonymous.post('/auth/second-factor', { session, code })
    const statuses = []
    for (const code of ['111111', '222222', 'AAAA', '444444', '555555']) statuses.push((await answer(code)).status)
    expect(statuses).toEqual([422, 422, 422, 422, 401])
    expect((await answer(factors.codeOf(secret, 1))).status).toBe(401)
    expect((await factory.anonymous.post('/auth/second-factor/options', { session })).status).toBe(401)
  })

  test('ten concurrent attempts count like ten consecutive ones', async () => {
    const { person, secret } = await factors.withAuthenticator()
    const session = await factors.sessionOf(person)
    const code = factors.codeOf(secret, 5)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => factory.anonymous.post('/auth/second-factor', { session, code })),
    )
    expect(answers.filter(({ status }) => status === 200)).toEqual([])
    const { tries } = await factory.db
      .selectFrom('second_steps')
      .select('tries')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(tries).toBe(5)
  })

  test('ten wrong codes of an account make it wait, whatever the session, and right passwords do not help', async () => {
    const { person, secret } = await factors.withAuthenticator()
    for (const _ of [1, 2]) {
      const session = await factors.sessionOf(person)
      for (let attempt = 0; attempt < 5; attempt++)
        await factory.anonymous.post('/auth/second-factor', { session, code: '123 000' })
    }
    const refused = await factors.answer(person, { code: factors.codeOf(secret, 1) })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
    const before = new Date(Date.now() - 16 * 60_000)
    await sql`update second_steps set created_at = ${before} where user_id = ${person.id}`.execute(factory.db)
    expect((await factors.answer(person, { code: factors.codeOf(secret, 1) })).status).toBe(200)
  })

  test('an unknown session, an expired one and a completed one are rejected', async () => {
    const { person, secret, recoveryCodes } = await factors.withAuthenticator()
    const post = (body: object) => factory.anonymous.post('/auth/second-factor', body)
    expect((await post({ session: 'made up', code: '123456' })).status).toBe(401)
    expect((await post({ session: await factors.sessionOf(person) })).body.errors).toEqual({
      code: ['Please enter a verification code.'],
    })
    const session = await factors.sessionOf(person)
    expect((await post({ session, code: factors.codeOf(secret, 1) })).status).toBe(200)
    expect((await post({ session, code: recoveryCodes[0] })).status).toBe(401)
    const old = await factors.sessionOf(person)
    await factory.db
      .updateTable('second_steps')
      .set({ expires_at: new Date() })
      .where('user_id', '=', person.id)
      .execute()
    expect((await post({ session: old, code: recoveryCodes[0] })).status).toBe(401)
  })

  test('a second step can be completed even on a server whose clock is an hour ahead', async () => {
    const { person, recoveryCodes } = await factors.withAuthenticator()
    const session = await factors.sessionOf(person)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    onTestFinished(() => void vi.useRealTimers())
    const answer = await factory.anonymous.post('/auth/second-factor', { session, code: recoveryCodes[0] })
    expect(answer.status).toBe(200)
  })

  test('a session is no token, and a user disabled meanwhile cannot sign in', async () => {
    const { person, recoveryCodes } = await factors.withAuthenticator()
    const session = await factors.sessionOf(person)
    expect((await factory.anonymous.get('/status', { authorization: `Bearer ${session}` })).status).toBe(401)
    const names = { first_name: 'A', last_name: 'B', password: 'Newer#2027' }
    expect((await factory.anonymous.post('/auth/challenge', { session, ...names })).status).toBe(401)
    await factory.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', person.id).execute()
    const answer = await factory.anonymous.post('/auth/second-factor', { session, code: recoveryCodes[0] })
    expect([answer.status, answer.body.token]).toEqual([422, undefined])
  })
})

describe('a reset by an Admin', () => {
  const statusOf = async (by: TestUser, of: { id: string }) => (await by.delete(`/users/${of.id}/second-factor`)).status

  test('removes every factor, ends the sign-ins, and is notified and logged', async () => {
    const admin = await factory.user('Admin')
    const { person, recoveryCodes } = await factors.withAuthenticator()
    const session = await factors.sessionOf(person)
    const answer = await admin.delete(`/users/${person.id}/second-factor`)
    expect([answer.status, answer.body.message]).toEqual([
      200,
      'The second factor was removed, and every sign-in of this person was ended.',
    ])
    expect((await person.get('/status')).status).toBe(401)
    expect((await factory.anonymous.post('/auth/second-factor', { session, code: recoveryCodes[0] })).status).toBe(401)
    expect((await factors.login(person)).body.token).not.toBeNull()
    const written = (await readAuditEntries(factory, person.id)).filter(
      ({ action }) => action === 'second factor reset',
    )
    expect(written.map(({ user_id }) => user_id)).toEqual([admin.id])
    await waitForEmail(factory.dataDir, person.email, 'removed by an administrator')
  })

  test('of a person without a second factor changes nothing', async () => {
    const [admin, vet] = [await factory.user('Admin'), await factory.user('Veterinarian')]
    const answer = await admin.delete(`/users/${vet.id}/second-factor`)
    expect([answer.status, answer.body.message]).toEqual([200, 'This person has no second factor.'])
    expect((await vet.get('/status')).status).toBe(200)
    expect((await readAuditEntries(factory, vet.id)).map(({ action }) => action)).not.toContain('second factor reset')
  })

  test('Admins reset Clients and Veterinarians, SuperAdmins everybody but themselves', async () => {
    const [superAdmin, admin, otherAdmin] = [
      await factory.user('SuperAdmin'),
      await factory.user('Admin'),
      await factory.user('Admin'),
    ]
    const { client } = await factory.client()
    expect(await statusOf(admin, client)).toBe(200)
    expect(await statusOf(admin, otherAdmin)).toBe(403)
    expect(await statusOf(admin, superAdmin)).toBe(403)
    expect(await statusOf(admin, admin)).toBe(403)
    expect(await statusOf(superAdmin, superAdmin)).toBe(403)
    expect(await statusOf(superAdmin, admin)).toBe(200)
  })

  test('is for Admins only, and a client learns of no other client', async () => {
    const { person } = await factors.withAuthenticator()
    const vet = await factory.user('Veterinarian')
    const { client } = await factory.client()
    const otherClient = (await factory.client()).client
    expect(await statusOf(vet, person)).toBe(403)
    expect(await statusOf(vet, client)).toBe(403)
    expect(await statusOf(client, client)).toBe(403)
    expect(await statusOf(client, person)).toBe(403)
    expect(await statusOf(client, otherClient)).toBe(404)
    expect(await statusOf(client, { id: '01a1fb81-aac4-7619-8b1e-d83247245d54' })).toBe(404)
    expect((await factors.login(person)).body.challenge).toBe('SECOND_FACTOR')
  })
})
