import { useId } from 'react'
import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { useZone } from '../../api/cached-provider.ts'
import { plannerTexts } from './planner-texts.ts'
import { zoneOfVisit } from './planner-week.ts'
import { VisitCard } from './visit-card.tsx'

interface UnscheduledListProps {
  tickets: PostMortemCard[]
  /** Number of less urgent tickets that the server did not send, because there are very many. */
  omitted: number
  onOpen: (id: string) => void
}

/** Open tickets without a date, most urgent first. */
export function UnscheduledList({ tickets, omitted, onOpen }: UnscheduledListProps) {
  const heading = useId()
  const zone = useZone()
  return (
    <section className="unscheduled" aria-labelledby={heading}>
      <div className="row between">
        <h2 id={heading}>{plannerTexts.unscheduled}</h2>
        <span className="hint">{tickets.length}</span>
      </div>
      {tickets.length === 0 ? (
        <p className="hint">{plannerTexts.nothingUnscheduled}</p>
      ) : (
        <ul>
          {tickets.map((ticket) => (
            <li key={ticket.id}>
              <VisitCard visit={ticket} zone={zoneOfVisit(ticket, zone)} onOpen={() => onOpen(ticket.id)} />
            </li>
          ))}
        </ul>
      )}
      {omitted > 0 && <p className="hint">{plannerTexts.lessUrgent(omitted)}</p>}
    </section>
  )
}
