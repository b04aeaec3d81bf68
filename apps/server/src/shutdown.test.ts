import { once } from 'node:events'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { startServerWithVet } from './testing/server-with-vet.ts'
import { waitFor } from './testing/wait-for.ts'

type Running = Awaited<ReturnType<typeof startServerWithVet>>
let server: Running | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})
const start = async (settings: Record<string, string>) => (server = await startServerWithVet(settings))

const statusOf = async (address: string, route: string) => (await fetch(address + route)).status

/** A sign-in that stays in progress until `finish`. */
function slowSignIn({ address, vet }: Running) {
  const body = JSON.stringify(vet)
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const sent = request(`${address}/api/v1/auth/login`, { method: 'POST', headers })
  // cast: `once` returns the event's arguments untyped
  const answered = once(sent, 'response').then(([response]) => (response as { statusCode: number }).statusCode)
  sent.write(body.slice(0, 10))
  return { answered, finish: () => sent.end(body.slice(10)) }
}

test('after SIGTERM it is not ready, keeps answering during SHUTDOWN_DELAY, and finishes running requests', async () => {
  const running = await start({ SHUTDOWN_DELAY: '5' })
  const { address, child, ended } = running
  await waitFor(async () => expect(await statusOf(address, '/readyz')).toBe(200))
  const slow = slowSignIn(running)
  const signalled = performance.now()
  child.kill('SIGTERM')
  await waitFor(async () => expect(await statusOf(address, '/readyz')).toBe(503))
  expect((await fetch(`${address}/healthz`)).headers.get('connection')).toBe('close')
  expect(await statusOf(address, '/api/v1/provider')).toBe(200)
  await waitFor(() => expect(statusOf(address, '/healthz')).rejects.toThrow('fetch failed'))
  expect(performance.now() - signalled).toBeGreaterThan(4900)
  slow.finish()
  expect(await slow.answered).toBe(200)
  expect(await ended).toBe(0)
})

test('without a delay it still finishes running requests', { tags: 'long' }, async () => {
  const running = await start({})
  const { address, child, ended } = running
  const slow = slowSignIn(running)
  await fetch(`${address}/healthz`)
  child.kill('SIGTERM')
  await waitFor(() => expect(statusOf(address, '/healthz')).rejects.toThrow('fetch failed'))
  slow.finish()
  expect(await slow.answered).toBe(200)
  const answered = performance.now()
  expect(await ended).toBe(0)
  // well below the 10 seconds for running requests, because the client's idle connection does not delay the stop
  expect(performance.now() - answered).toBeLessThan(6000)
})

test('on SIGTERM no request on an open connection is lost: each is answered, and the last answer closes it', async () => {
  const { address, child, ended } = await start({})
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async () => {
    // cast: `once` returns the event's arguments untyped
    const [response] = (await once(get(`${address}/healthz`, { agent }), 'response')) as [IncomingMessage]
    await text(response)
    return response
  }
  expect((await ask()).headers.connection).toBe('keep-alive')
  child.kill('SIGTERM')
  let last = await ask()
  while (last.headers.connection !== 'close') last = await ask()
  expect(last.statusCode).toBe(200)
  expect(await ended).toBe(0)
})

test('a request on an unused connection after it stopped listening gets a problem document, to try again later', {
  tags: 'long',
}, async () => {
  const running = await start({})
  const { address, child } = running
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  await once(socket, 'connect')
  const slow = slowSignIn(running)
  await fetch(`${address}/healthz`)
  child.kill('SIGTERM')
  await waitFor(() => expect(statusOf(address, '/healthz')).rejects.toThrow('fetch failed'))
  socket.write('GET /api/v1/provider HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const refused = await text(socket)
  expect(refused).toMatch(/^HTTP\/1.1 503/)
  expect(refused).toContain('application/problem+json')
  expect(refused.toLowerCase()).toContain('retry-after: 3')
  expect(refused).toContain('"success":false')
  slow.finish()
  expect(await slow.answered).toBe(200)
})

test('a second signal ends it within the delay', { tags: 'long' }, async () => {
  const { address, child, ended } = await start({ SHUTDOWN_DELAY: '300' })
  child.kill('SIGTERM')
  await waitFor(async () => expect(await statusOf(address, '/readyz')).toBe(503))
  // signals in quick succession count as one
  await waitFor(
    () => {
      child.kill('SIGINT')
      expect(child.exitCode).toBe(130)
    },
    { interval: 500 },
  )
  expect(await ended).toBe(130)
})
