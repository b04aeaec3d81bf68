import { v7 as uuidv7 } from 'uuid'
import { inTransaction } from '../../database/transaction.ts'
import { retention } from '../../settings-table.ts'
import { type Actor, recordAudit } from '../audit-recorder/index.ts'
import { findExpiredDrafts, removeDrafts } from './abandoned-drafts.ts'
import { findExpiredInvitations, removeInvitations } from './expired-invitations.ts'
import { findExpiredEmails, removeEmails } from './expired-emails.ts'
import type { Amount, RetentionContext } from './retention-context.ts'
import * as queries from './retention.queries.ts'

/** The data that one retention setting removes. */
export interface ExpiredData extends Amount {
  kind: keyof typeof retention
  setting: string
  /** Null if the data is kept forever. */
  days: number | null
}

interface RetentionRule {
  find(ctx: RetentionContext, before: Date): Promise<Amount>
  remove(ctx: RetentionContext, before: Date, actor: Actor): Promise<Amount>
}

const rules: Record<keyof typeof retention, RetentionRule> = {
  drafts: { find: findExpiredDrafts, remove: removeDrafts },
  deleted: {
    find: ({ db }, before) => queries.countDeletedFiles(db, before),
    remove: ({ db }, before) => queries.purgeDeletedFiles(db, before),
  },
  reports: {
    find: ({ db }, before) => queries.countSupersededReports(db, before),
    remove: ({ db }, before) => queries.deleteSupersededReports(db, before),
  },
  audit: {
    find: ({ db }, before) => queries.countExpiredAuditEntries(db, before),
    remove: ({ db }, before) => queries.removeAuditEntries(db, before),
  },
  invitations: { find: findExpiredInvitations, remove: removeInvitations },
  letters: { find: findExpiredEmails, remove: removeEmails },
}

// cast: Object.keys and Object.entries lose the key type
const retentionKinds = Object.keys(rules) as (keyof typeof retention)[]
const actor: Actor = { person: null, requestId: 'retention', source: 'server' }
const dayInMilliseconds = 24 * 3_600_000

/** Counts what would be removed now, without removing anything. */
export const findExpiredData = (ctx: RetentionContext, now: Date): Promise<ExpiredData[]> =>
  forEachRule(ctx, now, (rule, before) => rule.find(ctx, before))

/**
 * Removes expired data and records that in the audit log. Data is locked and checked again before it is removed, so
 * concurrent runs are safe. Files are removed later, by the job for unreferenced files.
 */
export async function removeExpiredData(ctx: RetentionContext, now: Date): Promise<ExpiredData[]> {
  const removed = await forEachRule(ctx, now, (rule, before) => rule.remove(ctx, before, actor))
  const nonEmpty = removed.filter(({ count }) => count > 0)
  if (nonEmpty.length > 0)
    await inTransaction(ctx, (ctx) =>
      recordAudit(ctx.db, actor, 'retention applied', { type: 'retention', id: uuidv7() }, null, { removed: nonEmpty }),
    )
  return removed
}

async function forEachRule(
  { settings }: RetentionContext,
  now: Date,
  work: (rule: RetentionRule, before: Date) => Promise<Amount>,
): Promise<ExpiredData[]> {
  const results: ExpiredData[] = []
  for (const kind of retentionKinds) {
    const days = settings.retain[kind]
    const zero = { count: 0, bytes: 0 }
    const amount = days === null ? zero : await work(rules[kind], new Date(now.getTime() - days * dayInMilliseconds))
    results.push({ kind, setting: retention[kind], days, ...amount })
  }
  return results
}
