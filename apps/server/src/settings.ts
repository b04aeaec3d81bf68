import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { isZone } from '@chisholm/domain/dates'
import { isEmail } from '@chisholm/domain/email'
import type { Provider } from '@chisholm/domain/schemas/provider'
import { withoutUndefined } from '@chisholm/domain/typed-objects'
import { minSecretLength } from './secret-key.ts'
import { createSettingReader, type SettingReader } from './setting-reader.ts'
import {
  type ApiDocs,
  apiDocsChoices,
  type LogLevel,
  logLevels,
  maxShutdownDelay,
  maxWorkers,
  minMetricsTokenLength,
  retention,
} from './settings-table.ts'
import { type S3Address, parseS3Address } from './storage/s3-address.ts'

/** Only this module reads the environment; other code gets variables that are not settings (PATH, OTEL_*) from here. */
export const processEnvironment: Readonly<Record<string, string | undefined>> = process.env

/** Validated settings with defaults. */
export interface Settings {
  host: string
  port: number
  /** Without a trailing slash. */
  publicUrl: string
  /** Whether PUBLIC_URL is set; otherwise each request's own host is used. */
  isPublicUrlSet: boolean
  /** Absolute. */
  dataDir: string
  databaseUrl?: string
  /** Unset: a folder in DATA_DIR. */
  bucket?: S3Address
  smtpUrl?: string
  secretKey?: string
  /** PROVIDER_* settings, used until an Admin saves the practice details. */
  provider: Partial<Provider> & Pick<Provider, 'time_zone'>
  /**
   * Whether an empty database gets demo data: requested by DEMO=1, offered if nothing indicates production, or not at
   * all.
   */
  demo: 'asked' | 'offered' | 'none'
  logLevel: LogLevel
  /** Proxies whose X-Forwarded headers are trusted. */
  trustedProxies: string[]
  /** Roles that must set up a second factor. */
  requireSecondFactor: 'vets' | 'off'
  /** Readers of the OpenAPI document; unset: everybody while demo data exists, else signed-in users. */
  apiDocs?: ApiDocs
  /** Whether the web app opens without a connection; `off` also removes it from devices that have it. */
  serviceWorker: 'on' | 'off'
  /** Push services that browsers may use; `loopback` also allows those of this machine, for tests. */
  pushServices: 'public' | 'loopback'
  /** Bearer token for /metrics; unset: this machine only. */
  metricsToken?: string
  /** Seconds between a stop signal and closing the listener, while /readyz fails. */
  shutdownDelay: number
  /** Processes that share the port. */
  workers: number
  /** PKCS#12 file with which issued reports are signed. */
  reportCertificate?: { file: string; password: string }
  /** Photo limits of a ticket; deleted photos count towards the bytes. */
  photoLimits: { count: number; megabytes: number }
  /** Retention in days; null: forever. */
  retain: Record<keyof typeof retention, number | null>
  /** Absolute folder of the built web app. */
  webDist: string
}

/** Leaves one core for the database and everything else on the machine. */
const defaultWorkers = () => Math.min(4, Math.max(1, availableParallelism() - 1))

/** Whether a server on this host is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** Whether a URL names another machine. */
const isElsewhere = (url: string) => !isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''))

/**
 * Settings that indicate production use, where accounts with a public password must not exist.
 * @returns names of settings; none for a local trial
 */
export function productionSettings(settings: Omit<Settings, 'demo'>): string[] {
  const { host, databaseUrl, publicUrl, trustedProxies, smtpUrl } = settings
  const signs = {
    HOST: !isLoopback(host),
    DATABASE_URL: databaseUrl !== undefined,
    PUBLIC_URL: isElsewhere(publicUrl),
    TRUSTED_PROXIES: trustedProxies.length > 0,
    SMTP_URL: smtpUrl !== undefined && isElsewhere(smtpUrl),
  }
  return Object.entries(signs).flatMap(([name, isSet]) => (isSet ? [name] : []))
}

/** @returns host and port as written in a URL */
export function hostAndPort(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * Reads the environment; empty variables count as unset.
 * @returns the settings, or one line per error
 */
export function readSettings(
  env: Record<string, string | undefined>,
): { settings: Settings; errors?: never } | { errors: string[]; settings?: never } {
  const reader = createSettingReader(env)
  const settings = {
    ...readAddresses(reader),
    ...readServices(reader),
    provider: readProvider(reader),
    ...readSecrets(reader),
    trustedProxies: reader.networks('TRUSTED_PROXIES'),
    logLevel: reader.choice('LOG_LEVEL', logLevels, 'info'),
    ...readLimits(reader),
    ...readReportCertificate(reader, env),
    ...readSwitches(reader),
    dataDir: path.resolve(reader.textOf('DATA_DIR')),
    webDist: path.resolve(import.meta.dirname, '../../web/dist'),
  }
  const demo = reader.choice('DEMO', ['1', '0'], undefined)
  // also read by scripts/lib/processes.mjs, which sets Node.js flags by it
  reader.choice('MEMORY', ['small', 'fast'], undefined)
  if (reader.errors.length > 0) return { errors: reader.errors }
  const offered = demo === undefined && productionSettings(settings).length === 0
  return { settings: { ...settings, demo: demo === '1' ? 'asked' : offered ? 'offered' : 'none' } }
}

const isHost = (text: string) => isIP(text) > 0 || (/^[\w.-]+$/.test(text) && URL.canParse(`http://${text}`))

function readAddresses({ textOf, addError, wholeNumber, url }: SettingReader) {
  const host = textOf('HOST')
  if (!isHost(host)) addError('HOST', 'must be an address or a host name')
  const port = wholeNumber('PORT', 0, 65_535)
  const publicUrl = url('PUBLIC_URL', ['http:', 'https:'])
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return {
    host,
    port,
    publicUrl: (publicUrl ?? `http://${hostAndPort(reachable, port)}`).replace(/\/+$/, ''),
    isPublicUrlSet: publicUrl !== undefined,
  }
}

function readServices({ errors, valueOf, url, databaseUrl }: SettingReader) {
  const storage = valueOf('STORAGE_URL')
  return withoutUndefined({
    databaseUrl: databaseUrl('DATABASE_URL'),
    smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
    bucket: storage === undefined ? undefined : parseS3Address(storage, errors),
  })
}

function readProvider({ valueOf, textOf, addError, url }: SettingReader): Settings['provider'] {
  const details = {
    name: valueOf('PROVIDER_NAME'),
    phone: valueOf('PROVIDER_PHONE'),
    email: valueOf('PROVIDER_EMAIL'),
    url: url('PROVIDER_URL', ['http:', 'https:']),
  }
  const zone = textOf('PROVIDER_TIME_ZONE')
  if (details.email !== undefined && !isEmail(details.email)) addError('PROVIDER_EMAIL', 'must be an e-mail address')
  if (!isZone(zone)) addError('PROVIDER_TIME_ZONE', 'must be a time zone, like America/Edmonton')
  return { ...withoutUndefined(details), time_zone: zone }
}

/** The values are secrets, so no error repeats one. */
function readSecrets({ errors, valueOf }: SettingReader) {
  const secretKey = valueOf('SECRET_KEY')
  const metricsToken = valueOf('METRICS_TOKEN')
  for (const key of secretKey?.split(',') ?? [])
    if (key.trim().length < minSecretLength)
      errors.push(`SECRET_KEY must have at least ${minSecretLength} characters, not ${key.trim().length}.`)
  if (valueOf('DATABASE_URL') && secretKey === undefined) errors.push('SECRET_KEY is required with DATABASE_URL.')
  if (metricsToken !== undefined && !/^[!-~]+$/.test(metricsToken))
    errors.push('METRICS_TOKEN must consist of ASCII characters without spaces.')
  else if (metricsToken !== undefined && metricsToken.length < minMetricsTokenLength)
    errors.push(`METRICS_TOKEN must have at least ${minMetricsTokenLength} characters, not ${metricsToken.length}.`)
  return withoutUndefined({ secretKey, metricsToken })
}

function readLimits({ valueOf, wholeNumber, days }: SettingReader) {
  return {
    shutdownDelay: wholeNumber('SHUTDOWN_DELAY', 0, maxShutdownDelay, 'seconds'),
    workers: valueOf('WORKERS') === undefined ? defaultWorkers() : wholeNumber('WORKERS', 1, maxWorkers),
    photoLimits: {
      count: wholeNumber('PHOTOS_PER_TICKET', 1, 999_999_999),
      megabytes: wholeNumber('PHOTO_MEGABYTES_PER_TICKET', 1, 999_999_999),
    },
    retain: {
      drafts: days(retention.drafts),
      deleted: days(retention.deleted),
      reports: days(retention.reports),
      audit: days(retention.audit),
      invitations: days(retention.invitations),
      emails: days(retention.emails),
    },
  }
}

/** @param env  has the password, which may begin or end with a space */
function readReportCertificate({ errors, valueOf }: SettingReader, env: Record<string, string | undefined>) {
  const file = valueOf('REPORT_CERTIFICATE')
  if (file !== undefined)
    return { reportCertificate: { file: path.resolve(file), password: env['REPORT_CERTIFICATE_PASSWORD'] ?? '' } }
  if (valueOf('REPORT_CERTIFICATE_PASSWORD') !== undefined)
    errors.push('REPORT_CERTIFICATE_PASSWORD needs REPORT_CERTIFICATE, the path of a PKCS#12 file.')
  return {}
}

const readSwitches = ({ choice }: SettingReader) => ({
  ...withoutUndefined({ apiDocs: choice('API_DOCS', apiDocsChoices, undefined) }),
  serviceWorker: choice('SERVICE_WORKER', ['on', 'off'], 'on'),
  pushServices: choice('PUSH_SERVICES', ['public', 'loopback'], 'public'),
  requireSecondFactor: choice('REQUIRE_SECOND_FACTOR', ['vets', 'off'], 'off'),
})
