import { may } from '@chisholm/domain/permissions'
import { providerMistakes } from '@chisholm/domain/provider'
import type { Provider } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { NIL } from 'uuid'
import { oneAtATime } from '../../database/one-at-a-time.ts'
import type { Executor, Parts, Practice, WriteContext } from '../../http/context.ts'
import { checkVersion } from '../../http/etag.ts'
import { conflict, forbidden, invalid } from '../../http/failures.ts'
import type { Settings } from '../../settings.ts'
import { audit } from '../audit/index.ts'
import * as queries from './provider.queries.ts'

/** What PROVIDER_* say of the practice. */
type Given = Settings['provider']

/**
 * The one place the practice is read from: what Admins saved, else what PROVIDER_* say, else the demo's. Read anew each
 * time, so that every server on the database tells the same.
 */
export function openProvider(given: Given): Parts['provider'] {
  return async (db, at) => {
    const found = at ? await queries.detailsAt(db, at) : await queries.latestDetails(db)
    return found ? practiceOf(found, given) : unsavedPractice(db, given)
  }
}

type Details = NonNullable<Awaited<ReturnType<typeof queries.latestDetails>>>

const practiceOf = (saved: Details, given: Given): Practice => {
  const { name, phone, email, url, address, time_zone, logo_key } = saved
  return {
    name,
    phone,
    email,
    url,
    address: address ?? '',
    time_zone: time_zone ?? given.time_zone,
    logoKey: logo_key,
    isConfirmed: true,
  }
}

async function unsavedPractice(db: Executor, given: Given): Promise<Practice> {
  const defaults = await queries.defaultDetails(db)
  const nothing = { name: '', phone: '', email: '', url: '', address: '' }
  const isConfirmed = given.name !== undefined || defaults !== undefined
  return { ...nothing, ...defaults, ...given, logoKey: null, isConfirmed }
}

/** The practice and the version of what it tells; 0 while nobody saved it. */
export async function readProvider(db: Executor, given: Given) {
  const found = await queries.latestDetails(db)
  const practice = found ? practiceOf(found, given) : await unsavedPractice(db, given)
  return { practice, version: found?.version ?? 0 }
}

/** @throws conflict  nobody has named the practice that what is done now would go out under */
export function requireConfirmed({ isConfirmed }: Practice): void {
  if (!isConfirmed) throw conflict(texts.refusal.setUpPracticeFirst)
}

/**
 * Changes what the practice tells of itself; what is not sent stays. The first to do so sets up the practice.
 * @throws forbidden, stale; invalid with the text of each field
 */
export async function changeProvider(
  ctx: WriteContext,
  sent: Partial<Provider>,
  expected: number | null,
): Promise<void> {
  await changePractice(ctx, expected, (before) => {
    const after = { ...before, ...sent }
    const mistakes = providerMistakes(after)
    if (Object.keys(mistakes).length > 0) throw invalid(mistakes)
    return { after, action: 'provider changed' }
  })
}

/**
 * Changes the logo, or takes it away with null. The file of the one before stays: completed reports show it.
 * @throws forbidden, stale; conflict  nobody has named the practice yet
 */
export async function changeLogo(ctx: WriteContext, logoKey: string | null, expected: number | null): Promise<void> {
  await changePractice(ctx, expected, (before) => {
    requireConfirmed(before)
    return { after: { ...before, logoKey }, action: logoKey === null ? 'logo removed' : 'logo changed' }
  })
}

async function changePractice(
  ctx: WriteContext,
  expected: number | null,
  change: (before: Practice) => { after: Practice; action: string },
): Promise<void> {
  requireMayChange(ctx)
  await oneAtATime(ctx.db, 'provider')
  const { practice: before, version } = await readProvider(ctx.db, ctx.settings.provider)
  checkVersion(expected, version)
  const { after, action } = change(before)
  if (version === 0 && before.isConfirmed) await queries.keepDefaults(ctx.db, before)
  await queries.insertDetails(ctx.db, version + 1, after, !before.isConfirmed)
  await audit(ctx.db, ctx, action, { type: 'provider', id: NIL }, told(before), told(after))
}

/** @throws forbidden */
export function requireMayChange({ person }: Pick<WriteContext, 'person'>): void {
  if (!may(person, 'provider.manage')) throw forbidden()
}

const told = ({ isConfirmed: _confirmed, ...practice }: Practice) => practice
