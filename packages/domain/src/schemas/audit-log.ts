import { type Static, Type } from 'typebox'
import { Person } from './references.ts'
import { id, nullable, namedObject, text, time } from './primitives.ts'

/** A changed field with its values as they are displayed. Null means empty. */
export const FieldDiff = namedObject('Change', { field: text, from: nullable(text), to: nullable(text) })
export type FieldDiff = Static<typeof FieldDiff>

export const HistoryEntry = namedObject('HistoryEntry', {
  id,
  happened_at: time,
  person: nullable(Person),
  action: text,
  sentence: Type.String({ description: 'who did what, as a sentence' }),
  changes: Type.Array(FieldDiff),
})
export type HistoryEntry = Static<typeof HistoryEntry>

export const AuditEntry = namedObject('AuditEntry', {
  id,
  happened_at: time,
  user_id: nullable(id),
  person: nullable(Person),
  action: text,
  sentence: Type.String({ description: 'who did what, as a sentence' }),
  subject_type: text,
  subject_id: id,
  subject: Type.String({ description: 'name of the subject' }),
  ticket_id: { ...nullable(id), description: 'ticket of the subject' },
  request_id: nullable(text),
  source: { ...nullable(text), description: 'IP address of the request' },
})
export type AuditEntry = Static<typeof AuditEntry>
