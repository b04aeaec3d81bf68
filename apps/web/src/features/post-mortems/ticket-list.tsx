import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isVet } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { useSession } from '../../api/session.ts'
import { EmptyState, FailedState, Skeletons } from '../../ui/faces.tsx'
import { PastEnd } from '../../ui/past-end.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useCardPhotos } from './card-photos.tsx'
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

export function TicketList({ tab, siteId, page, addressOf, selectedId, emptyAction }: TicketListProps) {
  const { tickets, lastPage, isPending, isError, refetch } = useTickets(tab, siteId, page)
  const navigate = useNavigate()
  const person = useSession()
  const showPhotos = person !== null && isVet(person)
  const photosOf = useCardPhotos(tickets, showPhotos)
  const goTo = (next: number) => void navigate({ to: '.', search: (search: object) => ({ ...search, page: next }) })
  const failed = <FailedState text={texts.failure.getPostMortems} retry={refetch} />
  if (tickets.length === 0)
    return isPending ? (
      <Skeletons />
    ) : isError ? (
      failed
    ) : page > lastPage ? (
      <PastEnd lastPage={lastPage} onPage={goTo} />
    ) : (
      <EmptyState text={texts.empty.tab(tab)} action={emptyAction} />
    )
  return (
    <>
      <ul className="list">
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <TicketCard
              ticket={ticket}
              to={addressOf(ticket)}
              selected={ticket.id === selectedId}
              photos={showPhotos ? photosOf(ticket) : undefined}
            />
          </li>
        ))}
      </ul>
      {/* unsent post-mortems are shown even if the server's list fails */}
      {isPending && <Skeletons />}
      {isError && failed}
      <Pager page={page} lastPage={lastPage} onPage={goTo} />
    </>
  )
}
