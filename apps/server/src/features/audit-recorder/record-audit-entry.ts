import type { Transaction } from 'kysely'
import type { AuditAction } from '@chisholm/domain/audit-sentences'
import { newId, type UserId } from '../../database/ids.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { idInUse } from '../../http/app-error.ts'
import { hasEntry, insertAuditEntries, isRecorded, stateAfterEntry } from './audit-recorder.queries.ts'
import { redactSecrets } from './redact-secrets.ts'

/** The author of a change. The context of a request is an actor. */
export interface Actor {
  person: { id: UserId } | null
  requestId: string
  source: string
}

/** Actor for changes made from the command line, where nobody is signed in. */
export const operator = { person: null, requestId: 'command line', source: 'command line' } satisfies Actor

/** An action and its subject, whose state is given before (unless it was created) and after (unless it was deleted). */
export interface NewAuditEntry {
  action: AuditAction
  subject: { type: string; id: string }
  before?: unknown
  after?: unknown
}

/**
 * Records a change. Call it in the transaction of the change, so that neither is committed without the other. Secrets
 * are redacted.
 */
export const recordAudit = (tx: Transaction<Tables>, actor: Actor, entry: NewAuditEntry): Promise<void> =>
  recordAuditEntries(tx, actor, [entry])

/**
 * Records that something was added under an id that the client may have chosen.
 * @throws idInUse  it was added before and has been deleted: a late repetition must not bring it back
 */
export async function recordAddition(tx: Transaction<Tables>, actor: Actor, added: NewAuditEntry): Promise<void> {
  if (await isRecorded(tx, { action: added.action, subjectId: added.subject.id })) throw idInUse()
  await recordAudit(tx, actor, added)
}

/**
 * Records what changes nothing else, like a refused attempt or a download: it needs no transaction. A change is
 * recorded by `recordAudit`.
 */
export async function recordAuditWithoutChange(db: Executor, actor: Actor, entry: NewAuditEntry): Promise<void> {
  await insertAuditEntries(db, [toRow(actor, entry)])
}

/** Records many changes of one request, a thousand per SQL statement. */
export async function recordAuditEntries(
  tx: Transaction<Tables>,
  actor: Actor,
  entries: NewAuditEntry[],
): Promise<void> {
  for (let from = 0; from < entries.length; from += 1000)
    await insertAuditEntries(
      tx,
      entries.slice(from, from + 1000).map((entry) => toRow(actor, entry)),
    )
}

const toRow = (actor: Actor, { action, subject, before, after }: NewAuditEntry) => ({
  id: newId(),
  user_id: actor.person?.id ?? null,
  action,
  subject_type: subject.type,
  subject_id: subject.id,
  before: redactSecrets(before),
  after: redactSecrets(after),
  request_id: actor.requestId,
  source: actor.source,
})

/**
 * The state in which a person created a subject, as JSON; undefined if another person did. For what is not created
 * exactly as it was sent; otherwise `wasCreatedAs` suffices.
 * @param action  the action of the entry that creating one records
 */
export const readCreatedState = (
  tx: Executor,
  person: { id: UserId },
  action: AuditAction,
  id: string,
): Promise<unknown> => stateAfterEntry(tx, { userId: person.id, action, subjectId: id })

/**
 * Whether a person created a subject with exactly this content, whatever was changed since: a repeated request whose
 * response was lost (decisions.md section 3, "Exactly-once").
 * @param created  the entry that the request records
 */
export const wasCreatedAs = (tx: Executor, person: { id: UserId }, created: NewAuditEntry): Promise<boolean> =>
  hasEntry(
    tx,
    { userId: person.id, action: created.action, subjectId: created.subject.id },
    redactSecrets(created.after),
  )
