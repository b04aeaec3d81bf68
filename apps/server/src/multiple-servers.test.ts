import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMultipleServers } from './testing/multiple-servers.ts'
import { signInDemoUser } from './testing/demo-client.ts'

let servers: Awaited<ReturnType<typeof startMultipleServers>>
beforeAll(async () => {
  servers = await startMultipleServers(3)
})
afterAll(() => servers.close())

test('three servers starting on an empty database work as one', async () => {
  expect(await servers.listening()).toEqual(servers.addresses)
  const admins = `select from users where email = 'admin@demo.example'`
  expect((await servers.database.query(admins)).rowCount).toBe(1)
  // each request goes to the next server, including the token refresh
  const client = await signInDemoUser(servers.addresses, 'client')
  const [site] = (await client.ask('GET', '/sites')).body.data
  const postMortem = { customer_id: site?.customer_id, site_id: site?.id, record_at: '2026-11-20' }
  for (let turn = 0; turn < 6; turn++) {
    const { status, body } = await client.ask('POST', '/post-mortems', postMortem)
    expect(status).toBe(201)
    expect((await client.ask('GET', `/post-mortems/${body.data.id}`)).status).toBe(200)
    await client.renew()
  }
})
