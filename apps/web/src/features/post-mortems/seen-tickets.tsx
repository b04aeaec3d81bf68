import { formatLongDay } from '@chisholm/domain/dates'
import type { ReactNode } from 'react'
import type { SeenBeforeReport } from '../../api/seen-before.ts'
import { postMortemTexts } from './post-mortem-texts.ts'

/** The number of earlier tickets that are shown. */
export const mostSeenShown = 3

interface SeenTicketsProps {
  report: SeenBeforeReport
  /** The name of the animal, if it is known. */
  name: string | null
  vetRoute: boolean
}

/** The question about an animal that was saved already. */
export function SeenTickets({ report, name, vetRoute }: SeenTicketsProps) {
  // A ticket may have several animals with this number.
  const tickets = [...new Map(report.seen.map((one) => [one.post_mortem_id, one])).values()]
  return (
    <>
      {postMortemTexts.seenBefore.savedTitle(name)}
      <ul>
        {tickets.slice(0, mostSeenShown).map(({ post_mortem_id, title, customer_record_at }) => (
          <SeenTicket key={post_mortem_id} id={post_mortem_id} day={customer_record_at} vetRoute={vetRoute}>
            {title}
          </SeenTicket>
        ))}
      </ul>
      {postMortemTexts.seenBefore.question}
    </>
  )
}

interface SeenTicketProps {
  id: string
  day: string | null
  vetRoute: boolean
  /** Its number. */
  children: ReactNode
}

/** An earlier ticket with the same RFID. */
export const SeenTicket = ({ id, day, vetRoute, children }: SeenTicketProps) => (
  <li>
    {/* another window, so that the input here stays */}
    <a href={vetRoute ? `/a/vet/ticketdetail/${id}` : `/a/postmortem/${id}`} target="_blank" rel="noreferrer">
      {children}
    </a>
    {day && `, ${formatLongDay(day)}`}
  </li>
)
