import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { isZone } from '@chisholm/domain/dates'
import { isEmail } from '@chisholm/domain/email'
import type { Provider } from '@chisholm/domain/schemas'
import { minSecretLength } from './secret-key.ts'
import {
  type ApiDocs,
  apiDocsChoices,
  defaults,
  forever,
  type LogLevel,
  logLevels,
  maxRetentionDays,
  maxShutdownDelay,
  maxWorkers,
  minMetricsTokenLength,
  retention,
  type SettingName,
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
  const errors: string[] = []
  const valueOf = (name: SettingName) => env[name]?.trim() || undefined
  const text = (name: SettingName) => valueOf(name) ?? defaults[name]
  const addError = (name: SettingName, must: string) => errors.push(`${name} ${must}, not '${valueOf(name) ?? ''}'.`)

  const url = (name: SettingName, protocols: string[]): string | undefined => {
    const value = valueOf(name)
    if (value === undefined) return undefined
    const parsed = URL.canParse(value) ? new URL(value) : undefined
    if (parsed && protocols.includes(parsed.protocol) && parsed.hostname !== '') return value
    // The value may contain a password, so it is not repeated.
    errors.push(`${name} must be an address that starts with ${protocols.map((one) => `${one}//`).join(' or ')}.`)
    return undefined
  }

  const host = text('HOST')
  if (!/^[\w.:-]+$/.test(host)) addError('HOST', 'must be an address or a host name')
  const port = Number(text('PORT'))
  if (!/^\d+$/.test(text('PORT')) || port > 65_535) addError('PORT', 'must be a whole number from 0 to 65535')
  const publicUrl = url('PUBLIC_URL', ['http:', 'https:'])
  const databaseUrl = readDatabaseUrl(valueOf('DATABASE_URL'), errors)
  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:'])
  const providerUrl = url('PROVIDER_URL', ['http:', 'https:'])
  const provider = {
    name: valueOf('PROVIDER_NAME'),
    phone: valueOf('PROVIDER_PHONE'),
    email: valueOf('PROVIDER_EMAIL'),
    url: providerUrl,
  }
  const storage = valueOf('STORAGE_URL')
  const bucket = storage === undefined ? undefined : parseS3Address(storage, errors)
  if (provider.email !== undefined && !isEmail(provider.email)) addError('PROVIDER_EMAIL', 'must be an e-mail address')
  if (!isZone(text('PROVIDER_TIME_ZONE'))) addError('PROVIDER_TIME_ZONE', 'must be a time zone, like America/Edmonton')

  const secretKey = valueOf('SECRET_KEY')
  for (const key of secretKey?.split(',') ?? []) {
    if (key.trim().length < minSecretLength)
      errors.push(`SECRET_KEY must have at least ${minSecretLength} characters, not ${key.trim().length}.`)
  }
  if (valueOf('DATABASE_URL') && secretKey === undefined) errors.push('SECRET_KEY is required with DATABASE_URL.')

  const trustedProxies = (valueOf('TRUSTED_PROXIES') ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  if (!trustedProxies.every(isNetwork))
    addError('TRUSTED_PROXIES', 'must be addresses or networks separated by commas, like 10.0.0.0/8')
  const demo = valueOf('DEMO')
  if (demo !== undefined && demo !== '0' && demo !== '1') addError('DEMO', 'must be 1 or 0')
  const logLevel = logLevels.find((level) => level === text('LOG_LEVEL'))
  if (logLevel === undefined) addError('LOG_LEVEL', `must be one of ${logLevels.join(', ')}`)
  const metricsToken = valueOf('METRICS_TOKEN')
  // The value is a secret, so it is not repeated.
  if (metricsToken !== undefined && !/^[!-~]+$/.test(metricsToken))
    errors.push('METRICS_TOKEN must consist of ASCII characters without spaces.')
  else if (metricsToken !== undefined && metricsToken.length < minMetricsTokenLength)
    errors.push(`METRICS_TOKEN must have at least ${minMetricsTokenLength} characters, not ${metricsToken.length}.`)
  const shutdownDelay = Number(text('SHUTDOWN_DELAY'))
  if (!/^\d+$/.test(text('SHUTDOWN_DELAY')) || shutdownDelay > maxShutdownDelay)
    addError('SHUTDOWN_DELAY', `must be a whole number of seconds from 0 to ${maxShutdownDelay}`)
  const workers = valueOf('WORKERS') === undefined ? defaultWorkers() : Number(valueOf('WORKERS'))
  if (!Number.isInteger(workers) || workers < 1 || workers > maxWorkers)
    addError('WORKERS', `must be a whole number from 1 to ${maxWorkers}`)
  // also read by scripts/lib/processes.mjs, which sets Node.js flags by it
  if (!['small', 'fast'].includes(text('MEMORY'))) addError('MEMORY', 'must be small or fast')
  const count = (name: SettingName) => {
    if (!/^[1-9]\d{0,8}$/.test(text(name))) addError(name, 'must be a whole number from 1 to 999999999')
    return Number(text(name))
  }
  const photosOfPostMortem = { count: count('PHOTOS_PER_TICKET'), megabytes: count('PHOTO_MEGABYTES_PER_TICKET') }
  const daysOf = (name: SettingName) => {
    const days = text(name)
    if (days === forever) return null
    if (!/^[1-9]\d*$/.test(days) || Number(days) > maxRetentionDays)
      addError(name, `must be a whole number of days from 1 to ${maxRetentionDays}, or ${forever}`)
    return Number(days)
  }
  const retain = {
    drafts: daysOf(retention.drafts),
    deleted: daysOf(retention.deleted),
    reports: daysOf(retention.reports),
    audit: daysOf(retention.audit),
    invitations: daysOf(retention.invitations),
    letters: daysOf(retention.letters),
  }
  const certificate = valueOf('REPORT_CERTIFICATE')
  if (valueOf('REPORT_CERTIFICATE_PASSWORD') !== undefined && certificate === undefined)
    errors.push('REPORT_CERTIFICATE_PASSWORD needs REPORT_CERTIFICATE, the path of a PKCS#12 file.')
  const apiDocs = apiDocsChoices.find((choice) => choice === valueOf('API_DOCS'))
  if (valueOf('API_DOCS') !== undefined && apiDocs === undefined)
    addError('API_DOCS', `must be one of ${apiDocsChoices.join(', ')}`)
  const serviceWorker = text('SERVICE_WORKER') === 'off' ? 'off' : 'on'
  if (serviceWorker !== text('SERVICE_WORKER')) addError('SERVICE_WORKER', 'must be on or off')
  const pushServices = text('PUSH_SERVICES') === 'loopback' ? 'loopback' : 'public'
  if (pushServices !== text('PUSH_SERVICES')) addError('PUSH_SERVICES', 'must be public or loopback')
  const requireSecondFactor = text('REQUIRE_SECOND_FACTOR')
  if (requireSecondFactor !== 'vets' && requireSecondFactor !== 'off') {
    addError('REQUIRE_SECOND_FACTOR', 'must be vets or off')
    return { errors }
  }

  if (errors.length > 0 || logLevel === undefined) return { errors }
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const settings: Omit<Settings, 'demo'> = {
    host,
    port,
    publicUrl: (publicUrl ?? `http://${hostAndPort(reachable, port)}`).replace(/\/+$/, ''),
    isPublicUrlSet: publicUrl !== undefined,
    dataDir: path.resolve(text('DATA_DIR')),
    ...(databaseUrl !== undefined && { databaseUrl }),
    ...(bucket !== undefined && { bucket }),
    ...(smtpUrl !== undefined && { smtpUrl }),
    ...(secretKey !== undefined && { secretKey }),
    provider: { ...withoutUndefined(provider), time_zone: text('PROVIDER_TIME_ZONE') },
    logLevel,
    trustedProxies,
    requireSecondFactor,
    serviceWorker,
    pushServices,
    ...(apiDocs !== undefined && { apiDocs }),
    ...(metricsToken !== undefined && { metricsToken }),
    shutdownDelay,
    workers,
    ...(certificate !== undefined && {
      reportCertificate: { file: path.resolve(certificate), password: env['REPORT_CERTIFICATE_PASSWORD'] ?? '' },
    }),
    photoLimits: photosOfPostMortem,
    retain,
    webDist: path.resolve(import.meta.dirname, '../../web/dist'),
  }
  const offered = demo === undefined && productionSettings(settings).length === 0
  return { settings: { ...settings, demo: demo === '1' ? 'asked' : offered ? 'offered' : 'none' } }
}

/** Removes undefined values. */
const withoutUndefined = <T extends Record<string, string | undefined>>(texts: T) =>
  // cast: Object.keys and Object.entries lose the key type
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)) as Partial<Record<keyof T, string>>

function isNetwork(text: string): boolean {
  const [address = '', length, ...more] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return bits > 0 && more.length === 0 && (length === undefined || (/^\d+$/.test(length) && Number(length) <= bits))
}

/** The host is optional: `postgres:///name?host=/run/postgresql` names a socket folder. */
function readDatabaseUrl(value: string | undefined, errors: string[]): string | undefined {
  if (value === undefined || (/^postgres(ql)?:\/\//.test(value) && (URL.canParse(value) || value.includes(':///')))) {
    return value
  }
  errors.push('DATABASE_URL must be an address that starts with postgres://.')
  return undefined
}
