import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { deleteExpired } from '../../database/delete-expired.ts'
import { readAuditActions } from '../../testing/audit-entries.ts'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { waitForEmail } from '../../testing/outbox-email.ts'
import { createToken, verifyToken } from './tokens.ts'
import { waitFor } from '../../testing/wait-for.ts'

const factory = await createSharedFactory()

const password = 'Cattle#2026'
const signIn = (email: string, secret = password) =>
  factory.anonymous.post('/auth/login', { username: email, password: secret })

const emailTo = (address: string, words: string) => waitForEmail(factory.dataDir, address, words)

describe('signing in', () => {
  test('answers with token, refresh, roles and uuid at the top level', async () => {
    const vet = await factory.user('Veterinarian')
    const answer = await signIn(` ${vet.email.toUpperCase()} `)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      success: true,
      state: 'okay',
      uuid: vet.id,
      roles: ['Veterinarian'],
      challenge: null,
      session: null,
    })
  })

  test('missing fields are named; a wrong address and a wrong password get the same response', async () => {
    const vet = await factory.user('Veterinarian')
    expect((await factory.anonymous.post('/auth/login', {})).body.errors).toEqual({
      username: ['Email is required.'],
      password: ['Password is required.'],
    })
    const [wrong, unknown] = [await signIn(vet.email, 'Wrong#2026'), await signIn('nobody@test.example')]
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(wrong.body).toEqual(unknown.body)
    expect(wrong.body.message).toBe('Login failed.')
  })

  test('after ten failures the eleventh attempt has to wait, even with the right password', async () => {
    const vet = await factory.user('Veterinarian')
    for (let attempt = 0; attempt < 10; attempt++) expect((await signIn(vet.email, 'Wrong#2026')).status).toBe(401)
    const answer = await signIn(vet.email)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('a disabled person is signed out at once and cannot sign in', async () => {
    const vet = await factory.user('Veterinarian')
    await factory.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', vet.id).execute()
    expect((await vet.get('/status')).status).toBe(401)
    expect((await signIn(vet.email)).status).toBe(401)
  })

  test('logging out ends the token', async () => {
    const vet = await factory.user('Veterinarian')
    expect((await vet.get('/status')).body).toMatchObject({ state: 'okay', authenticated: true })
    await vet.post('/auth/logout', { token: vet.token })
    expect((await vet.get('/status')).status).toBe(401)
    expect(await readAuditActions(factory, vet.id)).toEqual(['signed in', 'signed out'])
  })

  test('a token that is not ours is refused', async () => {
    const answer = await factory.anonymous.get('/status', { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' })
    expect(answer.status).toBe(401)
  })
})

describe('refreshing', () => {
  const ageRotations = (userId: string) =>
    sql`update rotated_refresh_tokens set rotated_at = rotated_at - interval '1 minute'
        where sign_in_id in (select id from sign_ins where user_id = ${userId})`.execute(factory.db)

  test('a token rotated within the last 30 s gets the newest pair again, however many responses were lost', async () => {
    const vet = await factory.user('Veterinarian')
    const first = (await signIn(vet.email)).body
    const refresh = (token: string) => factory.anonymous.post('/auth/refresh', { token })
    const second = (await refresh(first.refresh)).body
    const third = (await refresh(second.refresh)).body
    const fourth = (await refresh(third.refresh)).body
    for (const lost of [first, second, third]) expect((await refresh(lost.refresh)).body.refresh).toBe(fourth.refresh)
    expect((await refresh(fourth.refresh)).status).toBe(200)
  })

  test('a lost response ends no sign-in if the retry reaches a server whose clock is ten minutes ahead', async () => {
    const vet = await factory.user('Veterinarian')
    const first = (await signIn(vet.email)).body
    const refresh = () => factory.anonymous.post('/auth/refresh', { token: first.refresh })
    const lost = (await refresh()).body
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect(await refresh()).toMatchObject({ status: 200, body: { refresh: lost.refresh } })
  })

  test.each([
    ['was not used for seven days', sql`last_used_at = now() - interval '7 days 1 minute'`],
    ['began thirty days ago', sql`expires_at = expires_at - interval '30 days 1 minute'`],
  ])('a sign-in that %s cannot be refreshed', async (_why, aged) => {
    const vet = await factory.user('Veterinarian')
    const { body } = await signIn(vet.email)
    const next = await factory.anonymous.post('/auth/refresh', { token: body.refresh })
    expect(next.status).toBe(200)
    await sql`update sign_ins set ${aged} where user_id = ${vet.id}`.execute(factory.db)
    expect((await factory.anonymous.post('/auth/refresh', { token: next.body.refresh })).status).toBe(401)
  })

  test('late use of a token from two rotations ago counts as theft: the sign-in ends with an audit entry', async () => {
    const vet = await factory.user('Veterinarian')
    const first = (await signIn(vet.email)).body
    const refresh = (token: string) => factory.anonymous.post('/auth/refresh', { token })
    const newest = (await refresh((await refresh(first.refresh)).body.refresh)).body
    await ageRotations(vet.id)
    expect((await refresh(first.refresh)).status).toBe(401)
    expect((await refresh(newest.refresh)).status).toBe(401)
    const lines = await factory.db
      .selectFrom('audit_entries')
      .select('action')
      .where('subject_id', '=', vet.id)
      .where('action', '=', 'sign-in token reused')
      .execute()
    expect(lines).toHaveLength(1)
  })

  test('ten refreshes at once with one token get one pair', async () => {
    const vet = await factory.user('Veterinarian')
    const first = (await signIn(vet.email)).body
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => factory.anonymous.post('/auth/refresh', { token: first.refresh })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(new Set(answers.map(({ body }) => body.refresh)).size).toBe(1)
  })

  test('rotates; the previous token works for a short time, later it ends the sign-in', async () => {
    const vet = await factory.user('Veterinarian')
    const first = (await signIn(vet.email)).body
    const refresh = (token: string) => factory.anonymous.post('/auth/refresh', { token })
    const second = (await refresh(first.refresh)).body
    expect(second).toMatchObject({ state: 'okay', roles: ['Veterinarian'] })
    expect(second.refresh).not.toBe(first.refresh)
    // Two tabs refresh at once. The slower one gets no error.
    const third = (await refresh(first.refresh)).body
    expect(third.state).toBe('okay')
    await ageRotations(vet.id)
    const stolen = await refresh(first.refresh)
    expect(stolen.status).toBe(401)
    expect(stolen.body.message).toBe('Could not refresh token.')
    expect((await refresh(third.refresh)).status).toBe(401)
  })
})

describe('passwords', () => {
  test('a mailed code sets a new password once and ends every sign-in', async () => {
    const { client } = await factory.client()
    const known = await factory.anonymous.post('/auth/reset-password', { username: client.email })
    const unknown = await factory.anonymous.post('/auth/reset-password', { username: 'nobody@test.example' })
    expect(known.body).toEqual(unknown.body)
    const code = /code is ([A-Z0-9]{8})/.exec(await emailTo(client.email, 'verification code'))?.[1]
    const confirm = (body: object) =>
      factory.anonymous.post('/auth/confirm-reset-password', {
        username: client.email,
        password: 'Newer#2027',
        code,
        ...body,
      })
    expect((await confirm({ code: '' })).body.message).toBe('Please enter a verification code.')
    expect((await confirm({ password: 'short' })).body.message).toBe('Password needs to be at least 8 characters long.')
    expect((await confirm({ code: 'ZZZZZZZZ' })).status).toBe(422)
    expect((await confirm({})).status).toBe(200)
    expect((await confirm({})).status).toBe(422)
    expect((await client.get('/status')).status).toBe(401)
    expect((await signIn(client.email, 'Newer#2027')).status).toBe(200)
    await emailTo(client.email, 'password was changed')
  })

  test('of four concurrent confirmations with one code, one sets its password and the others are rejected', async () => {
    const { client } = await factory.client()
    await factory.anonymous.post('/auth/reset-password', { username: client.email })
    const code = /code is ([A-Z0-9]{8})/.exec(await emailTo(client.email, 'verification code'))?.[1]
    const passwords = ['Newer#2027', 'Newer#2028', 'Newer#2029', 'Newer#2030']
    const answers = await Promise.all(
      passwords.map((one) =>
        factory.anonymous.post('/auth/confirm-reset-password', { username: client.email, password: one, code }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422, 422, 422])
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? ''
    expect((await signIn(client.email, winner)).status).toBe(200)
  })

  test('a new code invalidates the previous one', async () => {
    const { client } = await factory.client()
    const codeAfter = async (before?: string) => {
      await factory.anonymous.post('/auth/reset-password', { username: client.email })
      return waitFor(async () => {
        const code = /code is ([A-Z0-9]{8})/.exec(await emailTo(client.email, 'verification code'))?.[1]
        expect(code).not.toBe(before)
        return code
      })
    }
    const first = await codeAfter()
    const second = await codeAfter(first)
    const confirm = (code?: string) =>
      factory.anonymous.post('/auth/confirm-reset-password', { username: client.email, password: 'Newer#2027', code })
    expect((await confirm(first)).status).toBe(422)
    expect((await confirm(second)).status).toBe(200)
  })

  test('a code sets the password even on a server whose clock is an hour ahead', async () => {
    const { client } = await factory.client()
    await factory.anonymous.post('/auth/reset-password', { username: client.email })
    const code = /code is ([A-Z0-9]{8})/.exec(await emailTo(client.email, 'verification code'))?.[1]
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    onTestFinished(() => void vi.useRealTimers())
    const reset = { username: client.email, password: 'Newer#2027', code }
    expect((await factory.anonymous.post('/auth/confirm-reset-password', reset)).status).toBe(200)
  })

  test('a code is invalid after five wrong attempts', async () => {
    const { client } = await factory.client()
    await factory.anonymous.post('/auth/reset-password', { username: client.email })
    const code = /code is ([A-Z0-9]{8})/.exec(await emailTo(client.email, 'verification code'))?.[1]
    const confirm = (tried: string | undefined) =>
      factory.anonymous.post('/auth/confirm-reset-password', {
        username: client.email,
        password: 'Newer#2027',
        code: tried,
      })
    for (let attempt = 0; attempt < 5; attempt++) expect((await confirm('ZZZZZZZZ')).status).toBe(422)
    expect((await confirm(code)).status).toBe(422)
  })

  test('changing it keeps the current sign-in and ends the others', async () => {
    const vet = await factory.user('Veterinarian')
    const other = (await signIn(vet.email)).body.token as string
    expect(
      (await vet.post('/auth/update-password', { token: vet.token, password: 'Nocapital1!'.toLowerCase() })).status,
    ).toBe(422)
    const answer = await vet.post('/auth/update-password', { token: vet.token, password: 'Changed#2027' })
    expect(answer.body.message).toBe('Your password has been successfully updated')
    expect((await vet.get('/status')).status).toBe(200)
    expect((await factory.anonymous.get('/status', { authorization: `Bearer ${other}` })).status).toBe(401)
  })
})

describe('invitations', () => {
  test('a temporary password yields the challenge; a name and another password complete the sign-in', async () => {
    const vet = await factory.user('Veterinarian')
    const site = await factory.site()
    const email = `invited-${site.id.slice(-8)}@test.example`
    const invited = await vet.post('/user-invites', { email, customer_id: site.customerId, sites: [site.id] })
    expect(invited.body).toEqual({ success: true, message: 'User was successfully invited' })
    const temporary = /Temporary password: (\S+)/.exec(await emailTo(email, 'Temporary password'))?.[1] ?? ''
    const challenged = await signIn(email, temporary)
    expect(challenged.body).toMatchObject({ challenge: 'NEW_PASSWORD_REQUIRED', token: null, refresh: null })
    const answerWith = (body: object) =>
      factory.anonymous.post('/auth/challenge', { session: challenged.body.session, username: email, ...body })
    expect((await answerWith({ password: 'Mine#2027' })).body.message).toBe('Please enter a first name.')
    const names = { first_name: 'Ana', last_name: 'Ruiz' }
    const long = await answerWith({ ...names, first_name: 'x'.repeat(501), password: 'Mine#2027' })
    expect([long.status, Object.keys(long.body.errors)]).toEqual([422, ['first_name']])
    const same = await answerWith({ ...names, password: temporary })
    expect([same.status, same.body.message]).toEqual([422, 'Please choose another password than the temporary one.'])
    const signedIn = await answerWith({ ...names, password: 'Mine#2027' })
    expect(signedIn.body).toMatchObject({ state: 'okay', roles: ['Client'], challenge: null })
    const sites = await factory.anonymous.get('/sites', { authorization: `Bearer ${signedIn.body.token}` })
    expect(sites.body.data.map((one: { id: string }) => one.id)).toEqual([site.id])
    expect((await signIn(email, temporary)).status).toBe(401)
  })

  const inviteBy = async (vet: Awaited<ReturnType<typeof factory.user>>) => {
    const site = await factory.site()
    const email = `invited-${site.id.slice(-8)}@test.example`
    const invite = () => vet.post('/user-invites', { email, customer_id: site.customerId, sites: [site.id] })
    return { email, invite }
  }
  const passwordIn = async (email: string) =>
    /Temporary password: (\S+)/.exec(await emailTo(email, 'Temporary password'))?.[1] ?? ''
  const answerChallenge = (session: string, secret: string) =>
    factory.anonymous.post('/auth/challenge', { session, first_name: 'Ana', last_name: 'Ruiz', password: secret })

  test('the names of a first sign-in are stored like those of a profile: in one line, with composed accents', async () => {
    const { email, invite } = await inviteBy(await factory.user('Veterinarian'))
    await invite()
    const { session } = (await signIn(email, await passwordIn(email))).body
    const names = { first_name: 'Jose\u0301', last_name: 'Ruiz\n  Vega' }
    const { body } = await factory.anonymous.post('/auth/challenge', { session, ...names, password: 'Mine#2027' })
    const { data } = (await factory.anonymous.get(`/users/${body.uuid}`, { authorization: `Bearer ${body.token}` }))
      .body
    expect([data.first_name, data.last_name]).toEqual(['Jos\u00e9', 'Ruiz Vega'])
  })

  test('three first sign-ins with one session at once: one succeeds', async () => {
    const { email, invite } = await inviteBy(await factory.user('Veterinarian'))
    await invite()
    const { session } = (await signIn(email, await passwordIn(email))).body
    const passwords = ['Mine#2027a', 'Mine#2028b', 'Mine#2029c']
    const answers = await Promise.all(passwords.map((one) => answerChallenge(session, one)))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401, 401])
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? ''
    expect((await signIn(email, winner)).status).toBe(200)
  })

  test('three concurrent invitations of a new address create one account, and all succeed', async () => {
    const { email, invite } = await inviteBy(await factory.user('Veterinarian'))
    const answers = await Promise.all([invite(), invite(), invite()])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const accounts = await factory.db.selectFrom('users').select('id').where('email', '=', email).execute()
    expect(accounts).toHaveLength(1)
  })

  test('a renewed invitation ends the session that the password before it opened', async () => {
    const { email, invite } = await inviteBy(await factory.user('Veterinarian'))
    await invite()
    const { session } = (await signIn(email, await passwordIn(email))).body
    await invite()
    expect((await answerChallenge(session, 'Mine#2027')).status).toBe(401)
  })

  test('missing fields are reported in the order e-mail, customer, sites; a client may not invite', async () => {
    const vet = await factory.user('Veterinarian')
    const { client, site } = await factory.client()
    const texts = async (body: object) => (await vet.post('/user-invites', body)).body.message
    expect(await texts({})).toBe('Email is required.')
    expect(await texts({ email: 'a@b.example' })).toBe('Customer is required.')
    expect(await texts({ email: 'a@b.example', customer_id: site.customerId })).toBe('You need to choose a sites.')
    expect((await client.post('/user-invites', { email: 'a@b.example' })).status).toBe(403)
    expect((await vet.post('/user-invites', { email: 'a@b.example', role: 'Admin' })).status).toBe(403)
  })

  test('a role that does not exist is told by its field, to nobody but those who may invite', async () => {
    const { client } = await factory.client()
    const invite = (by: TestUser, role: string) => by.post('/user-invites', { email: 'a@b.example', role })
    for (const role of ['Client', 'client', 'Nobody']) expect((await invite(client, role)).status).toBe(403)
    for (const by of [await factory.user('Veterinarian'), await factory.user('SuperAdmin')])
      for (const role of ['veterinarian', 'Nobody']) {
        const { status, body } = await invite(by, role)
        const text = 'Please choose one of: Client, Veterinarian, Admin, SuperAdmin.'
        expect([status, body.message, body.errors]).toEqual([422, text, { role: [text] }])
      }
    expect((await invite(await factory.user('SuperAdmin'), 'SuperAdmin')).status).toBe(403)
  })
})

describe('invalid new passwords', () => {
  const change = async (password: string) => {
    const vet = await factory.user('Veterinarian')
    await factory.db.updateTable('users').set({ first_name: 'Marguerite' }).where('id', '=', vet.id).execute()
    return (await vet.post('/auth/update-password', { password })).body.message
  }

  test('a common password, in any case', async () => {
    expect(await change('P@ssw0rd')).toBe('This password is too common and easy to guess. Please choose another.')
    expect(await change('1Qaz!qaz')).toContain('too common')
    // A punctuation mark at the end does not make the password acceptable.
    expect(await change('Password1!')).toContain('too common')
    expect(await change('!!Qwerty123')).toContain('too common')
  })

  test('the user’s own name with digits around it', async () => {
    expect(await change('Marguerite#1')).toBe('Password is made of your own name or e-mail. Please choose another.')
    expect(await change('Marguerite rides#1')).toBe('Your password has been successfully updated')
  })
})

describe('a password made of the own name', () => {
  const ownName = 'Password is made of your own name or e-mail. Please choose another.'

  test('is refused with the code of a reset, which can then be used with another password', async () => {
    const { client } = await factory.client()
    await factory.db.updateTable('users').set({ first_name: 'Marguerite' }).where('id', '=', client.id).execute()
    await factory.anonymous.post('/auth/reset-password', { username: client.email })
    const code = /code is ([A-Z0-9]{8})/.exec(await emailTo(client.email, 'verification code'))?.[1]
    const confirm = (secret: string, sent = code) =>
      factory.anonymous.post('/auth/confirm-reset-password', { username: client.email, password: secret, code: sent })
    expect((await confirm('Marguerite#1', 'ZZZZZZZZ')).body.errors).toEqual({ code: [expect.any(String)] })
    expect((await confirm('Marguerite#1')).body.errors).toEqual({ password: [ownName] })
    expect((await confirm('Newer#2027')).status).toBe(200)
  })

  test('or address is refused at the first sign-in, even without the username', async () => {
    const admin = await factory.user('Admin')
    const site = await factory.site()
    const email = `marguerite.x${site.id.slice(-8)}x@test.example`
    await admin.post('/user-invites', { email, customer_id: site.customerId, sites: [site.id] })
    const temporary = /Temporary password: (\S+)/.exec(await emailTo(email, 'Temporary password'))?.[1] ?? ''
    const { session } = (await signIn(email, temporary)).body
    const answer = (secret: string) =>
      factory.anonymous.post('/auth/challenge', { session, first_name: 'Ana', last_name: 'Ruiz', password: secret })
    expect((await answer(`M${email.slice(1, email.indexOf('@'))}#1`)).body.errors).toEqual({ password: [ownName] })
    expect((await answer('Newer#2027')).status).toBe(200)
  })
})

describe('guessing', () => {
  /** Signs in from an address of the network. */
  const signInFrom = (username: string) => (remoteAddress: string, secret: string) =>
    factory.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      remoteAddress,
      // The header is trusted only from configured proxies, and none is configured.
      headers: { 'x-forwarded-for': `198.51.100.${Math.floor(Math.random() * 250)}` },
      payload: { username, password: secret },
    })

  test('fifty concurrent wrong passwords cannot exceed the limit', async () => {
    const vet = await factory.user('Veterinarian')
    const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(vet.email, 'Wrong#2026')))
    expect(answers.filter((answer) => answer.status === 401).length).toBeLessThanOrEqual(10)
    expect((await signIn(vet.email)).status).toBe(429)
  })

  test('an address has to wait only at the source that failed', async () => {
    const vet = await factory.user('Veterinarian')
    const from = signInFrom(vet.email)
    for (let attempt = 0; attempt < 10; attempt++) await from('192.0.2.1', 'Wrong#2026')
    expect((await from('192.0.2.1', password)).statusCode).toBe(429)
    expect((await from('192.0.2.2', password)).statusCode).toBe(200)
  })

  test('an address has to wait at all IPv6 addresses of one network, of which a source can use any', async () => {
    const vet = await factory.user('Veterinarian')
    const from = signInFrom(vet.email)
    for (let attempt = 1; attempt <= 10; attempt++) await from(`2001:db8:0:7:${attempt}::1`, 'Wrong#2026')
    expect((await from('2001:db8:0:7::b', password)).statusCode).toBe(429)
    expect((await from('2001:db8:0:8::b', password)).statusCode).toBe(200)
  })

  test('many users who sign in correctly from one address at the same time all succeed', async () => {
    const vet = await factory.user('Veterinarian')
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(vet.email)))
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200))
  })

  test('failed sign-ins and refused tokens are in the audit log, without the password', async () => {
    const vet = await factory.user('Veterinarian')
    await signIn(vet.email, 'Wrong#2026')
    const lines = await factory.db.selectFrom('audit_entries').selectAll().where('subject_id', '=', vet.id).execute()
    expect(lines.map((line) => line.action)).toContain('sign-in failed')
    expect(JSON.stringify(lines)).not.toContain('Wrong#2026')
  })
})

describe('a sign-in older than 15 minutes', () => {
  test('the current password is confirmed before it is changed', async () => {
    const vet = await factory.user('Veterinarian')
    await sql`update sign_ins set created_at = now() - interval '16 minutes' where user_id = ${vet.id}`.execute(
      factory.db,
    )
    const change = () => vet.post('/auth/update-password', { password: 'Changed#2027' })
    const confirm = (again: string) => vet.post('/auth/confirm-password', { password: again })
    expect((await change()).body).toMatchObject({ status: 403, type: 'urn:chisholm:recent-sign-in-required' })
    expect((await confirm('')).body.errors).toEqual({ password: ['Password is required.'] })
    expect((await confirm('Wrong#2026')).body.errors).toEqual({ password: ['This password is wrong.'] })
    expect((await change()).status).toBe(403)
    expect((await confirm(password)).status).toBe(200)
    expect((await change()).status).toBe(200)
  })

  test('ends after five wrong passwords, however many come at once', async () => {
    const vet = await factory.user('Veterinarian')
    const guesses = await Promise.all(
      Array.from({ length: 8 }, (_, n) => vet.post('/auth/confirm-password', { password: `Wrong#${n}` })),
    )
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(5)
    expect((await vet.post('/auth/confirm-password', { password })).status).toBe(401)
    expect((await vet.get('/status')).status).toBe(401)
    expect(await readAuditActions(factory, vet.id)).toContain('sign-in ended after wrong passwords')
  })

  test('a confirmed password is stored neither in a response nor anywhere else', async () => {
    const vet = await factory.user('Veterinarian')
    await vet.post('/auth/confirm-password', { password }, { 'idempotency-key': 'again' })
    await vet.post('/auth/update-password', { password: 'Changed#2027' }, { 'idempotency-key': 'change' })
    const storedKeys = await factory.db
      .selectFrom('idempotency_keys')
      .select('key')
      .where('user_id', '=', vet.id)
      .execute()
    expect(storedKeys).toEqual([])
  })
})

test('after a key change, tokens of the previous key are still accepted, and no others', async () => {
  const [old, fresh] = ['o'.repeat(40), 'n'.repeat(40)]
  const tokenOf = (secretKey: string) => createToken(secretKey, 'access', factory.anonymous.id, 'sign-in')
  const rotated = { secretKey: fresh, previousSecretKeys: [old] }
  expect(await verifyToken(rotated, 'access', await tokenOf(old))).not.toBeNull()
  expect(await verifyToken(rotated, 'access', await tokenOf(fresh))).not.toBeNull()
  expect(await verifyToken(rotated, 'access', await tokenOf('x'.repeat(40)))).toBeNull()
  expect(await verifyToken(rotated, 'challenge', await tokenOf(fresh))).toBeNull()
})

test('expired rows are deleted, others stay', async () => {
  const vet = await factory.user('Veterinarian')
  const old = new Date(Date.now() - 25 * 3_600_000)
  await factory.db
    .insertInto('rate_limits')
    .values([{ key: 'old', started_at: old }, { key: 'new' }])
    .execute()
  await deleteExpired(factory.db)
  const keys = (await factory.db.selectFrom('rate_limits').select('key').execute()).map(({ key }) => key)
  expect(keys).toContain('new')
  expect(keys).not.toContain('old')
  expect((await vet.get('/status')).status).toBe(200)
})
