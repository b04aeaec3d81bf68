import { v7 as uuidv7 } from 'uuid'
import { inTransaction } from '../../database/transaction.ts'
import { retention } from '../../settings.ts'
import { type Actor, audit } from '../audit/index.ts'
import { expiredDrafts, removeDrafts } from './drafts.ts'
import { expiredInvitations, removeInvitations } from './invitations.ts'
import { expiredLetters, removeLetters } from './letters.ts'
import type { Amount, RetentionContext } from './retention-context.ts'
import { expiredReports, removeReports } from './superseded-reports.ts'
import * as queries from './retention.queries.ts'

/** What one setting lets go. */
export interface Expired extends Amount {
  kind: keyof typeof retention
  setting: string
  /** Null: kept for ever. */
  days: number | null
}

interface Rule {
  find(ctx: RetentionContext, before: Date): Promise<Amount>
  remove(ctx: RetentionContext, before: Date, actor: Actor): Promise<Amount>
}

const rules: Record<keyof typeof retention, Rule> = {
  drafts: { find: expiredDrafts, remove: removeDrafts },
  deleted: {
    find: ({ db }, before) => queries.expiredFiles(db, before),
    remove: ({ db }, before) => queries.removeFiles(db, before),
  },
  reports: { find: expiredReports, remove: removeReports },
  audit: {
    find: ({ db }, before) => queries.expiredAuditLines(db, before),
    remove: ({ db }, before) => queries.removeAuditLines(db, before),
  },
  invitations: { find: expiredInvitations, remove: removeInvitations },
  letters: { find: expiredLetters, remove: removeLetters },
}

// cast: Object.keys and Object.entries forget which keys there are
const kinds = Object.keys(rules) as (keyof typeof retention)[]
const actor: Actor = { person: null, requestId: 'retention', source: 'server' }
const dayInMilliseconds = 24 * 3_600_000

/** Tells what would be removed now, and removes nothing. */
export const findExpired = (ctx: RetentionContext, now: Date): Promise<Expired[]> =>
  each(ctx, now, (rule, before) => rule.find(ctx, before))

/**
 * Removes what is kept no longer, and writes into the audit trail what that was. Whatever is decided on is locked and
 * looked at again before it goes; a second run at the same time finds less. Files go with the next look for those that
 * no row names.
 */
export async function removeExpired(ctx: RetentionContext, now: Date): Promise<Expired[]> {
  const removed = await each(ctx, now, (rule, before) => rule.remove(ctx, before, actor))
  const some = removed.filter(({ count }) => count > 0)
  if (some.length > 0)
    await inTransaction(ctx, (ctx) =>
      audit(ctx.db, actor, 'retention applied', { type: 'retention', id: uuidv7() }, null, { removed: some }),
    )
  return removed
}

async function each(
  { settings }: RetentionContext,
  now: Date,
  work: (rule: Rule, before: Date) => Promise<Amount>,
): Promise<Expired[]> {
  const all: Expired[] = []
  for (const kind of kinds) {
    const days = settings.retain[kind]
    const nothing = { count: 0, bytes: 0 }
    const amount = days === null ? nothing : await work(rules[kind], new Date(now.getTime() - days * dayInMilliseconds))
    all.push({ kind, setting: retention[kind], days, ...amount })
  }
  return all
}
