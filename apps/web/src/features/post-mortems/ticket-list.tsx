import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PostMortem } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { EmptyState, FailedState, Skeletons } from '../../ui/faces.tsx'
import { Pager } from '../../ui/pager.tsx'
import { type Tab, useTickets } from './queries.ts'
import { TicketCard } from './ticket-card.tsx'

interface TicketListProps {
  tab: Tab
  siteId: string | null
  page: number
  addressOf: (ticket: PostMortem) => string
  selectedId?: string | undefined
  emptyAction?: ReactNode
}

/** The tickets behind a tab, with the four faces of a list. */
export function TicketList({ tab, siteId, page, addressOf, selectedId, emptyAction }: TicketListProps) {
  const { tickets, lastPage, isPending, isError, refetch } = useTickets(tab, siteId, page)
  const navigate = useNavigate()
  const failed = <FailedState text={texts.failure.getPostMortems} retry={refetch} />
  if (tickets.length === 0)
    return isPending ? (
      <Skeletons />
    ) : isError ? (
      failed
    ) : (
      <EmptyState text={texts.empty.tab(tab)} action={emptyAction} />
    )
  return (
    <>
      <ul className="list">
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <TicketCard ticket={ticket} to={addressOf(ticket)} selected={ticket.id === selectedId} />
          </li>
        ))}
      </ul>
      {/* what lies on this device is shown whatever becomes of the rest */}
      {isPending && <Skeletons />}
      {isError && failed}
      <Pager
        page={page}
        lastPage={lastPage}
        onPage={(next) =>
          void navigate({ to: '.', search: ((search: object) => ({ ...search, page: next })) as never })
        }
      />
    </>
  )
}
