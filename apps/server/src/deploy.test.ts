import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const deploy = path.resolve(import.meta.dirname, '../../../deploy')
const textOf = (name: string) => readFile(path.join(deploy, name), 'utf8')

test('Caddy connects to the app on the same machine, and in Compose by its name', async () => {
  expect(await textOf('Caddyfile')).toContain('dynamic a {$APP_HOST:127.0.0.1} {$APP_PORT:3000} {')
  const compose: unknown = parse(await textOf('compose.yaml'), { merge: true })
  expect(compose).toMatchObject({ services: { app: {}, proxy: { environment: { APP_HOST: 'app' } } } })
})
