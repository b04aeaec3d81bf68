import './audit-log.css'
import { useQuery } from '@tanstack/react-query'
import { FailedState, Skeletons } from '../../ui/faces.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Moment } from '../../ui/moment.tsx'
import { historyTexts } from './history-texts.ts'
import { Changes } from './changes.tsx'
import { historyQuery } from './queries.ts'

/** The history of a ticket, loaded when the section is opened. */
export function HistorySection({ ticketId }: { ticketId: string }) {
  return (
    <Fold className="card" title={<h2>{historyTexts.title}</h2>}>
      <Timeline ticketId={ticketId} />
    </Fold>
  )
}

function Timeline({ ticketId }: { ticketId: string }) {
  const history = useQuery(historyQuery(ticketId))
  if (history.isPending) return <Skeletons height={44} count={3} />
  if (!history.data) return <FailedState text={historyTexts.failed} retry={() => void history.refetch()} />
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
