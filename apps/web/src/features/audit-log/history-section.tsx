import './audit-log.css'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FailedState, Skeletons } from '../../ui/faces.tsx'
import { uiTexts } from '../../ui-texts.ts'
import { Changes, Moment } from './changes.tsx'
import { historyQuery } from './queries.ts'

const words = uiTexts.history

/** What became of a ticket, asked for when it is opened. */
export function HistorySection({ ticketId }: { ticketId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="history card" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <IconChevronRight size={20} aria-hidden />
        <h2>{words.title}</h2>
      </summary>
      {isOpen && <Timeline ticketId={ticketId} />}
    </details>
  )
}

function Timeline({ ticketId }: { ticketId: string }) {
  const history = useQuery(historyQuery(ticketId))
  if (history.isPending) return <Skeletons height={44} count={3} />
  if (!history.data) return <FailedState text={words.failed} retry={() => void history.refetch()} />
  return (
    <ol className="timeline">
      {history.data.map(({ id, sentence, happened_at, changes }) => (
        <li key={id}>
          {sentence}
          <div className="hint">
            <Moment at={happened_at} />
          </div>
          <Changes changes={changes} />
        </li>
      ))}
    </ol>
  )
}
