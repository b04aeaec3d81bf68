import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import type { AuditEntry } from '@chisholm/domain/schemas'
import { auditLogTexts } from './audit-log-texts.ts'
import { QueryState } from '../../ui/states.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { FieldChanges } from './field-changes.tsx'
import { auditEntryQuery } from './queries.ts'

/** A log entry as a sentence. What changed is loaded when it is opened. */
export function AuditEntryCard({ entry }: { entry: AuditEntry }) {
  return (
    <div className="card log-line">
      <p>{entry.sentence}</p>
      <p className="hint">
        <DateTime at={entry.happened_at} />
        {entry.source && <>, {auditLogTexts.source(entry.source)}</>}
      </p>
      <Disclosure className="log-details" title={auditLogTexts.details}>
        <EntryDetails entry={entry} />
      </Disclosure>
    </div>
  )
}

function EntryDetails({ entry }: { entry: AuditEntry }) {
  const details = useQuery(auditEntryQuery(entry.id))
  if (!details.data) return <QueryState query={details} failureText={auditLogTexts.failed} height={44} count={1} />
  const { changes } = details.data
  return (
    <div className="stack">
      <RelatedLinks entry={entry} />
      <FieldChanges changes={changes} />
      {changes.length === 0 && <p className="hint">{auditLogTexts.noDetails}</p>}
    </div>
  )
}

const userPagePath = '/a/admin/users/$id'

/** Links to the ticket or the user that an entry is about. */
function RelatedLinks({ entry }: { entry: AuditEntry }) {
  const { routesByPath } = useRouter()
  const hasUserPage = entry.subject_type === 'user' && userPagePath in routesByPath
  return (
    <>
      {entry.ticket_id && (
        <Link className="log-way" to="/a/vet/ticketdetail/$id" params={{ id: entry.ticket_id }}>
          {auditLogTexts.openPostMortem}
        </Link>
      )}
      {hasUserPage && (
        <Link className="log-way" to="/a/admin/users/$id" params={{ id: entry.subject_id }}>
          {auditLogTexts.openPerson}
        </Link>
      )}
    </>
  )
}
