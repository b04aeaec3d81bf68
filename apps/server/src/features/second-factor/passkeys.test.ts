import { constants } from '@chisholm/domain/constants'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { readAuditActions } from '../../testing/audit-entries.ts'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { createVirtualAuthenticator } from './testing/virtual-authenticator.ts'
import { createSecondFactorFactory } from './testing/second-factor-factory.ts'

const factory = await createSharedFactory()
const factors = createSecondFactorFactory(factory)

const add = async (person: TestUser, authenticator = createVirtualAuthenticator(), name?: string) => {
  const options = (await person.post('/auth/passkeys/options')).body.data
  const answer = await person.post('/auth/passkeys', { name, credential: authenticator.make(options) })
  return { authenticator, answer }
}
/** Begins a second step, and returns the challenge that a passkey has to sign. */
const begin = async (person: TestUser) => {
  const session = await factors.sessionOf(person)
  const { data } = (await factory.anonymous.post('/auth/second-factor/options', { session })).body
  return { session, ...data }
}
const complete = (session: string, passkey: object) =>
  factory.anonymous.post('/auth/second-factor', { session, passkey })

describe('adding a passkey', () => {
  test('registration names it, the first one comes with recovery codes, and sign-in requires it from then on', async () => {
    const { client } = await factory.client()
    const { answer } = await add(client, createVirtualAuthenticator(), ' My key ')
    expect([answer.status, answer.body.data.passkey.name]).toEqual([201, 'My key'])
    expect(answer.body.data.recovery_codes).toHaveLength(10)
    const second = (await add(client)).answer.body.data
    expect(second).toMatchObject({ passkey: { name: 'Unknown device', last_used_at: null }, recovery_codes: null })
    const { passkeys, authenticator } = (await client.get('/auth/protection')).body.data
    expect(passkeys.map(({ name }: { name: string }) => name)).toEqual(['My key', 'Unknown device'])
    expect(authenticator).toBe(false)
    expect((await factors.login(client)).body).toMatchObject({ token: null, challenge: 'SECOND_FACTOR' })
  })

  test('a name that is too long is cut between two characters', async () => {
    const { client } = await factory.client()
    const { answer } = await add(client, createVirtualAuthenticator(), `${'x'.repeat(59)}🔑🔑`)
    expect([answer.status, answer.body.data?.passkey.name]).toEqual([201, `${'x'.repeat(59)}🔑`])
  })

  test('registration accepts a response to its own challenge only, once, from its own origin', async () => {
    const vet = await factory.user('Veterinarian')
    const authenticator = createVirtualAuthenticator()
    const post = (credential: object) => vet.post('/auth/passkeys', { credential })
    expect((await post(authenticator.make({ challenge: 'bXkgb3du' }))).status).toBe(422)
    const options = async () => (await vet.post('/auth/passkeys/options')).body.data
    expect((await post(createVirtualAuthenticator('https://evil.example').make(await options()))).status).toBe(422)
    expect((await post({ id: 'x', response: {} })).status).toBe(422)
    const made = authenticator.make(await options())
    expect((await post(made)).status).toBe(201)
    expect((await post(made)).status).toBe(422)
    const again = await options()
    expect(again.excludeCredentials.map(({ id }: { id: string }) => id)).toEqual([authenticator.id])
    expect((await post(authenticator.make(again))).status).toBe(422)
    expect((await vet.get('/auth/protection')).body.data.passkeys).toHaveLength(1)
  })

  test('of two registrations begun in one session the later one can be completed, also after the other was', async () => {
    const vet = await factory.user('Veterinarian')
    const options = async () => (await vet.post('/auth/passkeys/options')).body.data
    const begun = [await options(), await options()]
    const statuses = []
    for (const one of begun) {
      const credential = createVirtualAuthenticator().make(one)
      statuses.push((await vet.post('/auth/passkeys', { credential })).status)
    }
    expect(statuses).toEqual([422, 201])
  })

  test('registrations begun on several devices do not exceed the limit', async () => {
    const vet = await factory.user('Veterinarian')
    const addBeside = (count: number) =>
      factory.db
        .insertInto('passkeys')
        .values(
          Array.from({ length: count }, () => {
            const id = uuidv7()
            return { id, user_id: vet.id, credential_id: id, public_key: Buffer.from('key'), name: 'Other' }
          }),
        )
        .execute()
    const { max } = constants.secondFactor.passkeys
    await addBeside(max - 1)
    const options = (await vet.post('/auth/passkeys/options')).body.data
    await addBeside(1)
    const { status } = await vet.post('/auth/passkeys', { credential: createVirtualAuthenticator().make(options) })
    expect(status).toBe(409)
    expect((await vet.get('/auth/protection')).body.data.passkeys).toHaveLength(max)
  })

  test('one registered by another user is rejected', async () => {
    const [mine, theirs] = [await factory.user('Veterinarian'), await factory.user('Veterinarian')]
    const { authenticator } = await add(mine)
    expect((await add(theirs, authenticator)).answer.status).toBe(422)
    expect((await theirs.get('/auth/protection')).body.data).toMatchObject({ passkeys: [], recovery_codes: 0 })
  })
})

describe('signing in with a passkey', () => {
  test('works, is named in the audit log and shows when it was used', async () => {
    const vet = await factory.user('Veterinarian')
    const { authenticator } = await add(vet)
    const step = await begin(vet)
    expect(step.authenticator).toBe(false)
    expect(step.passkey).toMatchObject({ rpId: 'localhost', allowCredentials: [{ id: authenticator.id }] })
    const signedIn = await complete(step.session, authenticator.answer(step.passkey))
    expect(signedIn.body).toMatchObject({ uuid: vet.id, roles: ['Veterinarian'], challenge: null })
    expect((await vet.get('/auth/protection')).body.data.passkeys[0].last_used_at).toMatch(/^\d{4}-/)
    const written = (await readAuditActions(factory, vet.id)).filter((action) => action === 'signed in with a passkey')
    expect(written).toHaveLength(1)
  })

  test('its signature is valid for one attempt only', async () => {
    const vet = await factory.user('Veterinarian')
    const { authenticator } = await add(vet)
    const [one, other] = [await begin(vet), await begin(vet)]
    const signed = authenticator.answer(one.passkey)
    expect((await complete(other.session, signed)).status).toBe(422)
    expect((await complete(one.session, signed)).status).toBe(200)
    expect((await complete(one.session, signed)).status).toBe(401)
    // A failed attempt uses up the challenge.
    expect((await complete(other.session, authenticator.answer(other.passkey))).status).toBe(422)
  })

  test("another user's passkey, another origin, a changed signature and a copied key are rejected", async () => {
    const [mine, theirs] = [await factory.user('Veterinarian'), await factory.user('Veterinarian')]
    const { authenticator } = await add(mine)
    const other = (await add(theirs)).authenticator
    const refused = async (sign: (options: { challenge: string }) => object) => {
      const step = await begin(mine)
      const answer = await complete(step.session, sign(step.passkey))
      expect([answer.status, answer.body.errors]).toEqual([422, { passkey: ['This passkey was not accepted.'] }])
    }
    await refused((options) => other.answer(options))
    await refused((options) => ({
      ...createVirtualAuthenticator('https://evil.example').answer(options),
      id: authenticator.id,
    }))
    await refused((options) => ({
      ...createVirtualAuthenticator().answer(options),
      id: authenticator.id,
      rawId: authenticator.id,
    }))
    const step = await begin(mine)
    expect((await complete(step.session, authenticator.answer(step.passkey, 7))).status).toBe(200)
    // A counter that goes down means that two authenticators have the same key.
    await refused((options) => authenticator.answer(options, 6))
  })
})

describe('removing a passkey', () => {
  test('ends it; with the last one the password signs in alone', async () => {
    const vet = await factory.user('Veterinarian')
    const { answer } = await add(vet)
    expect((await vet.delete(`/auth/passkeys/${answer.body.data.passkey.id}`)).status).toBe(200)
    expect((await vet.get('/auth/protection')).body.data).toMatchObject({ passkeys: [], recovery_codes: 0 })
    expect((await factors.login(vet)).body.token).not.toBeNull()
  })

  test("another user's is not found and stays", async () => {
    const vet = await factory.user('Veterinarian')
    const { id } = (await add(vet)).answer.body.data.passkey
    for (const other of [await factory.user('SuperAdmin'), (await factory.client()).client])
      expect((await other.delete(`/auth/passkeys/${id}`)).status).toBe(404)
    expect((await vet.get('/auth/protection')).body.data.passkeys).toHaveLength(1)
  })
})
