import type { PostMortemCard } from '@chisholm/domain/schemas'
import { type ClientTab, statusOfTab, type VetTab } from '@chisholm/domain/status'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { applyUnsentToCard } from './unsent-card.ts'

interface ListKey {
  tab: ClientTab | VetTab
  /** Null for all sites. */
  siteId: string | null
  page: number
}

/** Changes that lead to another tab. */
const movingKinds: ReadonlySet<OutboxEntry['kind']> = new Set([
  'create ticket',
  'send ticket',
  'schedule ticket',
  'complete ticket',
])

/**
 * Applies unsent entries to a page of a tab: new post-mortems appear on the first page, those that change tab
 * disappear.
 * @param serverCopyOf  a post-mortem as last read
 * @returns the post-mortems, and the difference to the server's total
 */
export function applyUnsentToPage(
  listed: readonly PostMortemCard[],
  { tab, siteId, page }: ListKey,
  entries: readonly OutboxEntry[],
  serverCopyOf: (id: string) => PostMortemCard | undefined,
): { postMortems: PostMortemCard[]; countChange: number } {
  const entriesOf = (id: string) => entries.filter(({ ticketId }) => ticketId === id)
  const belongsHere = (postMortem: PostMortemCard) =>
    postMortem.status === statusOfTab[tab] && (siteId === null || postMortem.site.id === siteId)
  const applyAndFilter = (id: string, known: PostMortemCard | undefined) => {
    const postMortem = applyUnsentToCard(known, entriesOf(id))
    return postMortem && belongsHere(postMortem) ? [postMortem] : []
  }
  const remaining = listed.flatMap((postMortem) =>
    entriesOf(postMortem.id).length > 0 ? applyAndFilter(postMortem.id, postMortem) : [postMortem],
  )
  // existing post-mortems with edited animals stay where the server lists them
  const moved = entries.filter(({ kind }) => movingKinds.has(kind))
  const ids = [...new Set(moved.map(({ ticketId }) => ticketId))].filter((id) => listed.every((one) => one.id !== id))
  const arrived = page > 1 ? [] : ids.flatMap((id) => applyAndFilter(id, serverCopyOf(id))).reverse()
  return { postMortems: [...arrived, ...remaining], countChange: arrived.length + remaining.length - listed.length }
}

/** The difference unsent entries make to a tab's counter. */
export function unsentCountChange(
  listKey: Omit<ListKey, 'page'>,
  entries: readonly OutboxEntry[],
  serverCopyOf: (id: string) => PostMortemCard | undefined,
): number {
  const affected = [...new Set(entries.map(({ ticketId }) => ticketId))].flatMap((id) => serverCopyOf(id) ?? [])
  const { tab, siteId } = listKey
  const cachedHere = affected.filter(
    (postMortem) => postMortem.status === statusOfTab[tab] && (siteId === null || postMortem.site.id === siteId),
  )
  return applyUnsentToPage(cachedHere, { ...listKey, page: 1 }, entries, serverCopyOf).countChange
}
