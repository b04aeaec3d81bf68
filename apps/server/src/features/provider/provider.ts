import { may } from '@chisholm/domain/permissions'
import { validateProvider } from '@chisholm/domain/provider'
import type { Provider } from '@chisholm/domain/schemas'
import { texts } from '@chisholm/domain/texts'
import { NIL } from 'uuid'
import { acquireAdvisoryLock } from '../../database/advisory-lock.ts'
import type { Executor, Services, ProviderDetails, WriteContext } from '../../http/context.ts'
import { requireVersionMatch } from '../../http/etag.ts'
import { conflict, forbidden, invalid } from '../../http/app-error.ts'
import type { Settings } from '../../settings.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import * as queries from './provider.queries.ts'

/** What PROVIDER_* say of the practice. */
type ConfiguredProvider = Settings['provider']

/**
 * The one place the practice is read from: what Admins saved, else what PROVIDER_* say, else the demo's. Read anew each
 * time, so that every server on the database tells the same.
 */
export function createProviderReader(configured: ConfiguredProvider): Services['provider'] {
  return async (db, at) => {
    const found = at ? await queries.detailsAt(db, at) : await queries.latestDetails(db)
    return found ? toProviderDetails(found, configured) : readUnsavedProvider(db, configured)
  }
}

type Details = NonNullable<Awaited<ReturnType<typeof queries.latestDetails>>>

const toProviderDetails = (saved: Details, configured: ConfiguredProvider): ProviderDetails => {
  const { name, phone, email, url, address, time_zone, logo_key } = saved
  return {
    name,
    phone,
    email,
    url,
    address: address ?? '',
    time_zone: time_zone ?? configured.time_zone,
    logoKey: logo_key,
    isConfirmed: true,
  }
}

async function readUnsavedProvider(db: Executor, configured: ConfiguredProvider): Promise<ProviderDetails> {
  const defaults = await queries.defaultDetails(db)
  const nothing = { name: '', phone: '', email: '', url: '', address: '' }
  const isConfirmed = configured.name !== undefined || defaults !== undefined
  return { ...nothing, ...defaults, ...configured, logoKey: null, isConfirmed }
}

/** The practice and the version of what it tells; 0 while nobody saved it. */
export async function readProvider(db: Executor, configured: ConfiguredProvider) {
  const found = await queries.latestDetails(db)
  const practice = found ? toProviderDetails(found, configured) : await readUnsavedProvider(db, configured)
  return { practice, version: found?.version ?? 0 }
}

/** @throws conflict  nobody has named the practice that what is done now would go out under */
export function requireConfirmedProvider({ isConfirmed }: ProviderDetails): void {
  if (!isConfirmed) throw conflict(texts.refusal.setUpPracticeFirst)
}

/**
 * Changes what the practice tells of itself; what is not sent stays. The first to do so sets up the practice.
 * @throws forbidden, stale; invalid with the text of each field
 */
export async function changeProvider(
  ctx: WriteContext,
  patch: Partial<Provider>,
  expected: number | null,
): Promise<void> {
  await saveProvider(ctx, expected, (before) => {
    const after = { ...before, ...patch }
    const errors = validateProvider(after)
    if (Object.keys(errors).length > 0) throw invalid(errors)
    return { after, action: 'provider changed' }
  })
}

/**
 * Changes the logo, or takes it away with null. The file of the one before stays: completed reports show it.
 * @throws forbidden, stale; conflict  nobody has named the practice yet
 */
export async function changeLogo(ctx: WriteContext, logoKey: string | null, expected: number | null): Promise<void> {
  await saveProvider(ctx, expected, (before) => {
    requireConfirmedProvider(before)
    return { after: { ...before, logoKey }, action: logoKey === null ? 'logo removed' : 'logo changed' }
  })
}

async function saveProvider(
  ctx: WriteContext,
  expected: number | null,
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

/** @throws forbidden */
export function requireMayChange({ person }: Pick<WriteContext, 'person'>): void {
  if (!may(person, 'provider.manage')) throw forbidden()
}

const auditedFields = ({ isConfirmed: _confirmed, ...practice }: ProviderDetails) => practice
