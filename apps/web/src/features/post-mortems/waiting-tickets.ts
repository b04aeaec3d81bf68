import type { PostMortem } from '@chisholm/domain/shapes'
import { type ClientTab, statusOfTab, type VetTab } from '@chisholm/domain/status'
import type { Entry } from '../../api/entries.ts'
import { withWaiting } from './waiting-ticket.ts'

interface Place {
  tab: ClientTab | VetTab
  /** Null for all sites. */
  siteId: string | null
  page: number
}

/**
 * Applies unsent entries to a page of a tab: new post-mortems appear on the first page, those that change tab
 * disappear.
 * @param serverCopyOf  a post-mortem as last read
 * @returns the post-mortems, and the difference to the server's total
 */
export function withWaitingTickets(
  listed: readonly PostMortem[],
  { tab, siteId, page }: Place,
  entries: readonly Entry[],
  knownOf: (id: string) => PostMortem | undefined,
): { tickets: PostMortem[]; more: number } {
  const entriesOf = (id: string) => entries.filter(({ ticketId }) => ticketId === id)
  const fits = (ticket: PostMortem) =>
    ticket.status === statusOfTab[tab] && (siteId === null || ticket.site_id === siteId)
  const changed = (id: string, known: PostMortem | undefined) => {
    const ticket = withWaiting(known, entriesOf(id))
    return ticket && fits(ticket) ? [ticket] : []
  }
  const here = listed.flatMap((ticket) => (entriesOf(ticket.id).length > 0 ? changed(ticket.id, ticket) : [ticket]))
  // existing post-mortems with edited animals stay where the server lists them
  const moved = entries.filter(({ kind }) => kind === 'create ticket' || kind === 'send ticket')
  const ids = [...new Set(moved.map(({ ticketId }) => ticketId))].filter((id) => listed.every((one) => one.id !== id))
  const arrived = page > 1 ? [] : ids.flatMap((id) => changed(id, knownOf(id))).reverse()
  return { tickets: [...arrived, ...here], more: arrived.length + here.length - listed.length }
}

/** The difference unsent entries make to a tab's counter. */
export function moreTickets(
  place: Omit<Place, 'page'>,
  entries: readonly Entry[],
  knownOf: (id: string) => PostMortem | undefined,
): number {
  const concerned = [...new Set(entries.map(({ ticketId }) => ticketId))].flatMap((id) => knownOf(id) ?? [])
  const { tab, siteId } = place
  const here = concerned.filter(
    (ticket) => ticket.status === statusOfTab[tab] && (siteId === null || ticket.site_id === siteId),
  )
  return withWaitingTickets(here, { ...place, page: 1 }, entries, knownOf).more
}
