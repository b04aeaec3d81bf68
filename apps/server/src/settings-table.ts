import { closest, distance } from 'fastest-levenshtein'
import { constants } from '@chisholm/domain/constants'
import { minSecretLength } from './secret-key.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export const apiDocsChoices = ['public', 'signed-in', 'off'] as const
export type ApiDocs = (typeof apiDocsChoices)[number]

export const minMetricsTokenLength = 16
export const maxShutdownDelay = 300

export const maxWorkers = 64

export const forever = 'forever'
export const maxRetentionDays = 36_500
/** Retention settings by kind. */
export const retention = {
  drafts: 'RETAIN_DRAFTS_DAYS',
  deleted: 'RETAIN_DELETED_DAYS',
  reports: 'RETAIN_REPORTS_DAYS',
  audit: 'RETAIN_AUDIT_DAYS',
  invitations: 'RETAIN_INVITATIONS_DAYS',
  emails: 'RETAIN_EMAILS_DAYS',
} as const

const settingsTable = [
  ['HOST', '127.0.0.1', 'address to listen on; 0.0.0.0 for every IPv4 address'],
  ['PORT', '3000', 'port to listen on'],
  ['PUBLIC_URL', 'http://HOST:PORT', 'URL at which users reach the app; used in e-mails'],
  ['DATA_DIR', './data', 'folder of the embedded database, files and e-mails that are not sent'],
  ['DATABASE_URL', 'embedded database in DATA_DIR', 'postgres://… of a PostgreSQL server, version 15 or newer'],
  [
    'STORAGE_URL',
    'files in DATA_DIR',
    's3://KEY:SECRET@host/bucket/folder?region=…&tls=0|1&style=path|host&photos=direct|server',
  ],
  ['SMTP_URL', '.eml files in DATA_DIR/outbox', 'smtp://… or smtps://… of the mail server'],
  [
    'SECRET_KEY',
    'created at the first start, in DATA_DIR',
    `signs sessions, encrypts secrets; at least ${minSecretLength} characters; required with DATABASE_URL; new,old during a rotation`,
  ],
  [
    'PROVIDER_NAME',
    'asked for in the app',
    'name of the veterinary practice; the app asks for it at the first sign-in',
  ],
  ['PROVIDER_PHONE', 'asked for in the app', 'its telephone number'],
  ['PROVIDER_EMAIL', 'asked for in the app', 'its e-mail address, the sender of all e-mails'],
  ['PROVIDER_URL', 'asked for in the app', 'its website'],
  [
    'PROVIDER_TIME_ZONE',
    constants.provider.timeZone,
    'IANA time zone of sites without one of their own, and of what belongs to no site',
  ],
  ['DEMO', 'if no setting indicates production', '1: load demo data into an empty database; 0: never'],
  [
    'TRUSTED_PROXIES',
    'none',
    'addresses or networks (10.0.0.0/8) of proxies whose X-Forwarded headers are trusted, separated by commas',
  ],
  ['LOG_LEVEL', 'info', `lowest level that is logged: ${logLevels.join(', ')}`],
  [
    'METRICS_TOKEN',
    'none: this machine only',
    `bearer token for /metrics, at least ${minMetricsTokenLength} characters`,
  ],
  ['SHUTDOWN_DELAY', '0', 'seconds between the stop signal and closing the listener, for load balancers to notice'],
  ['WORKERS', 'number of cores minus one, 1 to 4', `server processes that share the port, 1 to ${maxWorkers}`],
  ['MEMORY', 'fast from 2 GB per worker on', 'fast: a sixth more requests per second; small: half the memory'],
  ['PHOTOS_PER_TICKET', '2000', 'maximum number of photos per ticket'],
  ['PHOTO_MEGABYTES_PER_TICKET', '20000', 'maximum megabytes of photos per ticket, including deleted ones'],
  [
    'REPORT_CERTIFICATE',
    'none: reports are not signed',
    'PKCS#12 file (.p12, .pfx) that issued reports are signed with',
  ],
  ['REPORT_CERTIFICATE_PASSWORD', 'none', 'its password'],
  [retention.drafts, forever, 'days until an unchanged draft is removed, with animals and photos; or forever'],
  [retention.deleted, forever, 'days until deleted photos, and photos and reports of deleted tickets, are removed'],
  [
    retention.reports,
    forever,
    'days until a report from before there were versions is removed, once a version replaced it',
  ],
  [retention.audit, forever, 'days until an audit entry is removed'],
  [retention.invitations, '365', 'days from the expiry of an unused invitation until that person is erased'],
  [retention.emails, '90', 'days until .eml files in DATA_DIR/outbox are removed'],
  [
    'API_DOCS',
    'public while demo data exists, else signed-in',
    `who may read /api/docs and /api/v1/openapi.json: ${apiDocsChoices.join(', ')}`,
  ],
  [
    'SERVICE_WORKER',
    'on',
    'on: the app opens without a connection; off: it does not, and devices delete their offline copies',
  ],
  [
    'PUSH_SERVICES',
    'public',
    'public: push services at public https addresses; loopback: also on this machine, for tests',
  ],
  ['REQUIRE_SECOND_FACTOR', 'off', 'vets: users with a vet role must set up a second factor; off: nobody must'],
] as const

export type SettingName = (typeof settingsTable)[number][0]

// cast: Object.fromEntries loses the key type
export const defaults = Object.fromEntries(settingsTable.map(([name, standard]) => [name, standard])) as Record<
  SettingName,
  string
>

/** @returns the settings with defaults and descriptions, one line each */
export function settingsHelp(): string {
  const nameWidth = Math.max(...settingsTable.map(([name]) => name.length))
  const defaultWidth = Math.max(...settingsTable.map(([, standard]) => standard.length))
  const row = (name: string, standard: string, meaning: string) =>
    `  ${name.padEnd(nameWidth)}  ${standard.padEnd(defaultWidth)}  ${meaning}`
  return [
    'Settings are environment variables; every one is optional.',
    '',
    row('Name', 'Default', 'Meaning'),
    ...settingsTable.map(([name, standard, meaning]) => row(name, standard, meaning)),
  ].join('\n')
}

/** Shorter names resemble too many variables. */
const minNameLength = 6
const maxTypos = 2

/**
 * Finds variables that look like misspelled settings.
 * @returns one warning each
 */
export function findMisspelledSettings(env: Record<string, string | undefined>): string[] {
  // cast: the key may be any variable name
  const names = settingsTable.map(([name]) => name as string).filter((name) => name.length >= minNameLength)
  return Object.keys(env).flatMap((variable) => {
    if (names.includes(variable)) return []
    const closestName = closest(variable, names)
    return distance(variable, closestName) > maxTypos
      ? []
      : [`${variable} is not a setting and is ignored: did you mean ${closestName}?`]
  })
}
