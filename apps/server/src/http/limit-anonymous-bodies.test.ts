import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createSharedFactory } from '../testing/factory.ts'
import { limitAnonymousBodies } from './limit-anonymous-bodies.ts'

const factory = await createSharedFactory()
const large = { username: 'x'.repeat(40_000), password: 'y' }

test.each(['/auth/login', '/auth/refresh', '/nothing'])(
  'people without a session cannot make the server hold a large body: %s',
  async (path) => {
    const { status, body } = await factory.anonymous.post(path, large)
    expect([status, body.message]).toEqual([413, expect.stringContaining('32')])
  },
)

test('a person with a session can send as much as before', async () => {
  const { client, site } = await factory.client()
  const { id } = await factory.draftPostMortem(client, site)
  expect((await client.put(`/post-mortems/${id}`, { note: '€'.repeat(15_000) })).status).toBe(200)
})

test('a connection whose body does not end is closed, on public routes and where there is none', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  limitAnonymousBodies(app, 1000, 200)
  app.post('/public', { config: { public: true } }, () => 'done')
  await app.listen({ port: 0, host: '127.0.0.1' })
  // cast: a server that listens on a port has an address
  const { port } = app.server.address() as AddressInfo
  for (const path of ['/public', '/nothing']) {
    const socket = net.connect(port, '127.0.0.1')
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\nabc`)
    socket.resume()
    await once(socket, 'close')
  }
  const headers = { 'content-type': 'text/plain' }
  expect((await app.inject({ method: 'POST', url: '/public', headers, payload: 'abc' })).body).toBe('done')
})
