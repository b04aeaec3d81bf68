import type { Transaction } from 'kysely'
import { newId } from '../../database/ids.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { inTransaction } from '../../database/transaction.ts'
import { runEach } from '../../jobs/run-each.ts'
import { retention } from '../../settings-table.ts'
import { type Actor, recordAudit } from '../audit-recorder/index.ts'
import { findExpiredDrafts, removeDrafts } from './abandoned-drafts.ts'
import { findExpiredInvitations, removeInvitations } from './expired-invitations.ts'
import { findExpiredEmails, removeEmails } from './expired-emails.ts'
import { type Amount, type RetentionContext, sumAmounts } from './retention-context.ts'
import * as queries from './retention.queries.ts'
import { keysOf } from '@chisholm/domain/typed-objects'

/** The data that one retention setting removes. */
export interface ExpiredData extends Amount {
  kind: keyof typeof retention
  setting: string
  /** Null if the data is kept forever. */
  days: number | null
}

/** Records what a rule has removed. */
type RecordRemoval = (tx: Transaction<Tables>, removed: Amount) => Promise<void>

interface RetentionRule {
  find(ctx: RetentionContext, before: Date): Promise<Amount>
  /** Removes it in one or several transactions, and records what each removes. */
  remove(ctx: RetentionContext, before: Date, record: RecordRemoval): Promise<Amount>
}

const actor: Actor = { person: null, requestId: 'retention', source: 'server' }

/** Runs statements until they delete no more rows. Each run has a transaction of its own. */
const byChunks =
  (...statements: ((tx: Executor, before: Date) => Promise<Amount>)[]): RetentionRule['remove'] =>
  async (ctx, before, record) => {
    const removed: Amount[] = []
    for (const statement of statements) {
      let chunk: Amount
      do {
        chunk = await inTransaction(ctx, async (ctx) => {
          const amount = await statement(ctx.db, before)
          if (amount.count > 0) await record(ctx.db, amount)
          return amount
        })
        removed.push(chunk)
      } while (chunk.count > 0)
    }
    return sumAmounts(removed)
  }

/** A removal of items one by one, which adds an audit entry with their total. */
const oneByOne =
  (remove: (ctx: RetentionContext, before: Date, actor: Actor) => Promise<Amount>): RetentionRule['remove'] =>
  async (ctx, before, record) => {
    const removed = await remove(ctx, before, actor)
    if (removed.count > 0) await inTransaction(ctx, (ctx) => record(ctx.db, removed))
    return removed
  }

const rules: Record<keyof typeof retention, RetentionRule> = {
  drafts: { find: findExpiredDrafts, remove: oneByOne(removeDrafts) },
  deleted: {
    find: ({ db }, before) => queries.countDeletedFiles(db, before),
    remove: byChunks(
      queries.purgeDeletedPhotos,
      queries.purgeDeletedSampleFiles,
      queries.purgeDeletedReports,
      queries.purgeDeletedReportVersions,
    ),
  },
  reports: {
    find: ({ db }, before) => queries.countSupersededReports(db, before),
    remove: byChunks(queries.deleteSupersededReports),
  },
  audit: {
    find: ({ db }, before) => queries.countExpiredAuditEntries(db, before),
    remove: byChunks(queries.removeAuditEntries),
  },
  invitations: { find: findExpiredInvitations, remove: oneByOne(removeInvitations) },
  emails: { find: findExpiredEmails, remove: oneByOne(removeEmails) },
}

const retentionKinds = keysOf(rules)
const dayInMilliseconds = 24 * 3_600_000

/** Counts what would be removed now, without removing anything. */
export async function findExpiredData(ctx: RetentionContext, now: Date): Promise<ExpiredData[]> {
  const found: ExpiredData[] = []
  for (const { rule, before, expired } of rulesAt(ctx, now))
    found.push({ ...expired, ...(before && (await rule.find(ctx, before))) })
  return found
}

/**
 * Removes expired data and records that in the audit log, in the same transactions. Data is locked and checked again
 * before it is removed, so concurrent runs are safe. Files are removed later, by the job for unreferenced files.
 * @throws the first failure, once all rules have run
 */
export async function removeExpiredData(ctx: RetentionContext, now: Date): Promise<ExpiredData[]> {
  const removed: ExpiredData[] = []
  await runEach(
    rulesAt(ctx, now).map(({ rule, before, expired }) => async () => {
      const record: RecordRemoval = (tx, amount) => {
        const after = { removed: [{ ...expired, ...amount }] }
        return recordAudit(tx, actor, {
          action: 'retention applied',
          subject: { type: 'retention', id: newId() },
          after,
        })
      }
      removed.push({ ...expired, ...(before && (await rule.remove(ctx, before, record))) })
    }),
  )
  return removed
}

/** The rules with the time before which data has expired; null: it is kept forever. */
const rulesAt = ({ settings }: RetentionContext, now: Date) =>
  retentionKinds.map((kind) => {
    const days = settings.retain[kind]
    const before = days === null ? null : new Date(now.getTime() - days * dayInMilliseconds)
    return { rule: rules[kind], before, expired: { kind, setting: retention[kind], days, count: 0, bytes: 0 } }
  })
