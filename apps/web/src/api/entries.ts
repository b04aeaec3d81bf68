import type { AnimalFacts as WrittenFacts } from '@chisholm/domain/animal-fields'
import type { PostMortem } from '@chisholm/domain/shapes'

/** The fields of a post-mortem that its requester fills in. */
export type TicketDetails = Pick<
  PostMortem,
  'record_at' | 'customer_id' | 'site_id' | 'note' | 'no_vet_visit_requested'
>

/** The fields of an animal that can be written; omitted fields stay unchanged. */
export type AnimalFacts = Partial<WrittenFacts>

const ticketPath = (id: string) => `/post-mortems/${id}`
const animalPath = (id: string) => `/veterinary-record-animals/${id}`

/** Changes that can wait for a connection, each with the request that sends it. */
export const changes = {
  createTicket: (ticketId: string, details: TicketDetails) =>
    ({
      kind: 'create ticket',
      ticketId,
      method: 'POST',
      path: '/post-mortems',
      body: { ...details, id: ticketId },
    }) as const,
  editTicket: (ticketId: string, details: TicketDetails) =>
    ({ kind: 'edit ticket', ticketId, method: 'PUT', path: ticketPath(ticketId), body: details }) as const,
  sendTicket: (ticketId: string) =>
    ({ kind: 'send ticket', ticketId, method: 'PUT', path: ticketPath(ticketId), body: { draft: 0 } }) as const,
  deleteTicket: (ticketId: string) =>
    ({ kind: 'delete ticket', ticketId, method: 'DELETE', path: ticketPath(ticketId), body: undefined }) as const,
  addAnimal: (ticketId: string, animalId: string, facts: AnimalFacts) =>
    ({
      kind: 'add animal',
      ticketId,
      animalId,
      method: 'POST',
      path: '/veterinary-record-animals',
      body: { ...facts, id: animalId, veterinary_record_id: ticketId },
    }) as const,
  editAnimal: (ticketId: string, animalId: string, facts: AnimalFacts) =>
    ({ kind: 'edit animal', ticketId, animalId, method: 'PUT', path: animalPath(animalId), body: facts }) as const,
  deleteAnimal: (ticketId: string, animalId: string) =>
    ({
      kind: 'delete animal',
      ticketId,
      animalId,
      method: 'DELETE',
      path: animalPath(animalId),
      body: undefined,
    }) as const,
}

export type Change = ReturnType<(typeof changes)[keyof typeof changes]>

/** The server's reason for refusing a change. */
interface Refusal {
  status: number
  message: string
  errors: Record<string, string[]>
}

/** A change as stored in the outbox. */
export type Entry = Change & {
  id: string
  /** Sort key in milliseconds, unique per user: entries are sent and shown in this order. */
  at: number
  /** The idempotency key; replaced once the server has refused the request. */
  key: string
  /** Display names of the ids in the body, so that the entry can be shown offline. */
  names: Record<string, string>
  /** Set when the server has refused the entry: it and later entries of the same post-mortem then wait for the user. */
  refusal: Refusal | null
}

/**
 * The entry to send next, if any. Entries of one post-mortem are sent in order, so a blocked entry delays only its own
 * post-mortem.
 * @param entries  in order
 * @param blocked  ids of post-mortems that failed in this run
 */
export function nextToSend(entries: readonly Entry[], held: ReadonlySet<string>): Entry | undefined {
  const refused = new Set(entries.filter(({ refusal }) => refusal).map(({ ticketId }) => ticketId))
  return entries.find(({ ticketId }) => !held.has(ticketId) && !refused.has(ticketId))
}

/** The id of the post-mortem or animal that a change is about. */
const subjectOf = (change: Change) => ('animalId' in change ? change.animalId : change.ticketId)
/** Creates or edits, as opposed to sending or deleting. */
export const writes = ({ kind }: Change) => !kind.startsWith('send') && !kind.startsWith('delete')

/**
 * Finds the refused entries that a new change replaces.
 * @returns `replacement`: the refused entry with the new values, or null when the change becomes an entry of its own;
 * `obsolete`: entries to remove
 */
export function mend(
  entries: readonly Entry[],
  { change, names, key }: { change: Change; names: Record<string, string>; key: string },
): { mended: Entry | null; needless: Entry[] } {
  const same = entries.filter(
    (entry) =>
      entry.ticketId === change.ticketId &&
      subjectOf(entry) === subjectOf(change) &&
      (writes(change) ? writes(entry) : entry.kind === change.kind),
  )
  const first = same.findIndex(({ refusal }) => refusal !== null)
  const refused = same[first]
  if (!refused) return { mended: null, needless: [] }
  // sending or deleting must run after edits made in the meantime, so it is appended anew
  if (!writes(change)) return { mended: null, needless: [refused] }
  // the method stays (POST if the server has not created it yet); both bodies have the same type
  // cast: both are bodies of the same kind of change
  const body = { ...refused.body, ...change.body } as never
  const mended = { ...refused, body, key, names: { ...refused.names, ...names }, refusal: null }
  return { mended, needless: same.slice(first + 1) }
}

/** The entry and all entries that depend on it. */
export function withDependents(entries: readonly Entry[], entry: Entry): Entry[] {
  if (entry.kind === 'create ticket') return entries.filter(({ ticketId }) => ticketId === entry.ticketId)
  if (entry.kind === 'add animal') return entries.filter((other) => subjectOf(other) === entry.animalId)
  return entries.filter(({ id }) => id === entry.id)
}

export type Deletion = Extract<Change, { method: 'DELETE' }>

/**
 * Entries that a deletion makes pointless: all of the deleted post-mortem or animal, except its creation, which the
 * server may already have processed.
 */
export function needlessBefore(entries: readonly Entry[], deletion: Deletion): Entry[] {
  const about = (entry: Entry) =>
    deletion.kind === 'delete ticket' ? entry.ticketId === deletion.ticketId : subjectOf(entry) === deletion.animalId
  return entries.filter((entry) => about(entry) && (!creates(entry, deletion) || entry.refusal !== null))
}

/** The change creates what the deletion deletes. */
export const creates = (change: Change, deletion: Deletion) =>
  change.method === 'POST' && subjectOf(change) === subjectOf(deletion)
