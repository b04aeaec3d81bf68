import { v7 as uuidv7 } from 'uuid'
import type { Executor } from '../../http/context.ts'

/** Who acts, as far as the audit trail needs it; a request's context fits. */
export interface Actor {
  person: { id: string } | null
  requestId: string
  source: string
}

/**
 * Writes one line of the audit trail: who did what to which thing, with its state before and after.
 * Call it in the transaction of the change, so that neither stands without the other.
 */
export async function audit(
  tx: Executor,
  actor: Actor,
  action: string,
  subject: { type: string; id: string },
  before: unknown,
  after: unknown,
): Promise<void> {
  await tx
    .insertInto('audit_entries')
    .values({
      id: uuidv7(),
      user_id: actor.person?.id ?? null,
      action,
      subject_type: subject.type,
      subject_id: subject.id,
      before: before === null ? null : JSON.stringify(before),
      after: after === null ? null : JSON.stringify(after),
      request_id: actor.requestId,
      source: actor.source,
    })
    .execute()
}
