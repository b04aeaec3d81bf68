import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { serveWebApp } from './web-app.ts'

const parent = await mkdtemp(path.join(os.tmpdir(), 'chisholm-web-'))
const folder = path.join(parent, 'dist')
await mkdir(path.join(folder, 'assets'), { recursive: true })
await writeFile(path.join(parent, 'secret.txt'), 'not to be served')
for (const [file, text] of [
  ['index.html', '<html><head></head></html>'],
  ['preloads.json', '[]'],
  ['favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
  ['assets/main.js', 'export {}'],
  ['assets/main.css', 'a {}'],
  ['service-worker.js', 'precache([{"revision":"0a1b","url":"index.html"},{"revision":"2c3d","url":"favicon.svg"}])'],
  ['withdrawn-service-worker.js', 'withdraw()'],
] as const)
  await writeFile(path.join(folder, file), text)
const app = Fastify()
await serveWebApp(app, { webDist: folder, serviceWorker: 'on' })
afterAll(async () => {
  await app.close()
  await rm(parent, { recursive: true, force: true })
})

test('files of the web app have a content type with charset', async () => {
  const typeOf = async (url: string) => (await app.inject(url)).headers['content-type']
  expect(await typeOf('/')).toBe('text/html; charset=utf-8')
  expect(await typeOf('/favicon.svg')).toBe('image/svg+xml; charset=utf-8')
  expect(await typeOf('/assets/main.js')).toBe('application/javascript; charset=utf-8')
  expect(await typeOf('/assets/main.css')).toBe('text/css; charset=utf-8')
})

test('files that never change are cached for a year, and a missing one is not', async () => {
  const { headers, body } = await app.inject('/assets/main.js')
  expect([headers['cache-control'], body]).toEqual(['public, max-age=31536000, immutable', 'export {}'])
  for (const url of ['/assets/of-another-version.js', '/icons/of-another-version.png']) {
    const missing = await app.inject(url)
    expect([missing.statusCode, missing.headers['cache-control']]).toEqual([404, undefined])
  }
})

test.each([
  '/assets/',
  '/assets',
  '/assets/../secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/%2e%2e/secret.txt',
])('no folder is listed, and nothing beside the built app is served: %s', async (url) => {
  const { statusCode, body } = await app.inject(url)
  expect(body).not.toContain('not to be served')
  expect(body).not.toContain('main.js')
  expect([200, 403, 404]).toContain(statusCode)
})

test.each([
  ['/a/profile%01', '/a/profile%20'],
  ['//elsewhere.example/%01', '/elsewhere.example/%20'],
  ['/\\elsewhere.example/%0d', '/elsewhere.example/%20'],
])('an address with control characters leads to a clean one of this server, never elsewhere: %s', async (url, to) => {
  const server = app.server.listening ? app.server : await app.listen({ port: 0 }).then(() => app.server)
  // cast: a server that listens on a port has an address
  const { port } = server.address() as AddressInfo
  const location = await new Promise((resolve) =>
    get({ port, path: url }, (answer) => resolve(answer.resume().headers.location)),
  )
  expect(location).toBe(to)
})

test('devices fetch the page again when its content security policy changes, and other files when they do', async () => {
  const scriptUnder = async (policy: string) => {
    const server = Fastify()
    onTestFinished(() => server.close())
    server.addHook('onRequest', async (_request, reply) => void reply.header('content-security-policy', policy))
    await serveWebApp(server, { webDist: folder, serviceWorker: 'on' })
    return (await server.inject('/service-worker.js')).body
  }
  const [one, same, other] = [await scriptUnder('a'), await scriptUnder('a'), await scriptUnder('b')]
  expect(same).toBe(one)
  expect(other).not.toBe(one)
  expect([one, other].every((script) => script.includes('{"revision":"2c3d","url":"favicon.svg"}'))).toBe(true)
})

test('the service worker is never cached, and SERVICE_WORKER=off serves one that removes itself', async () => {
  const { headers, body } = await app.inject('/service-worker.js')
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/javascript; charset=utf-8' })
  expect(body).toContain('precache(')
  const withdrawn = Fastify()
  onTestFinished(() => withdrawn.close())
  await serveWebApp(withdrawn, { webDist: folder, serviceWorker: 'off' })
  expect((await withdrawn.inject('/service-worker.js')).body).toBe('withdraw()')
})
