import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { versionTexts } from './version-texts.ts'

/**
 * Why the report of a ticket cannot be issued or previewed now, if so: the server has to be reached, and to have
 * everything that was entered here.
 */
export function obstacleOf(
  ticketId: string,
  { online, unsent }: { online: boolean; unsent: readonly Pick<OutboxEntry, 'ticketId'>[] },
): string | null {
  if (!online) return versionTexts.needsConnection
  return unsent.some((entry) => entry.ticketId === ticketId) ? versionTexts.unsent : null
}
