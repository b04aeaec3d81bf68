import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSharedFactory } from '../testing/factory.ts'

const factory = await createSharedFactory()

/** Calls that check the session and read data in one statement. */
const calls = (id: string) => ['/post-mortems?view=card', '/post-mortems', `/post-mortems/${id}?include=medias`]

const siteOf = async () => {
  const { client, site } = await factory.client()
  const { id } = await factory.pendingPostMortem(client, site)
  for (const path of calls(id)) expect((await client.get(path)).status).toBe(200)
  return { client, site, id }
}

test('a session that has ended gets 401 from its next request on, whatever was read before', async () => {
  const { client, id } = await siteOf()
  await factory.db.updateTable('sign_ins').set({ revoked_at: new Date() }).where('user_id', '=', client.id).execute()
  for (const path of calls(id)) expect((await client.get(path)).status).toBe(401)
})

test('a disabled user gets 401 from the next request on', async () => {
  const { client, id } = await siteOf()
  await factory.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', client.id).execute()
  for (const path of calls(id)) expect((await client.get(path)).status).toBe(401)
})

test('a client sees the tickets of another site from the next request after the change, and no others', async () => {
  const [one, other] = [await siteOf(), await siteOf()]
  await factory.db
    .updateTable('user_sites')
    .set({ site_id: other.site.id })
    .where('user_id', '=', one.client.id)
    .execute()
  const { data, meta } = (await one.client.get('/post-mortems?view=card')).body
  expect([data.map(({ id }: { id: string }) => id), meta.total]).toEqual([[other.id], 1])
  expect((await one.client.get(`/post-mortems/${one.id}`)).status).toBe(404)
  expect((await one.client.get(`/post-mortems/${other.id}`)).status).toBe(200)
})

test('a veterinarian who becomes a client sees only the tickets of its sites', async () => {
  const { id } = await siteOf()
  const vet = await factory.user('Veterinarian')
  for (const path of calls(id)) expect((await vet.get(path)).status).toBe(200)
  await factory.db
    .updateTable('users')
    .set({ roles: ['Client'] })
    .where('id', '=', vet.id)
    .execute()
  expect((await vet.get(`/post-mortems/${id}`)).status).toBe(404)
  expect((await vet.get('/post-mortems?view=card')).body).toMatchObject({ data: [], meta: { total: 0 } })
})

test('an ended session is rejected before its request is validated', async () => {
  const { client } = await siteOf()
  const wrong = ['/post-mortems?view=list', '/post-mortems?filter[nothing]=1', '/post-mortems/no-id']
  for (const path of wrong) expect([400, 404]).toContain((await client.get(path)).status)
  await factory.db.updateTable('sign_ins').set({ revoked_at: new Date() }).where('user_id', '=', client.id).execute()
  for (const path of wrong) expect((await client.get(path)).status).toBe(401)
})

test('while all connections to the database are in use, a request waits for one once, and then gets 503', async () => {
  const { client, id } = await siteOf()
  const { pool } = factory
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  onTestFinished(() => {
    for (const connection of held) connection.release()
  })
  // of this request only, because jobs wait for connections too
  const inRequest = new AsyncLocalStorage<true>()
  let connects = 0
  const connect = pool.connect.bind(pool)
  // oxlint-disable-next-line typescript/no-misused-promises -- the overload without a callback returns a promise
  const spy = vi.spyOn(pool, 'connect').mockImplementation(() => {
    if (inRequest.getStore()) connects++
    // cast: of its overloads, the type of the spy knows the one with a callback
    return connect() as never
  })
  onTestFinished(() => spy.mockRestore())
  const authorization = `Bearer ${client.token}`
  const { statusCode, headers } = await inRequest.run(
    true,
    async () => await factory.app.inject({ url: `/api/v1/post-mortems/${id}`, headers: { authorization } }),
  )
  expect([statusCode, headers['retry-after']]).toEqual([503, '3'])
  expect(connects).toBe(1)
})
