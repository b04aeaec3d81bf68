import type { OutboxChange, SendConfirmations } from './outbox-changes.ts'

export interface CombinedRequest {
  body: { animals?: { id: string }[]; send?: 1 } & SendConfirmations
  /** The entries that the request includes besides the creation. */
  entryIds: string[]
}

/** The reason why the server rejected a change. */
export interface Refusal {
  status: number
  message: string
  /** The problem type, if the app reacts to it. */
  type?: string | undefined
  errors: Record<string, string[]>
  /** The fields that somebody else has changed in the meantime, with their current values. */
  conflict?: Conflict
}

/** By field: the value, and the name of the referenced record if it is an id. */
export type Conflict = Record<string, { value: string | null; name: string | null }>

/** A change stored in the outbox. */
export type OutboxEntry = OutboxChange & {
  id: string
  /** Milliseconds since 1970, unique per user. Entries are sent and shown in this order. */
  at: number
  /** The idempotency key. It is replaced after the server has refused the request. */
  key: string
  /** Names for the ids in the body, so that the entry can be shown offline. */
  names: Record<string, string>
  /** Set when the server has refused the entry. It and the entries that it holds back then wait for the user. */
  refusal: Refusal | null
  /** For a creation: the request as it was last sent, whose outcome is unknown. */
  combined?: CombinedRequest
}
