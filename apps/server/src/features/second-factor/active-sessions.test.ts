import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { createSecondFactorFactory } from './testing/second-factor-factory.ts'

const factory = await createSharedFactory()
const factors = createSecondFactorFactory(factory)

const password = 'Cattle#2026'
const android =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'
const signInFrom = async ({ email }: TestUser, userAgent: string) => {
  const body = { username: email, password }
  const { token } = (await factory.anonymous.post('/auth/login', body, { 'user-agent': userAgent })).body
  return { authorization: `Bearer ${token}` }
}

describe("the user's own sign-ins", () => {
  test('are listed with device, source and the current one marked; ended and idle ones are not', async () => {
    const vet = await factory.user('Veterinarian')
    const phone = await signInFrom(vet, android)
    await signInFrom(vet, 'ended')
    await signInFrom(vet, 'idle')
    await sql`update sign_ins set revoked_at = now() where user_agent = 'ended'`.execute(factory.db)
    await sql`update sign_ins set last_used_at = now() - interval '8 days' where user_agent = 'idle'`.execute(
      factory.db,
    )
    const { data } = (await factory.anonymous.get('/auth/sign-ins', phone)).body
    expect(data).toEqual([
      expect.objectContaining({ device: 'Chrome on Android', source: '127.0.0.1', current: true }),
      expect.objectContaining({ device: 'Unknown device', source: '127.0.0.1', current: false }),
    ])
  })

  test('are read page by page, the one used last first', async () => {
    const vet = await factory.user('Veterinarian')
    for (const device of ['one', 'two', 'three']) await signInFrom(vet, device)
    const page = async (number: number) => (await vet.get(`/auth/sign-ins?per_page=3&page=${number}`)).body
    const [first, second] = [await page(1), await page(2)]
    expect([...first.data, ...second.data]).toEqual((await vet.get('/auth/sign-ins')).body.data)
    expect([first.meta.total, second.data.length, second.links.next]).toEqual([4, 1, null])
  })

  test('one of them ends by itself, all of them at once', async () => {
    const vet = await factory.user('Veterinarian')
    const [phone, desk] = [await signInFrom(vet, android), await signInFrom(vet, 'desk')]
    const { data } = (await factory.anonymous.get('/auth/sign-ins', phone)).body
    const mine = data.find(({ current }: { current: boolean }) => current)
    expect((await vet.delete(`/auth/sign-ins/${mine.id}`)).status).toBe(200)
    expect((await factory.anonymous.get('/status', phone)).status).toBe(401)
    expect((await factory.anonymous.get('/status', desk)).status).toBe(200)
    expect((await vet.delete(`/auth/sign-ins/${mine.id}`)).status).toBe(404)
    expect((await vet.delete('/auth/sign-ins')).status).toBe(200)
    expect((await factory.anonymous.get('/status', desk)).status).toBe(401)
    expect((await vet.get('/status')).status).toBe(401)
  })

  test("another user's are not found, for Admins neither, and stay valid", async () => {
    const vet = await factory.user('Veterinarian')
    const { data } = (await vet.get('/auth/sign-ins')).body
    for (const other of [await factory.user('Admin'), (await factory.client()).client]) {
      expect((await other.delete(`/auth/sign-ins/${data[0].id}`)).status).toBe(404)
      expect((await other.get('/auth/sign-ins')).body.data).toHaveLength(1)
      await other.delete('/auth/sign-ins')
    }
    expect((await vet.get('/status')).status).toBe(200)
  })
})

describe('a sign-in older than 15 minutes', () => {
  const age = (person: TestUser) =>
    sql`update sign_ins set created_at = now() - interval '16 minutes', password_confirmed_at = null
        where user_id = ${person.id}`.execute(factory.db)

  test('cannot change sign-in methods until the password is confirmed', async () => {
    const { person } = await factors.withAuthenticator()
    await age(person)
    const attempts = [
      () => person.post('/auth/authenticator'),
      () => person.post('/auth/authenticator/confirm', { code: '123456' }),
      () => person.delete('/auth/authenticator'),
      () => person.post('/auth/recovery-codes'),
      () => person.post('/auth/passkeys/options'),
      () => person.post('/auth/passkeys', { credential: { id: 'x', response: {} } }),
      () => person.delete(`/auth/passkeys/${person.id}`),
    ]
    for (const attempt of attempts)
      expect((await attempt()).body).toMatchObject({ status: 403, type: 'urn:chisholm:recent-sign-in-required' })
    expect((await person.get('/auth/protection')).body.data).toMatchObject({ authenticator: true, recovery_codes: 10 })
    expect((await person.post('/auth/confirm-password', {})).body.errors).toEqual({
      password: ['Password is required.'],
    })
    expect((await person.post('/auth/confirm-password', { password: 'Wrong#2026' })).status).toBe(422)
    expect((await person.post('/auth/recovery-codes')).status).toBe(403)
    expect((await person.post('/auth/confirm-password', { password })).status).toBe(200)
    expect((await person.post('/auth/recovery-codes')).status).toBe(200)
  })

  test("cannot remove another user's second factor either", async () => {
    const admin = await factory.user('Admin')
    const { person } = await factors.withAuthenticator()
    await age(admin)
    expect((await admin.delete(`/users/${person.id}/second-factor`)).body).toMatchObject({
      status: 403,
      type: 'urn:chisholm:recent-sign-in-required',
    })
    expect((await factors.login(person)).body.challenge).toBe('SECOND_FACTOR')
  })

  test('cannot change an e-mail address, which can reset the password', async () => {
    const [admin, vet] = [await factory.user('SuperAdmin'), await factory.user('Veterinarian')]
    await age(admin)
    for (const [id, email] of [
      [admin.id, `mine-${admin.email}`],
      [vet.id, `theirs-${vet.email}`],
    ]) {
      const answer = await admin.put(`/users/${id}`, { email })
      expect(answer.body).toMatchObject({ status: 403, type: 'urn:chisholm:recent-sign-in-required' })
      expect((await admin.put(`/users/${id}`, { city: 'Clayton' })).status).toBe(200)
    }
    await admin.post('/auth/confirm-password', { password })
    expect((await admin.put(`/users/${vet.id}`, { email: `theirs-${vet.email}` })).status).toBe(200)
  })

  test('becomes recent only itself', async () => {
    const vet = await factory.user('Veterinarian')
    const other = await signInFrom(vet, 'other')
    await age(vet)
    await vet.post('/auth/confirm-password', { password })
    expect((await vet.post('/auth/authenticator')).status).toBe(200)
    expect((await factory.anonymous.post('/auth/authenticator', {}, other)).status).toBe(403)
  })
})
