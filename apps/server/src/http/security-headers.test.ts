import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import net from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createSharedFactory } from '../testing/factory.ts'

const factory = await createSharedFactory({ PUBLIC_URL: 'https://pm.example' })
await factory.app.listen({ port: 0 })
// cast: a server that listens on a port has an address
const { port } = factory.app.server.address() as AddressInfo

/** Sends raw bytes and returns the raw response. */
async function answerTo(bytes: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1')
  const pieces: Buffer[] = []
  socket.on('data', (piece) => pieces.push(piece))
  socket.end(bytes)
  await once(socket, 'close')
  return Buffer.concat(pieces).toString()
}

const request = (line: string, headers = '') => `${line} HTTP/1.1\r\nHost: pm.example\r\n${headers}\r\n`
const headersOf = (answer: string) =>
  Object.fromEntries(
    (answer.split('\r\n\r\n')[0] ?? '')
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )

test.each([
  ['of the API', request('GET /api/v1/status')],
  ['to a path that leads nowhere', request('GET /api/v1/nothing')],
  ['to a page', request('GET /a/profile')],
  ['to a probe', request('GET /healthz')],
  ['to the address of a picture', request('GET /files/photos/x/image')],
  ['to an address that cannot be decoded', request('GET /%E0%A4%A')],
  ['to an address with an id longer than any', request(`GET /api/v1/users/${'9'.repeat(200)}`)],
  ['to what is no HTTP', 'GARBAGE\r\n\r\n'],
  ['to headers that are too long', request('GET /', `X-Long: ${'a'.repeat(20_000)}\r\n`)],
])('every response has the headers that restrict browsers: %s', async (_which, sent) => {
  const headers = headersOf(await answerTo(sent.replace(/\r\n\r\n$/, '\r\nConnection: close\r\n\r\n')))
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  expect(headers['referrer-policy']).toBe('same-origin')
  for (const directive of ["default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(headers['content-security-policy']).toContain(directive)
})

test('pages have the headers of documents, which data and files do without', async () => {
  const documents = ['permissions-policy', 'cross-origin-opener-policy', 'origin-agent-cluster']
  const namesOf = async (path: string) =>
    Object.keys(headersOf(await answerTo(request(`GET ${path}`, 'Connection: close\r\n'))))
  expect(await namesOf('/a/profile')).toEqual(expect.arrayContaining(documents))
  for (const path of ['/api/v1/status', '/files/photos/x/image'])
    for (const name of documents) expect(await namesOf(path)).not.toContain(name)
})

test('responses with data are not cached, and other origins cannot load them', async () => {
  const { headers } = await (await factory.user('Veterinarian')).get('/post-mortems')
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['cross-origin-resource-policy']).toBe('same-origin')
})

test('a request with ambiguous length is rejected', async () => {
  const both = 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'
  expect(await answerTo(`${request('POST /api/v1/auth/login', both)}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
})

test('TRACE and similar methods are not supported', async () => {
  for (const method of ['TRACE', 'PROPFIND'])
    expect(await answerTo(request(`${method} /api/v1/status`, 'Connection: close\r\n'))).toMatch(/^HTTP\/1\.1 404 /)
})

test('a small body that unpacks to a large one is refused once it is over the limit', async () => {
  const answer = await factory.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync(Buffer.alloc(200_000_000, ' ')),
  })
  expect(answer.statusCode).toBe(413)
})

test('a body nested thousands deep is a client error, also before a sign-in', async () => {
  const nested = (depth: number) => ({
    method: 'POST' as const,
    url: '/api/v1/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: `{"username":"x","password":"y","other":${'['.repeat(depth)}${']'.repeat(depth)}}`,
  })
  expect((await factory.app.inject(nested(15_000))).statusCode).toBe(400)
  expect((await factory.app.inject(nested(10))).statusCode).toBe(401)
})

test('a parameter sent twice, or one that would reach a prototype, changes nothing', async () => {
  const admin = await factory.user('Admin')
  expect((await admin.get('/users?page=1&page=2')).status).toBe(400)
  const polluting = '{"username":"x","password":"y","__proto__":{"isAdmin":true}}'
  const headers = { 'content-type': 'application/json' }
  const answer = await factory.app.inject({ method: 'POST', url: '/api/v1/auth/login', headers, payload: polluting })
  expect(answer.statusCode).toBe(400)
  await admin.get('/users?__proto__[isAdmin]=1')
  // cast: a polluted prototype would show on any object
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
})
