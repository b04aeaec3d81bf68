import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import pg from 'pg'
import { pinImages, readImage } from '../../../deploy/pin-images.mjs'
import { freePort } from './testing/free-port.ts'
import { startPostgres } from './testing/postgres-server.ts'
import { runProgram } from './testing/run-program.ts'
import { startServer } from './testing/server-process.ts'
import { waitFor } from './testing/wait-for.ts'

const deploy = path.resolve(import.meta.dirname, '../../../deploy')
const textOf = (name: string) => readFile(path.join(deploy, name), 'utf8')

test('every file of deploy/ sets DEMO', async () => {
  for (const name of ['compose.yaml', 'kubernetes/configmap.yaml']) expect(await textOf(name)).toMatch(/^ +DEMO: "0"$/m)
  for (const name of ['Dockerfile', 'systemd/chisholm.service', 'systemd/chisholm-backup.service', 'systemd/chisholm'])
    expect(await textOf(name)).toMatch(/\bDEMO=0\b/)
})

test('a backup that is done but needs attention is not run again in the same night, and counts as failed', async () => {
  const job = await textOf('kubernetes/backup.yaml')
  expect(job).toMatch(/action: FailJob\s+onExitCodes:\s+containerName: backup\s+operator: In\s+values:\s+- 3\n/)
  // without it, Kubernetes rejects a policy for exit codes
  expect(job).toContain('restartPolicy: Never')
  expect(await textOf('systemd/chisholm-backup.service')).not.toMatch(/^(Restart|SuccessExitStatus)=/m)
})

/** A container registry with anonymous tokens. */
async function startRegistry(digests: Record<string, string>) {
  const server = createServer((request, response) => {
    // cast: a server that listens on a port has an address
    const { port } = server.address() as AddressInfo
    const url = new URL(request.url ?? '', `http://127.0.0.1:${port}`)
    if (url.pathname === '/token')
      return response.end(JSON.stringify({ token: `for ${url.searchParams.get('scope')}` }))
    const [, name = '', tag = ''] = /^\/v2\/(.+)\/manifests\/(.+)$/.exec(url.pathname) ?? []
    const scope = `repository:${name}:pull`
    if (request.headers.authorization !== `Bearer for ${scope}`)
      return response
        .writeHead(401, {
          'www-authenticate': `Bearer realm="http://127.0.0.1:${port}/token",service="here",scope="${scope}"`,
        })
        .end()
    const digest = digests[`${name}:${tag}`]
    if (!digest) return response.writeHead(404).end()
    return response.writeHead(200, { 'docker-content-digest': digest }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  // cast: a server that listens on a port has an address
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('pinning images by digest changes all of them or none', async () => {
  const digest = (letter: string) => `sha256:${letter.repeat(64)}`
  const registry = await startRegistry({
    'library/postgres:18-trixie': digest('a'),
    'library/caddy:2.10-alpine': digest('b'),
    'chrislusf/seaweedfs:4.02': digest('c'),
    'library/node:24-trixie-slim': digest('d'),
  })
  const folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-deploy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const through = async (name: string) => {
    const text = await textOf(name)
    // the test's registry replaces Docker Hub, the default for names without a host
    return text.replaceAll(/(image: |NODE_IMAGE=)(?!chisholm)(\S+)/g, (_, before: string, image: string) => {
      const { name: full, tag } = readImage(image)
      return `${before}${registry}/${full}:${tag}`
    })
  }
  for (const name of ['compose.yaml', 'Dockerfile']) await writeFile(path.join(folder, name), await through(name))
  await pinImages(folder, 'http:')
  const compose = await readFile(path.join(folder, 'compose.yaml'), 'utf8')
  expect(compose).toContain(`image: ${registry}/library/postgres:18-trixie@${digest('a')}\n`)
  expect(compose.match(new RegExp(digest('c'), 'g'))).toHaveLength(2)
  expect(compose).toMatch(/image: chisholm:[\d.]+\n/)
  const dockerfile = await readFile(path.join(folder, 'Dockerfile'), 'utf8')
  expect(dockerfile).toContain(`ARG NODE_IMAGE=${registry}/library/node:24-trixie-slim@${digest('d')}\n`)
  // a second run updates the digests
  expect(await pinImages(folder, 'http:')).toHaveLength(4)
  expect(await readFile(path.join(folder, 'compose.yaml'), 'utf8')).toBe(compose)
  await writeFile(path.join(folder, 'compose.yaml'), compose.replaceAll('caddy:2.10-alpine', 'caddy:none'))
  await expect(pinImages(folder, 'http:')).rejects.toThrow('library/caddy:none')
  expect(await readFile(path.join(folder, 'Dockerfile'), 'utf8')).toBe(dockerfile)
})

const hasPsql = spawnSync('psql', ['--version']).status === 0

test.runIf(hasPsql)(
  'the app of Compose needs no superuser: its role owns its database, and nothing else',
  async () => {
    const server = await startPostgres()
    onTestFinished(() => server.close())
    const folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-deploy-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await cp(path.join(deploy, 'database.sql'), path.join(folder, 'database.sql'))
    const owner = server.url()
    await promisify(execFile)('psql', ['--no-psqlrc', '--set', 'ON_ERROR_STOP=1', '--file', 'database.sql', owner], {
      cwd: folder,
      env: { ...process.env, DATABASE_PASSWORD: 'cattle1867' },
    })
    const address = new URL(owner)
    Object.assign(address, { username: 'chisholm', password: 'cattle1867', pathname: '/chisholm' })
    const settings = { DATABASE_URL: address.href, SECRET_KEY: 'x'.repeat(40), DATA_DIR: path.join(folder, 'data') }
    expect(await runProgram({ ...settings, DEMO: '1' }, 'demo')).toMatchObject({ code: 0 })
    expect(await runProgram({ ...settings, DEMO: '1' }, 'backup', '--to', path.join(folder, 'backups'))).toMatchObject({
      code: 0,
    })
    const client = new pg.Client({ connectionString: address.href })
    await client.connect()
    const { rows } = await client.query(
      'select rolsuper, rolcreatedb, rolcreaterole from pg_roles, pg_control_system() where rolname = current_user',
    )
    await client.end()
    expect(rows).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }])
  },
  300_000,
)

const hasCaddy = spawnSync('caddy', ['version']).status === 0

test.runIf(hasCaddy)(
  'a server on one machine is reached through Caddy with deploy/Caddyfile',
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-deploy-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const host = `http://127.0.0.1:${await freePort()}`
    const app = startServer({
      DATA_DIR: path.join(folder, 'data'),
      DEMO: '0',
      PUBLIC_URL: host,
      TRUSTED_PROXIES: '127.0.0.1',
    })
    onTestFinished(async () => {
      app.child.kill()
      await app.ended
    })
    const { port } = new URL((await app.listening) ?? expect.fail(app.stderr))
    const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', path.join(deploy, 'Caddyfile')], {
      env: { PATH: process.env.PATH, HOME: folder, CHISHOLM_HOST: host, APP_PORT: port },
      stdio: 'ignore',
    })
    onTestFinished(async () => {
      caddy.kill()
      await once(caddy, 'close')
    })
    await waitFor(async () => expect(await (await fetch(`${host}/healthz`)).json()).toMatchObject({ status: 'ok' }))
    expect((await fetch(`${host}/metrics`)).status).toBe(404)
  },
  120_000,
)
