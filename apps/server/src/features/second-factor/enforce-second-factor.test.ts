import { expect, test } from 'vitest'
import { createSharedFactory } from '../../testing/factory.ts'
import { createSecondFactorFactory } from './testing/second-factor-factory.ts'

const factory = await createSharedFactory({ REQUIRE_SECOND_FACTOR: 'vets' })
const factors = createSecondFactorFactory(factory)

const refusal = {
  status: 403,
  type: 'urn:chisholm:second-factor-required',
  message: 'Your practice asks for a second factor. Please set one up under Sign-in and security first.',
}

test.each(['Veterinarian', 'Admin', 'SuperAdmin'] as const)(
  'without a second factor a %s can only set one up; with one everything is accessible',
  async (role) => {
    const person = await factory.user(role)
    for (const path of ['/post-mortems', '/users', `/users/${person.id}`, '/sites', '/diagnoses', '/filter-reports'])
      expect((await person.get(path)).body).toMatchObject(refusal)
    expect((await person.post('/post-mortems', {})).body).toMatchObject(refusal)
    expect((await person.post('/auth/update-password', { password: 'Newer#2027' })).body).toMatchObject(refusal)
    expect((await person.delete(`/users/${person.id}/second-factor`)).body).toMatchObject(refusal)
    expect((await person.get('/auth/protection')).body.data.required).toBe(true)
    expect((await person.get('/auth/sign-ins')).status).toBe(200)
    expect((await person.get('/status')).status).toBe(200)
    const { secret } = (await person.post('/auth/authenticator')).body.data
    expect((await person.get('/post-mortems')).status).toBe(403)
    await person.post('/auth/authenticator/confirm', { code: factors.codeOf(secret) })
    expect((await person.get('/post-mortems')).status).toBe(200)
    await person.delete('/auth/authenticator')
    expect((await person.get('/post-mortems')).body).toMatchObject(refusal)
    expect((await person.post('/auth/logout')).status).toBe(200)
  },
)

/** The OpenAPI document lists every route. */
test('veterinarians without a second factor can use only the routes that set one up', async () => {
  const vet = await factory.user('Veterinarian')
  const { paths }: { paths: Record<string, object> } = (await factory.anonymous.get('/openapi.json')).body
  const open =
    /\/(?:status|provider)$|\/verify\/|\/calendar\/|\/auth\/(?:login|challenge|refresh|(?:confirm-)?reset-password|second-factor)/
  const own = /\/auth\/(?:logout|protection|authenticator|passkeys|recovery-codes|sign-ins|confirm-password)/
  for (const [path, methods] of Object.entries(paths)) {
    if (open.test(path) || own.test(path)) continue
    for (const method of Object.keys(methods)) {
      const url = path.replaceAll(/\{\w+\}/g, vet.id)
      const headers = { authorization: `Bearer ${vet.token}` }
      // cast: the document contains HTTP methods only
      const answer = await factory.app.inject({ method: method.toUpperCase() as 'GET', url, headers })
      expect([method, path, answer.statusCode, answer.json().type]).toEqual([method, path, 403, refusal.type])
    }
  }
})

test('clients are not asked for one', async () => {
  const { client } = await factory.client()
  expect((await client.get('/post-mortems')).status).toBe(200)
  expect((await client.get('/auth/protection')).body.data.required).toBe(false)
})
