import { v7 as uuidv7 } from 'uuid'
import type { UserId } from '../../database/ids.ts'
import type { Executor } from '../../http/context.ts'
import { redactSecrets } from './redact-secrets.ts'

/** Who acts, as far as the audit trail needs it; a request's context fits. */
export interface Actor {
  person: { id: UserId } | null
  requestId: string
  source: string
}

/** Who acts by the program on the machine: nobody is signed in, and whoever may run commands there may do it. */
export const operator = { person: null, requestId: 'command line', source: 'command line' } satisfies Actor

/**
 * Writes one line of the audit trail: who did what to which thing, with its state before and after.
 * Call it in the transaction of the change, so that neither stands without the other. An action needs its words in
 * the domain's audit-words; secrets are left out whatever is handed over.
 */
export async function recordAudit(
  tx: Executor,
  actor: Actor,
  action: string,
  subject: { type: string; id: string },
  before: unknown,
  after: unknown,
): Promise<void> {
  await recordAuditEntries(tx, actor, [{ action, subject, before, after }])
}

const toRow = (actor: Actor, { action, subject, before, after }: NewAuditEntry) => ({
  id: uuidv7(),
  user_id: actor.person?.id ?? null,
  action,
  subject_type: subject.type,
  subject_id: subject.id,
  before: toJson(before),
  after: toJson(after),
  request_id: actor.requestId,
  source: actor.source,
})

const toJson = (state: unknown) => (state === null ? null : JSON.stringify(redactSecrets(state)))

/** One line of many. */
interface NewAuditEntry {
  action: string
  subject: { type: string; id: string }
  before: unknown
  after: unknown
}

/** Writes many lines of one request at once, a thousand to a statement. */
export async function recordAuditEntries(tx: Executor, actor: Actor, entries: NewAuditEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += 1000)
    await tx
      .insertInto('audit_entries')
      .values(entries.slice(from, from + 1000).map((line) => toRow(actor, line)))
      .execute()
}
