import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PostMortem } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { EmptyState, FailedState, Skeletons } from '../../ui/faces.tsx'
import { Pager } from '../../ui/pager.tsx'
import { type Tab, ticketsQuery } from './queries.ts'
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
  const tickets = useQuery(ticketsQuery(tab, siteId, page))
  const navigate = useNavigate()
  if (tickets.isPending) return <Skeletons />
  // what was read before is better than nothing
  if (!tickets.data) return <FailedState text={texts.failure.getPostMortems} retry={() => void tickets.refetch()} />
  const { data, meta } = tickets.data
  if (data.length === 0) return <EmptyState text={texts.empty.tab(tab)} action={emptyAction} />
  return (
    <>
      <ul className="list">
        {data.map((ticket) => (
          <li key={ticket.id}>
            <TicketCard ticket={ticket} to={addressOf(ticket)} selected={ticket.id === selectedId} />
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        lastPage={meta.last_page}
        onPage={(next) =>
          void navigate({ to: '.', search: ((search: object) => ({ ...search, page: next })) as never })
        }
      />
    </>
  )
}
