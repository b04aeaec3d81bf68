import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { versionTexts } from './version-texts.ts'

/**
 * The reason why the report of a ticket cannot be issued or previewed now, if any: the server must be reachable, and
 * all changes of this device must have been sent, except messages, which no report has.
 */
export function obstacleOf(
  postMortemId: string,
  { online, unsent }: { online: boolean; unsent: readonly Pick<OutboxEntry, 'postMortemId' | 'kind'>[] },
): string | null {
  if (!online) return versionTexts.needsConnection
  return unsent.some((entry) => entry.postMortemId === postMortemId && entry.kind !== 'write comment')
    ? versionTexts.unsent
    : null
}
