import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { defaults } from './settings-table.ts'

const deploy = path.resolve(import.meta.dirname, '../../../deploy')
const textOf = (name: string) => readFile(path.join(deploy, name), 'utf8')

test('Caddy connects to the app on the same machine, and in Compose by its name', async () => {
  expect(await textOf('Caddyfile')).toContain('dynamic a {$APP_HOST:127.0.0.1} {$APP_PORT:3000} {')
  const compose: unknown = parse(await textOf('compose.yaml'), { merge: true })
  expect(compose).toMatchObject({ services: { app: {}, proxy: { environment: { APP_HOST: 'app' } } } })
})

test('systemd and Compose start a server again however long its disk is full or its database is down', async () => {
  const unit = (await textOf('systemd/chisholm.service')).split('\n')
  expect(unit).toEqual(expect.arrayContaining(['Restart=on-failure', 'StartLimitIntervalSec=0']))
  expect(unit.filter((line) => line.startsWith('StartLimitBurst'))).toEqual([])
  const compose: unknown = parse(await textOf('compose.yaml'), { merge: true })
  expect(compose).toMatchObject({ services: { app: { restart: 'unless-stopped' } } })
})

test('Compose passes every setting of .env to server and backup, except those that would break it', async () => {
  const setByCompose = ['DATABASE_URL', 'DEMO', 'PUBLIC_URL', 'STORAGE_URL', 'TRUSTED_PROXIES']
  const setByImage = ['HOST', 'PORT', 'DATA_DIR']
  // Caddy notices at once that a server stops; the other is for tests
  const useless = ['SHUTDOWN_DELAY', 'PUSH_SERVICES']
  const compose: unknown = parse(await textOf('compose.yaml'), { merge: true })
  // a variable that is empty counts as unset
  const passed = Object.keys(defaults)
    .filter((name) => ![...setByCompose, ...setByImage, ...useless].includes(name))
    .map((name) => [name, expect.stringMatching(`^\\$\\{${name}[:}]`)])
  const environment = {
    ...Object.fromEntries(setByCompose.map((name) => [name, expect.any(String)])),
    ...Object.fromEntries(passed),
  }
  expect(compose).toMatchObject({ services: { app: { environment }, backup: { environment } } })
})
