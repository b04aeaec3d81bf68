import { v7 as uuidv7 } from 'uuid'
import type { UserId } from '../../database/ids.ts'
import type { Executor } from '../../http/context.ts'
import { withoutSecrets } from './without-secrets.ts'

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
export async function audit(
  tx: Executor,
  actor: Actor,
  action: string,
  subject: { type: string; id: string },
  before: unknown,
  after: unknown,
): Promise<void> {
  await auditAll(tx, actor, [{ action, subject, before, after }])
}

const rowOf = (actor: Actor, { action, subject, before, after }: Line) => ({
  id: uuidv7(),
  user_id: actor.person?.id ?? null,
  action,
  subject_type: subject.type,
  subject_id: subject.id,
  before: textOf(before),
  after: textOf(after),
  request_id: actor.requestId,
  source: actor.source,
})

const textOf = (state: unknown) => (state === null ? null : JSON.stringify(withoutSecrets(state)))

/** One line of many. */
interface Line {
  action: string
  subject: { type: string; id: string }
  before: unknown
  after: unknown
}

/** Writes many lines of one request at once, a thousand to a statement. */
export async function auditAll(tx: Executor, actor: Actor, lines: Line[]): Promise<void> {
  for (let from = 0; from < lines.length; from += 1000)
    await tx
      .insertInto('audit_entries')
      .values(lines.slice(from, from + 1000).map((line) => rowOf(actor, line)))
      .execute()
}
