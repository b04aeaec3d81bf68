import type { AuditAction } from '@chisholm/domain/audit-sentences'
import type { Zone } from '@chisholm/domain/dates'
import { may } from '@chisholm/domain/permissions'
import { validateAuthorities, validateOfflineDays, validateProvider, validateTravel } from '@chisholm/domain/provider'
import type { PracticeSettings, Provider } from '@chisholm/domain/schemas/provider'
import { serverTexts } from '@chisholm/domain/server-texts'
import { NIL } from 'uuid'
import { acquireAdvisoryLock, acquireSharedAdvisoryLock } from '../../database/advisory-lock.ts'
import { keepVisitDays, lockTimeZones } from '../../database/keep-visit-days.ts'
import type { WriteContext } from '../../http/context.ts'
import type { ProviderDetails } from '../../services.ts'
import { type IfMatch, requireVersionMatch } from '../../http/etag.ts'
import { conflict, forbidden, invalid } from '../../http/app-error.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import * as queries from './provider.queries.ts'
import { readProvider } from './read-provider.ts'

const lateLimits = ['carcass_late_hours', 'carcass_late_hours_cold'] as const
const carcassLimitsLock = 'carcass limits'

/**
 * Locks the carcass limits against changes until the transaction ends. Call it before locking tickets, if the
 * transaction writes times of death.
 */
export const lockCarcassLimits = (tx: WriteContext['db']) => acquireSharedAdvisoryLock(tx, carcassLimitsLock)

/** @throws conflict  the practice has no name yet, which reports and e-mails need */
export function requireConfirmedProvider({ isConfirmed }: ProviderDetails): void {
  if (!isConfirmed) throw conflict(serverTexts.refusal.setUpPracticeFirst)
}

/** The details and settings of the practice that change; missing ones stay. */
export type ProviderPatch = Partial<Provider & PracticeSettings>

/**
 * Changes the details of the practice. Fields that were not sent stay. The first change sets up the practice.
 * @throws forbidden  the user is not an Admin
 * @throws stale      the details have changed since the caller read them
 * @throws invalid    fields are invalid; the error names each
 */
export async function changeProvider(ctx: WriteContext, patch: ProviderPatch, expected: IfMatch): Promise<void> {
  requireMayChange(ctx)
  if (patch.time_zone !== undefined) await lockTimeZones(ctx.db)
  const changesClocks = lateLimits.some((limit) => patch[limit] !== undefined)
  // before any ticket is locked: transactions that set the clock of an animal also acquire this lock first
  if (changesClocks) await acquireAdvisoryLock(ctx.db, carcassLimitsLock)
  const zones = await saveProvider(ctx, expected, (before) => {
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
  await keepVisitDays(ctx.db, 'sites without a zone', zones)
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

/** @returns the time zones before and after */
async function saveProvider(
  ctx: WriteContext,
  expected: IfMatch,
  change: (before: ProviderDetails) => { after: ProviderDetails; action: AuditAction },
): Promise<{ from: Zone; to: Zone }> {
  requireMayChange(ctx)
  await acquireAdvisoryLock(ctx.db, 'provider')
  const { practice: before, version } = await readProvider(ctx.db, ctx.settings.provider)
  requireVersionMatch(expected, version)
  const { after, action } = change(before)
  if (version === 0 && before.isConfirmed) await queries.insertDefaults(ctx.db, before)
  await queries.insertDetails(ctx.db, version + 1, after, !before.isConfirmed)
  await recordAudit(ctx.db, ctx, {
    action,
    subject: { type: 'provider', id: NIL },
    before: auditedFields(before),
    after: auditedFields(after),
  })
  return { from: before.time_zone, to: after.time_zone }
}

/** @throws forbidden  the user is not an Admin */
export function requireMayChange({ person }: Pick<WriteContext, 'person'>): void {
  if (!may(person, 'provider.manage')) throw forbidden()
}

const auditedFields = ({ isConfirmed: _confirmed, ...practice }: ProviderDetails) => practice
