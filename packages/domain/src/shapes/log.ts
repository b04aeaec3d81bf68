import { type Static, Type } from 'typebox'
import { Person } from './named.ts'
import { id, nullable, shape, text, time } from './parts.ts'

/** What a change made of one thing: in words, with names in place of ids; null where it was or is empty. */
export const Change = shape('Change', { field: text, from: nullable(text), to: nullable(text) })
export type Change = Static<typeof Change>

export const HistoryEntry = shape('HistoryEntry', {
  id,
  happened_at: time,
  person: nullable(Person),
  action: text,
  sentence: Type.String({ description: 'who did what, in words' }),
  changes: Type.Array(Change),
})
export type HistoryEntry = Static<typeof HistoryEntry>

export const AuditEntry = shape('AuditEntry', {
  id,
  happened_at: time,
  user_id: nullable(id),
  person: nullable(Person),
  action: text,
  sentence: Type.String({ description: 'who did what, in words' }),
  subject_type: text,
  subject_id: id,
  subject: Type.String({ description: 'the name of what it was done to' }),
  ticket_id: { ...nullable(id), description: 'the ticket it belongs to' },
  request_id: nullable(text),
  source: { ...nullable(text), description: 'the address it was asked from' },
})
export type AuditEntry = Static<typeof AuditEntry>
