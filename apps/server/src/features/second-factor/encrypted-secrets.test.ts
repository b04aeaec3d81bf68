import { rm } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import type { UserId } from '../../database/ids.ts'
import { createFactory } from '../../testing/factory.ts'
import { checkSecretsReadable, reencryptSecrets } from './encrypted-secrets.ts'
import { createSecondFactorFactory } from './testing/second-factor-factory.ts'

const [old, fresh] = ['o'.repeat(40), 'n'.repeat(40)]
const before = await createFactory({ SECRET_KEY: old })
const now = await createFactory({ SECRET_KEY: `${fresh},${old}` }, undefined, before.database)
const factors = createSecondFactorFactory(before)
const factorsNow = createSecondFactorFactory(now)

afterAll(async () => {
  await before.app.close()
  await now.close()
  await rm(before.dataDir, { recursive: true, force: true })
})

const isReadable = async (userId: UserId) =>
  !(await checkSecretsReadable(before.db, [fresh])).unreadable.includes(userId)

test('a secret is re-encrypted with the new key when its app is used, once for five concurrent uses, and codes stay valid', async () => {
  const { person, secret } = await factors.withAuthenticator()
  expect(await isReadable(person.id)).toBe(false)
  const code = factors.codeOf(secret, 1)
  const sessions = await Promise.all(Array.from({ length: 5 }, () => factorsNow.sessionOf(person)))
  const answers = await Promise.all(
    sessions.map((session) => now.anonymous.post('/auth/second-factor', { session, code })),
  )
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422, 422, 422, 422])
  expect(await isReadable(person.id)).toBe(true)
})

test('secrets re-encrypted while apps are used, removed and set up: none is lost, none comes back, all are encrypted', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => factors.withAuthenticator()))
  const keys = { secretKey: fresh, previousSecretKeys: [old] }
  const [used, removed] = [people.slice(0, 4), people.slice(4)]
  await Promise.all([
    reencryptSecrets(before.db, keys),
    ...used.map(async ({ person, secret }) => {
      const answer = await factorsNow.answer(person, { code: factors.codeOf(secret, 1) })
      expect(answer.status).toBe(200)
    }),
    ...removed.map(async ({ person }) => {
      expect((await person.delete('/auth/authenticator')).status).toBe(200)
    }),
    reencryptSecrets(before.db, keys),
  ])
  await reencryptSecrets(before.db, keys)
  for (const { person } of used) {
    expect(await isReadable(person.id)).toBe(true)
    expect((await factorsNow.login(person)).body.challenge).toBe('SECOND_FACTOR')
  }
  for (const { person } of removed) expect((await factorsNow.login(person)).body.token).not.toBeNull()
  expect(await reencryptSecrets(before.db, keys)).toBe(0)
})
