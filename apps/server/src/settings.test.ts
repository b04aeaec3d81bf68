import { expect, test } from 'vitest'
import { findMisspelledSettings, settingsHelp } from './settings-table.ts'
import { defaultMemoryMode, defaultWorkers } from '../../../scripts/lib/processes.mjs'
import { readSettings } from './settings.ts'

const secret = 'x'.repeat(32)
const elsewhere = { DATABASE_URL: 'postgres://db.example/chisholm', SECRET_KEY: secret }

test.each([
  [{}, 'offered'],
  [{ HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' }, 'offered'],
  [{ PUBLIC_URL: 'http://localhost:8080' }, 'offered'],
  [{ DEMO: '0' }, 'none'],
  [{ HOST: '0.0.0.0' }, 'none'],
  [{ HOST: '0.0.0.0', DEMO: '1' }, 'asked'],
  [elsewhere, 'none'],
  [{ ...elsewhere, DEMO: '1' }, 'asked'],
  // like behind a proxy, where HOST keeps its default
  [{ PUBLIC_URL: 'https://pm.practice.example' }, 'none'],
  [{ TRUSTED_PROXIES: '127.0.0.1' }, 'none'],
  [{ SMTP_URL: 'smtp://mail.practice.example' }, 'none'],
  [{ SMTP_URL: 'smtp://127.0.0.1:2525' }, 'offered'],
  [{ SMTP_URL: 'smtp://[::1]:2525' }, 'offered'],
])('demo data for %j: %s', (env, demo) => {
  expect(readSettings(env).settings?.demo).toBe(demo)
})

test('the script that starts the server counts the same workers', () => {
  expect(readSettings({}).settings?.workers).toBe(defaultWorkers())
})

const gigabyte = 1024 ** 3
test.each([
  ['a machine of 2 GB, which reports a little less', 1.9 * gigabyte, 1, 'small'],
  ['a machine of 4 GB with two cores', 3.8 * gigabyte, 1, 'fast'],
  ['a machine of 4 GB with four cores', 3.8 * gigabyte, 3, 'small'],
  ['a machine of 8 GB with four cores', 7.7 * gigabyte, 3, 'fast'],
  ['a container with 1 GB', gigabyte, 1, 'small'],
])('by default, the server saves memory where there is little for each worker: %s', (_where, bytes, workers, mode) => {
  expect(defaultMemoryMode(bytes, workers)).toBe(mode)
})

test.each([
  [{ PORT: 'abc' }, "PORT must be a whole number from 0 to 65535, not 'abc'."],
  [{ PORT: '65536' }, "PORT must be a whole number from 0 to 65535, not '65536'."],
  [{ DEMO: 'yes' }, "DEMO must be 1 or 0, not 'yes'."],
  [{ DATABASE_URL: 'postgres://db.example/chisholm' }, 'SECRET_KEY is required with DATABASE_URL.'],
  [{ DATABASE_URL: 'mysql://db', SECRET_KEY: secret }, 'DATABASE_URL must be an address that starts with postgres://.'],
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY must have at least 32 characters, not 5.'],
  [{ API_DOCS: 'yes' }, "API_DOCS must be one of public, signed-in, off, not 'yes'."],
  [{ REQUIRE_SECOND_FACTOR: 'all' }, "REQUIRE_SECOND_FACTOR must be vets or off, not 'all'."],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters, not 5.'],
  [{ METRICS_TOKEN: 'two words and more' }, 'METRICS_TOKEN must consist of ASCII characters without spaces.'],
  [{ WORKERS: '0' }, "WORKERS must be a whole number from 1 to 64, not '0'."],
  [{ WORKERS: 'two' }, "WORKERS must be a whole number from 1 to 64, not 'two'."],
  [{ MEMORY: 'large' }, "MEMORY must be small or fast, not 'large'."],
  [{ SHUTDOWN_DELAY: '5s' }, "SHUTDOWN_DELAY must be a whole number of seconds from 0 to 300, not '5s'."],
  [{ SHUTDOWN_DELAY: '301' }, "SHUTDOWN_DELAY must be a whole number of seconds from 0 to 300, not '301'."],
  [
    { REPORT_CERTIFICATE_PASSWORD: 'x' },
    'REPORT_CERTIFICATE_PASSWORD needs REPORT_CERTIFICATE, the path of a PKCS#12 file.',
  ],
  [{ HOST: '999.1.1.1' }, "HOST must be an address or a host name, not '999.1.1.1'."],
  [{ HOST: 'localhost:3000' }, "HOST must be an address or a host name, not 'localhost:3000'."],
  [{ SMTP_URL: 'mail' }, 'SMTP_URL must be an address that starts with smtp:// or smtps://.'],
])('%j is refused', (env, line) => {
  expect(readSettings(env).errors).toEqual([line])
})

test('misspelled settings are reported; other variables are ignored', () => {
  const env = {
    DATABSE_URL: 'x',
    SMTP_URI: 'x',
    PUBLIC_URL: 'x',
    PATH: 'x',
    HOSTNAME: 'x',
    LOG_LEVELS: '',
    PGHOST: 'x',
  }
  expect(findMisspelledSettings(env)).toEqual([
    'DATABSE_URL is not a setting and is ignored: did you mean DATABASE_URL?',
    'SMTP_URI is not a setting and is ignored: did you mean SMTP_URL?',
    'LOG_LEVELS is not a setting and is ignored: did you mean LOG_LEVEL?',
  ])
})

test('a second factor is optional by default', () => {
  expect(readSettings({}).settings?.requireSecondFactor).toBe('off')
  expect(readSettings({ REQUIRE_SECOND_FACTOR: 'vets' }).settings?.requireSecondFactor).toBe('vets')
})

test('every invalid setting is reported on its own line', () => {
  expect(readSettings({ PORT: '-1', DEMO: '2', LOG_LEVEL: 'loud' }).errors).toHaveLength(3)
})

test('the help lists every setting', () => {
  expect(settingsHelp()).toMatch(/HOST +127\.0\.0\.1[^]*LOG_LEVEL +info/)
})
