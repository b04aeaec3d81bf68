import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import type { AuditEntry } from '@chisholm/domain/shapes'
import { auditLogTexts } from './audit-log-texts.ts'
import { FailedState, Skeletons } from '../../ui/faces.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Changes } from './changes.tsx'
import { logEntryQuery } from './queries.ts'

/** One log entry as a sentence; the states before and after are loaded when it is opened. */
export function LogLine({ entry }: { entry: AuditEntry }) {
  return (
    <div className="card log-line">
      <p>{entry.sentence}</p>
      <p className="hint">
        <Moment at={entry.happened_at} />
        {entry.source && <>, {auditLogTexts.source(entry.source)}</>}
      </p>
      <Fold className="log-details" title={auditLogTexts.details}>
        <Details entry={entry} />
      </Fold>
    </div>
  )
}

function Details({ entry }: { entry: AuditEntry }) {
  const whole = useQuery(logEntryQuery(entry.id))
  if (whole.isPending) return <Skeletons height={44} count={1} />
  if (!whole.data) return <FailedState text={auditLogTexts.failed} retry={() => void whole.refetch()} />
  const { changes, before, after } = whole.data
  return (
    <div className="stack">
      <Ways entry={entry} />
      <Changes changes={changes} />
      <Written title={auditLogTexts.before} state={before} />
      <Written title={auditLogTexts.after} state={after} />
      {before === null && after === null && <p className="hint">{auditLogTexts.noDetails}</p>}
    </div>
  )
}

const Written = ({ title, state }: { title: string; state: unknown }) =>
  state !== null && (
    <div>
      <b>{title}</b>
      <pre className="written">{JSON.stringify(state, null, 2)}</pre>
    </div>
  )

const personPage = '/a/admin/users/$id'

/** Links to the ticket or the user that an entry is about. */
function Ways({ entry }: { entry: AuditEntry }) {
  const { routesByPath } = useRouter()
  const person = entry.subject_type === 'user' && personPage in routesByPath
  return (
    <>
      {entry.ticket_id && (
        <Link className="log-way" to="/a/vet/ticketdetail/$id" params={{ id: entry.ticket_id }}>
          {auditLogTexts.openTicket}
        </Link>
      )}
      {person && (
        <Link className="log-way" to="/a/admin/users/$id" params={{ id: entry.subject_id }}>
          {auditLogTexts.openPerson}
        </Link>
      )}
    </>
  )
}
