import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { vetPostMortemPath } from '@chisholm/domain/page-paths'
import type { AuditEntry } from '@chisholm/domain/schemas/audit-log'
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
  const related = relatedPage(entry)
  return (
    <div className="stack">
      {related && (
        <Link className="log-way" to={related.path}>
          {related.text}
        </Link>
      )}
      <FieldChanges changes={changes} />
      {changes.length === 0 && !related && <p className="hint">{auditLogTexts.noDetails}</p>}
    </div>
  )
}

/** The page of what an entry is about. */
function relatedPage({ ticket_id, subject_type, subject_id }: AuditEntry): { path: string; text: string } | null {
  if (ticket_id) return { path: vetPostMortemPath(ticket_id), text: auditLogTexts.openPostMortem }
  if (subject_type === 'user') return { path: `/a/admin/users/${subject_id}`, text: auditLogTexts.openPerson }
  if (subject_type === 'customer') return { path: `/a/admin/customers/${subject_id}`, text: auditLogTexts.openCustomer }
  if (subject_type === 'site') return { path: `/a/admin/sites/${subject_id}`, text: auditLogTexts.openSite }
  return null
}
