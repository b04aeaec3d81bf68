import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServers } from './testing/several-servers.ts'
import { signInTo } from './testing/web-client.ts'

let house: Awaited<ReturnType<typeof startServers>>
beforeAll(async () => {
  house = await startServers(3)
}, 60_000)
afterAll(() => house.close(), 60_000)

test('three servers that start at once on an empty database all listen, and are one', async () => {
  expect(await house.listening()).toEqual(house.addresses)
  const admins = `select from users where email = 'admin@demo.example'`
  expect((await house.database.query(admins)).rowCount).toBe(1)
  // each request goes to the next server, that of the new token too
  const client = await signInTo(house.addresses, 'client')
  const [site] = (await client.ask('GET', '/sites')).body.data
  const ticket = { customer_id: site?.customer_id, site_id: site?.id, record_at: '2026-11-20' }
  for (let turn = 0; turn < 6; turn++) {
    const { status, body } = await client.ask('POST', '/post-mortems', ticket)
    expect(status).toBe(201)
    expect((await client.ask('GET', `/post-mortems/${body.data.id}`)).status).toBe(200)
    await client.renew()
  }
}, 180_000)
