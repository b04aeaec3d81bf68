import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Given, startGiven } from '../../testing/given.ts'

let given: Given
beforeAll(async () => {
  given = await startGiven()
})
afterAll(() => given.close())

test('a client sees only people with a vet role, and of them only names and roles', async () => {
  const vet = await given.person('Veterinarian')
  const { client } = await given.client()
  const other = (await given.client()).client
  const { data } = (await client.get('/users?per_page=9999')).body
  const ids = data.map((user: { id: string }) => user.id)
  expect(ids).toContain(vet.id)
  expect(ids).not.toContain(other.id)
  for (const user of data) expect(Object.keys(user).toSorted()).toEqual(['first_name', 'id', 'last_name', 'roles'])
  expect((await client.get(`/users/${other.id}`)).status).toBe(404)
  expect((await client.get(`/users/${other.id}/sites`)).status).toBe(404)
})

test('people are filtered by role', async () => {
  const [vet, admin] = [await given.person('Veterinarian'), await given.person('Admin')]
  const ids = async (roles: string) =>
    (await vet.get(`/users?filter[roles.name]=${roles}&per_page=9999`)).body.data.map((user: { id: string }) => user.id)
  expect(await ids('Admin')).toContain(admin.id)
  expect(await ids('Admin')).not.toContain(vet.id)
  expect(await ids('Veterinarian,Admin')).toEqual(expect.arrayContaining([vet.id, admin.id]))
})

test('a person reads and changes its own profile, and nothing but the profile', async () => {
  const { client } = await given.client()
  const answer = await client.put(`/users/${client.id}`, { first_name: 'Rosa', city: 'Clayton', phone: '' })
  expect(answer.body).toMatchObject({
    message: 'User was successfully updated',
    data: { first_name: 'Rosa', city: 'Clayton', phone: null, email: client.email },
  })
  for (const body of [{ email: 'x@y.example' }, { roles: ['Admin'] }, { status: 'disabled' }])
    expect((await client.put(`/users/${client.id}`, body)).status).toBe(403)
  const vet = await given.person('Veterinarian')
  expect((await vet.put(`/users/${client.id}`, { city: 'Elsewhere' })).status).toBe(403)
  const admin = await given.person('Admin')
  expect((await admin.put(`/users/${client.id}`, { city: 'Tucumcari' })).body.data.city).toBe('Tucumcari')
})
