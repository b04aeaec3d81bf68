import { IconCalendar, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { shortDate } from '@chisholm/domain/dates'
import type { PostMortem } from '@chisholm/domain/shapes'
import { badgeOf } from '@chisholm/domain/status'
import { HeadOutline } from '../../ui/mark.tsx'
import { Pill } from './pills.tsx'
import { subjectOf, useEntriesOf } from './queries.ts'
import { WaitingPill } from './waiting-pill.tsx'

const animalCount = (count: number) => (count === 1 ? '1 animal' : `${count} animals`)

interface TicketCardProps {
  ticket: PostMortem
  to: string
  selected?: boolean
}

/** A ticket in a list; the whole card is the link. */
export function TicketCard({ ticket, to, selected }: TicketCardProps) {
  const { veterinary_record: record } = ticket
  const [today] = useState(() => new Date())
  const badge = badgeOf(subjectOf(ticket), today)
  const vet = record.scheduled_for
  const entries = useEntriesOf(ticket.id)
  const date = record.completed_at ?? record.scheduled_at ?? (ticket.status === 'In Progress' ? null : ticket.record_at)
  return (
    <Link to={to} className={selected ? 'card selected' : 'card'} aria-current={selected ? 'true' : undefined}>
      <span className="row between">
        <span className="no">{ticket.title}</span>
        <Pill text={ticket.status} />
      </span>
      <span style={{ fontWeight: 550 }}>
        {ticket.customer.name} - {record.site.name}
      </span>
      <span className="meta">
        <span className="with-mark">
          <HeadOutline />
          {animalCount(ticket.animals)}
        </span>
        <span>
          <IconCalendar size={17} aria-hidden />
          {date ? shortDate(date) : 'No date'}
        </span>
        {vet && (
          <span>
            <IconUser size={17} aria-hidden />
            {vet.first_name} {vet.last_name.slice(0, 1)}.
          </span>
        )}
      </span>
      {badge && <Pill text={badge} />}
      <WaitingPill entries={entries} />
    </Link>
  )
}
