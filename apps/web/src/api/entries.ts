import type { Animal, PostMortem } from '@chisholm/domain/shapes'

/** What the yard tells of a ticket. */
export type TicketDetails = Pick<
  PostMortem,
  'record_at' | 'customer_id' | 'site_id' | 'note' | 'no_vet_visit_requested'
>

/** What can be written on an animal; what is left out stays as it is. */
export type AnimalFacts = Partial<
  Pick<
    Animal,
    | 'tag'
    | 'rfid'
    | 'pen'
    | 'lot'
    | 'tag_color_id'
    | 'customer_record_at'
    | 'customer_notes'
    | 'customer_diagnosis_id'
    | 'customer_diagnosis_note'
    | 'vet_diagnosis_id'
    | 'vet_diagnosis_note'
    | 'vet_findings'
    | 'breed_id'
    | 'animal_color_id'
    | 'animal_group_id'
    | 'weight'
    | 'temperature'
  >
>

const ticketPath = (id: string) => `/post-mortems/${id}`
const animalPath = (id: string) => `/veterinary-record-animals/${id}`

/** The changes of a ticket that can wait for a connection, each with the request that brings it to the server. */
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

/** Why the server would not take a change, in its own words. */
interface Refusal {
  status: number
  message: string
  errors: Record<string, string[]>
}

/** A change as it lies in the outbox. */
export type Entry = Change & {
  id: string
  /** Entries are sent and shown in this order; milliseconds, never the same twice. */
  at: number
  /** What makes sending it again the same request; a new one once the server has refused it. */
  key: string
  /** The names of what its body points to, so that it can be shown without a connection. */
  names: Record<string, string>
  /** Set once the server has refused it: it then waits for the person, and so do those after it. */
  refusal: Refusal | null
}

/**
 * Gives the entry to send next, or undefined. Those of one ticket go one after the other, so one that cannot go
 * holds up its ticket and no other.
 * @param entries  in their order
 * @param held     tickets that cannot go on now
 */
export function nextToSend(entries: readonly Entry[], held: ReadonlySet<string>): Entry | undefined {
  const refused = new Set(entries.filter(({ refusal }) => refusal).map(({ ticketId }) => ticketId))
  return entries.find(({ ticketId }) => !held.has(ticketId) && !refused.has(ticketId))
}

/** What an entry is about: the ticket itself, or one of its animals. */
const subjectOf = (change: Change) => ('animalId' in change ? change.animalId : change.ticketId)
/** Says whether a change tells what a thing is, and does not do something with it. */
export const writes = ({ kind }: Change) => !kind.startsWith('send') && !kind.startsWith('delete')

/**
 * Says what becomes of refused entries when the person saves the same thing anew.
 * @returns `mended`: the refused entry in its place with what was typed now, or null when the change is one of its
 *   own; `needless`: entries the change takes the place of
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
  // what is done with a thing comes after what was done to it meanwhile
  if (!writes(change)) return { mended: null, needless: [refused] }
  // the request stays what it was, a POST for what the server does not have yet; both bodies are of one kind
  const body = { ...refused.body, ...change.body } as never
  const mended = { ...refused, body, key, names: { ...refused.names, ...names }, refusal: null }
  return { mended, needless: same.slice(first + 1) }
}

/** An entry and those that make no sense without it. */
export function withDependents(entries: readonly Entry[], entry: Entry): Entry[] {
  if (entry.kind === 'create ticket') return entries.filter(({ ticketId }) => ticketId === entry.ticketId)
  if (entry.kind === 'add animal') return entries.filter((other) => subjectOf(other) === entry.animalId)
  return entries.filter(({ id }) => id === entry.id)
}

export type Deletion = Extract<Change, { method: 'DELETE' }>

/**
 * What the deletion of a ticket or an animal makes needless: all that was done to it, but for its creation, which the
 * server may know already.
 */
export function needlessBefore(entries: readonly Entry[], deletion: Deletion): Entry[] {
  const about = (entry: Entry) =>
    deletion.kind === 'delete ticket' ? entry.ticketId === deletion.ticketId : subjectOf(entry) === deletion.animalId
  return entries.filter((entry) => about(entry) && (!creates(entry, deletion) || entry.refusal !== null))
}

/** Says whether a change makes what the deletion is about. */
export const creates = (change: Change, deletion: Deletion) =>
  change.method === 'POST' && subjectOf(change) === subjectOf(deletion)
