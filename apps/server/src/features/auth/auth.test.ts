import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Given, startGiven } from '../../testing/given.ts'
import { letterTo as letter } from '../../testing/letters.ts'

let given: Given
beforeAll(async () => {
  given = await startGiven()
})
afterAll(() => given.close())

const password = 'Cattle#2026'
const signIn = (email: string, secret = password) =>
  given.stranger.post('/auth/login', { username: email, password: secret })

const letterTo = (address: string, words: string) => letter(given.dataDir, address, words)

describe('signing in', () => {
  test('answers with token, refresh, roles and uuid at the top level', async () => {
    const vet = await given.person('Veterinarian')
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

  test('what is missing is told by field; what is wrong is not told apart', async () => {
    const vet = await given.person('Veterinarian')
    expect((await given.stranger.post('/auth/login', {})).body.errors).toEqual({
      username: ['Email is required.'],
      password: ['Password is required.'],
    })
    const [wrong, unknown] = [await signIn(vet.email, 'Wrong#2026'), await signIn('nobody@test.example')]
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(wrong.body).toEqual(unknown.body)
    expect(wrong.body.message).toBe('Login failed.')
  })

  test('the eleventh try after ten failures is refused for a while, also with the right password', async () => {
    const vet = await given.person('Veterinarian')
    for (let attempt = 0; attempt < 10; attempt++) expect((await signIn(vet.email, 'Wrong#2026')).status).toBe(401)
    const answer = await signIn(vet.email)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('a disabled person is signed out at once and cannot sign in', async () => {
    const vet = await given.person('Veterinarian')
    await given.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', vet.id).execute()
    expect((await vet.get('/status')).status).toBe(401)
    expect((await signIn(vet.email)).status).toBe(401)
  })

  test('logging out ends the token', async () => {
    const vet = await given.person('Veterinarian')
    expect((await vet.get('/status')).body).toMatchObject({ state: 'okay', authenticated: true })
    await vet.post('/auth/logout', { token: vet.token })
    expect((await vet.get('/status')).status).toBe(401)
  })

  test('a token that is not ours is refused', async () => {
    const answer = await given.stranger.get('/status', { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' })
    expect(answer.status).toBe(401)
  })
})

describe('refreshing', () => {
  test('rotates; the token before works for a moment, later it ends the sign-in', async () => {
    const vet = await given.person('Veterinarian')
    const first = (await signIn(vet.email)).body
    const refresh = (token: string) => given.stranger.post('/auth/refresh', { token })
    const second = (await refresh(first.refresh)).body
    expect(second).toMatchObject({ state: 'okay', roles: ['Veterinarian'] })
    expect(second.refresh).not.toBe(first.refresh)
    // two tabs at once: the slower one is not thrown out
    const third = (await refresh(first.refresh)).body
    expect(third.state).toBe('okay')
    const minuteAgo = new Date(Date.now() - 60_000)
    await given.db.updateTable('sign_ins').set({ rotated_at: minuteAgo }).where('user_id', '=', vet.id).execute()
    const stolen = await refresh(second.refresh)
    expect(stolen.status).toBe(401)
    expect(stolen.body.message).toBe('Could not refresh token.')
    expect((await refresh(third.refresh)).status).toBe(401)
  })
})

describe('passwords', () => {
  test('a mailed code sets a new password once and ends every sign-in', async () => {
    const { client } = await given.client()
    const known = await given.stranger.post('/auth/reset-password', { username: client.email })
    const unknown = await given.stranger.post('/auth/reset-password', { username: 'nobody@test.example' })
    expect(known.body).toEqual(unknown.body)
    const code = /code is ([A-Z0-9]{8})/.exec(await letterTo(client.email, 'verification code'))?.[1]
    const confirm = (body: object) =>
      given.stranger.post('/auth/confirm-reset-password', {
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
    await letterTo(client.email, 'password was changed')
  })

  test('five wrong codes use the code up', async () => {
    const { client } = await given.client()
    await given.stranger.post('/auth/reset-password', { username: client.email })
    const code = /code is ([A-Z0-9]{8})/.exec(await letterTo(client.email, 'verification code'))?.[1]
    const confirm = (tried: string | undefined) =>
      given.stranger.post('/auth/confirm-reset-password', {
        username: client.email,
        password: 'Newer#2027',
        code: tried,
      })
    for (let attempt = 0; attempt < 5; attempt++) expect((await confirm('ZZZZZZZZ')).status).toBe(422)
    expect((await confirm(code)).status).toBe(422)
  })

  test('changing it keeps this sign-in and ends the others', async () => {
    const vet = await given.person('Veterinarian')
    const other = (await signIn(vet.email)).body.token as string
    expect(
      (await vet.post('/auth/update-password', { token: vet.token, password: 'Nocapital1!'.toLowerCase() })).status,
    ).toBe(422)
    const answer = await vet.post('/auth/update-password', { token: vet.token, password: 'Changed#2027' })
    expect(answer.body.message).toBe('Your password has been successfully updated')
    expect((await vet.get('/status')).status).toBe(200)
    expect((await given.stranger.get('/status', { authorization: `Bearer ${other}` })).status).toBe(401)
  })
})

describe('invitations', () => {
  test('a temporary password raises the challenge; names and a password of its own sign the person in', async () => {
    const vet = await given.person('Veterinarian')
    const site = await given.site()
    const email = `invited-${site.id.slice(-8)}@test.example`
    const invited = await vet.post('/user-invites', { email, customer_id: site.customerId, sites: [site.id] })
    expect(invited.body).toEqual({ success: true, message: 'User was successfully invited' })
    const temporary = /Temporary password: (\S+)/.exec(await letterTo(email, 'Temporary password'))?.[1] ?? ''
    const challenged = await signIn(email, temporary)
    expect(challenged.body).toMatchObject({ challenge: 'NEW_PASSWORD_REQUIRED', token: null, refresh: null })
    const answerWith = (body: object) =>
      given.stranger.post('/auth/challenge', { session: challenged.body.session, username: email, ...body })
    expect((await answerWith({ password: 'Mine#2027' })).body.message).toBe('Please enter a first name.')
    const signedIn = await answerWith({ first_name: 'Ana', last_name: 'Ruiz', password: 'Mine#2027' })
    expect(signedIn.body).toMatchObject({ state: 'okay', roles: ['Client'], challenge: null })
    const sites = await given.stranger.get('/sites', { authorization: `Bearer ${signedIn.body.token}` })
    expect(sites.body.data.map((one: { id: string }) => one.id)).toEqual([site.id])
    expect((await signIn(email, temporary)).status).toBe(401)
  })

  test('what is missing is told as e-mail, customer, sites; a client may not invite', async () => {
    const vet = await given.person('Veterinarian')
    const { client, site } = await given.client()
    const texts = async (body: object) => (await vet.post('/user-invites', body)).body.message
    expect(await texts({})).toBe('Email is required.')
    expect(await texts({ email: 'a@b.example' })).toBe('Customer is required.')
    expect(await texts({ email: 'a@b.example', customer_id: site.customerId })).toBe('You need to choose a sites.')
    expect((await client.post('/user-invites', { email: 'a@b.example' })).status).toBe(403)
    expect((await vet.post('/user-invites', { email: 'a@b.example', role: 'Admin' })).status).toBe(403)
  })
})
