import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { versionTexts } from './version-texts.ts'

/**
 * The reason why the report of a ticket cannot be issued or previewed now, if any: the server must be reachable, and
 * all changes of this device must have been sent, except messages, which no report has.
 */
export function obstacleOf(
  ticketId: string,
  { online, unsent }: { online: boolean; unsent: readonly Pick<OutboxEntry, 'ticketId' | 'kind'>[] },
): string | null {
  if (!online) return versionTexts.needsConnection
  return unsent.some((entry) => entry.ticketId === ticketId && entry.kind !== 'write comment')
    ? versionTexts.unsent
    : null
}
