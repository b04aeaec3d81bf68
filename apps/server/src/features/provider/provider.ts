import { type CarcassLimits, carcassLimitNames, defaultCarcassLimits } from '@chisholm/domain/carcass'
import { constants } from '@chisholm/domain/constants'
import { may } from '@chisholm/domain/permissions'
import { validateAuthorities, validateOfflineDays, validateProvider, validateTravel } from '@chisholm/domain/provider'
import type { Paper } from '@chisholm/domain/paper'
import type { PhotoProtocol } from '@chisholm/domain/photo-protocol'
import type { PracticeSettings, Provider } from '@chisholm/domain/schemas'
import { serverTexts } from '@chisholm/domain/server-texts'
import { NIL } from 'uuid'
import { acquireAdvisoryLock, acquireSharedAdvisoryLock } from '../../database/advisory-lock.ts'
import type { Executor } from '../../database/executor.ts'
import type { WriteContext } from '../../http/context.ts'
import type { Services, ProviderDetails } from '../../services.ts'
import { type IfMatch, requireVersionMatch } from '../../http/etag.ts'
import { conflict, forbidden, invalid } from '../../http/app-error.ts'
import type { Settings } from '../../settings.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import * as queries from './provider.queries.ts'

const lateLimits = ['carcass_late_hours', 'carcass_late_hours_cold'] as const
const carcassLimitsLock = 'carcass limits'

/**
 * Locks the carcass limits against changes until the transaction ends. Call it before locking tickets, if the
 * transaction writes times of death.
 */
export const lockCarcassLimits = (tx: WriteContext['db']) => acquireSharedAdvisoryLock(tx, carcassLimitsLock)

/** The provider (the veterinary practice) as PROVIDER_* configures it. */
type ConfiguredProvider = Settings['provider']

/**
 * Reads the details of the practice: what Admins saved, else PROVIDER_*, else those of the demo. Their version is read
 * every time, so that all servers of the database agree; a saved version never changes and is read once.
 */
export function createProviderReader(configured: ConfiguredProvider): Services['provider'] {
  let latest: { version: number; details: ProviderDetails } | undefined
  const toDetails = (found: Details | undefined, db: Executor) =>
    found ? toProviderDetails(found, configured) : readUnsavedProvider(db, configured)
  return async (db, at, knownVersion) => {
    if (at) return toDetails(await queries.detailsAt(db, at), db)
    const version = knownVersion === undefined ? await queries.latestVersion(db) : knownVersion
    if (version === null) return readUnsavedProvider(db, configured)
    if (latest?.version === version) return latest.details
    const found = await queries.latestDetails(db)
    const details = await toDetails(found, db)
    // this transaction may have saved the version itself, and be rolled back
    if (found && !db.isTransaction) latest = { version: found.version, details }
    return details
  }
}

const defaultTravelSpeed = constants.provider.travelSpeed.default
const defaultOfflineDays = constants.provider.offlineDays.default
const defaultProtocol: PhotoProtocol = 'offered'
const defaultPaper: Paper = 'letter'

type Details = NonNullable<Awaited<ReturnType<typeof queries.latestDetails>>>

const toProviderDetails = (saved: Details, configured: ConfiguredProvider): ProviderDetails => {
  const { name, phone, email, url, address, time_zone, photo_protocol, paper, logo_key } = saved
  const limits = carcassLimitNames.map((limit) => [limit, saved[limit] ?? defaultCarcassLimits[limit]])
  return {
    // cast: a number for every limit
    ...(Object.fromEntries(limits) as CarcassLimits),
    authorities: saved.authorities ?? [],
    latitude: saved.latitude,
    longitude: saved.longitude,
    travel_speed_kmh: saved.travel_speed_kmh ?? defaultTravelSpeed,
    offline_days: saved.offline_days ?? defaultOfflineDays,
    benchmark: saved.benchmark ?? false,
    case_photos: saved.case_photos ?? false,
    name,
    phone,
    email,
    url,
    address: address ?? '',
    time_zone: time_zone ?? configured.time_zone,
    photo_protocol: photo_protocol ?? defaultProtocol,
    paper: paper ?? defaultPaper,
    logoKey: logo_key,
    isConfirmed: true,
  }
}

async function readUnsavedProvider(db: Executor, configured: ConfiguredProvider): Promise<ProviderDetails> {
  const defaults = await queries.defaultDetails(db)
  const nothing = {
    name: '',
    phone: '',
    email: '',
    url: '',
    address: '',
    photo_protocol: defaultProtocol,
    paper: defaultPaper,
    latitude: null,
    longitude: null,
    travel_speed_kmh: defaultTravelSpeed,
    offline_days: defaultOfflineDays,
    benchmark: false,
    case_photos: false,
  }
  const isConfirmed = configured.name !== undefined || defaults !== undefined
  return {
    ...nothing,
    ...defaultCarcassLimits,
    ...defaults,
    authorities: defaults?.authorities ?? [],
    ...configured,
    logoKey: null,
    isConfirmed,
  }
}

/** The details of the practice and their version, which is 0 until they are saved for the first time. */
export async function readProvider(db: Executor, configured: ConfiguredProvider) {
  const found = await queries.latestDetails(db)
  const practice = found ? toProviderDetails(found, configured) : await readUnsavedProvider(db, configured)
  return { practice, version: found?.version ?? 0 }
}

/** @throws conflict  the practice has no name yet, which reports and e-mails need */
export function requireConfirmedProvider({ isConfirmed }: ProviderDetails): void {
  if (!isConfirmed) throw conflict(serverTexts.refusal.setUpPracticeFirst)
}

/**
 * Changes the details of the practice. Fields that were not sent stay. The first change sets up the practice.
 * @throws forbidden  the user is not an Admin
 * @throws stale      the details have changed since the caller read them
 * @throws invalid    fields are invalid; the error names each
 */
export async function changeProvider(
  ctx: WriteContext,
  patch: Partial<Provider & PracticeSettings>,
  expected: IfMatch,
): Promise<void> {
  requireMayChange(ctx)
  const changesClocks = lateLimits.some((limit) => patch[limit] !== undefined)
  // before any ticket is locked: transactions that set the clock of an animal also acquire this lock first
  if (changesClocks) await acquireAdvisoryLock(ctx.db, carcassLimitsLock)
  await saveProvider(ctx, expected, (before) => {
    const after = { ...before, ...patch }
    const errors = {
      ...validateProvider(after),
      ...validateAuthorities(after.authorities),
      ...validateTravel(after),
      ...validateOfflineDays(after),
    }
    if (Object.keys(errors).length > 0) throw invalid(errors)
    return { after, action: 'provider changed' }
  })
  if (changesClocks) await queries.refreshCarcassClocks(ctx.db)
}

/**
 * Changes the logo, or removes it if `logoKey` is null. The old file stays, because completed reports show it.
 * @throws forbidden  the user is not an Admin
 * @throws stale      the details have changed since the caller read them
 * @throws conflict   the practice is not set up yet
 */
export async function changeLogo(ctx: WriteContext, logoKey: string | null, expected: IfMatch): Promise<void> {
  await saveProvider(ctx, expected, (before) => {
    requireConfirmedProvider(before)
    return { after: { ...before, logoKey }, action: logoKey === null ? 'logo removed' : 'logo changed' }
  })
}

async function saveProvider(
  ctx: WriteContext,
  expected: IfMatch,
  change: (before: ProviderDetails) => { after: ProviderDetails; action: string },
): Promise<void> {
  requireMayChange(ctx)
  await acquireAdvisoryLock(ctx.db, 'provider')
  const { practice: before, version } = await readProvider(ctx.db, ctx.settings.provider)
  requireVersionMatch(expected, version)
  const { after, action } = change(before)
  if (version === 0 && before.isConfirmed) await queries.insertDefaults(ctx.db, before)
  await queries.insertDetails(ctx.db, version + 1, after, !before.isConfirmed)
  await recordAudit(ctx.db, ctx, action, { type: 'provider', id: NIL }, auditedFields(before), auditedFields(after))
}

/** @throws forbidden  the user is not an Admin */
export function requireMayChange({ person }: Pick<WriteContext, 'person'>): void {
  if (!may(person, 'provider.manage')) throw forbidden()
}

const auditedFields = ({ isConfirmed: _confirmed, ...practice }: ProviderDetails) => practice
