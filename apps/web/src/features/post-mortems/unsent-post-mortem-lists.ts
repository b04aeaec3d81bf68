import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { type ClientTab, statusOfTab, type VetTab } from '@chisholm/domain/status'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { applyUnsentToCard } from './unsent-card.ts'

interface ListKey {
  tab: ClientTab | VetTab
  /** Null for all sites. */
  siteId: string | null
  page: number
}

/** Changes that move a post-mortem to another tab. */
const movingKinds: ReadonlySet<OutboxEntry['kind']> = new Set([
  'create post-mortem',
  'send post-mortem',
  'schedule post-mortem',
  'complete post-mortem',
])

/**
 * Applies unsent entries to a page of a tab. New post-mortems appear on the first page, and those that move to another
 * tab disappear.
 * @param serverCopyOf  returns a post-mortem as last read
 * @returns the post-mortems, and how much their number differs from the server's total
 */
export function applyUnsentToPage(
  listed: readonly PostMortemCard[],
  { tab, siteId, page }: ListKey,
  entries: readonly OutboxEntry[],
  serverCopyOf: (id: string) => PostMortemCard | undefined,
): { postMortems: PostMortemCard[]; countChange: number } {
  const entriesOf = (id: string) => entries.filter(({ postMortemId }) => postMortemId === id)
  const belongsHere = (postMortem: PostMortemCard) =>
    postMortem.status === statusOfTab[tab] && (siteId === null || postMortem.site.id === siteId)
  const applyAndFilter = (id: string, known: PostMortemCard | undefined) => {
    const postMortem = applyUnsentToCard(known, entriesOf(id))
    return postMortem && belongsHere(postMortem) ? [postMortem] : []
  }
  const remaining = listed.flatMap((postMortem) =>
    entriesOf(postMortem.id).length > 0 ? applyAndFilter(postMortem.id, postMortem) : [postMortem],
  )
  // Existing post-mortems whose animals were edited stay where the server lists them.
  const moved = entries.filter(({ kind }) => movingKinds.has(kind))
  const ids = [...new Set(moved.map(({ postMortemId }) => postMortemId))].filter((id) =>
    listed.every((one) => one.id !== id),
  )
  const arrived = page > 1 ? [] : ids.flatMap((id) => applyAndFilter(id, serverCopyOf(id))).reverse()
  return { postMortems: [...arrived, ...remaining], countChange: arrived.length + remaining.length - listed.length }
}

/** The difference that unsent entries make to the counter of a tab. */
export function unsentCountChange(
  listKey: Omit<ListKey, 'page'>,
  entries: readonly OutboxEntry[],
  serverCopyOf: (id: string) => PostMortemCard | undefined,
): number {
  const affected = [...new Set(entries.map(({ postMortemId }) => postMortemId))].flatMap((id) => serverCopyOf(id) ?? [])
  const { tab, siteId } = listKey
  const cachedHere = affected.filter(
    (postMortem) => postMortem.status === statusOfTab[tab] && (siteId === null || postMortem.site.id === siteId),
  )
  return applyUnsentToPage(cachedHere, { ...listKey, page: 1 }, entries, serverCopyOf).countChange
}
