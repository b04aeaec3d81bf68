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
 * Gives a page of the tickets behind a tab as it will be once what waits on this device is with the server: what is
 * new stands on the first page, what moves to another tab is gone from this one.
 * @param knownOf  a ticket as the server told it last, when it did
 * @returns the tickets, and how many more than the server knows
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
  // an old ticket with a change of its animals stands wherever the server puts it
  const moved = entries.filter(({ kind }) => kind === 'create ticket' || kind === 'send ticket')
  const ids = [...new Set(moved.map(({ ticketId }) => ticketId))].filter((id) => listed.every((one) => one.id !== id))
  const arrived = page > 1 ? [] : ids.flatMap((id) => changed(id, knownOf(id))).reverse()
  return { tickets: [...arrived, ...here], more: arrived.length + here.length - listed.length }
}

/** How many more tickets are behind a tab than the server knows, told from the tickets that something waits for. */
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
