import type { OutboxChange } from './outbox-changes.ts'
import type { OutboxEntry } from './outbox-entries.ts'

const editKinds: ReadonlySet<OutboxChange['kind']> = new Set([
  'create post-mortem',
  'edit post-mortem',
  'add animal',
  'edit animal',
  'diagnose animal',
  'skip photo',
  'edit photo',
  'examine animal',
])

/** Changes that veterinarians make on their own pages. */
export const vetKinds: ReadonlySet<OutboxChange['kind']> = new Set([
  'diagnose animal',
  'examine animal',
  'schedule post-mortem',
  'complete post-mortem',
  'add sample',
])

/** Changes of records other than the post-mortem itself and its animals. They do not make it unfinished. */
export const sideKinds: ReadonlySet<OutboxChange['kind']> = new Set([
  'skip photo',
  'edit photo',
  'write comment',
  'add sample',
])

/** Kinds of opinions about an animal, each of which replaces only entries of its own kind. */
const opinionKinds: ReadonlySet<OutboxChange['kind']> = new Set(['diagnose animal', 'examine animal'])

/** Whether a change was typed in a form. Other changes are steps, like sending or deleting. */
export const isEdit = ({ kind }: OutboxChange) => editKinds.has(kind)

/** A change without its request: its kind and the ids of what it changes, or the path of a photo or photo slot. */
type ChangeTarget<Change = OutboxChange> = Change extends { kind: 'skip photo' | 'edit photo' }
  ? Omit<Change, 'method' | 'body'>
  : Change extends OutboxChange
    ? Omit<Change, 'method' | 'path' | 'body'>
    : never

/** The path of the changed record, or the id of its post-mortem, animal, message or sample. */
const targetOf = (change: ChangeTarget) => {
  if (change.kind === 'skip photo' || change.kind === 'edit photo') return change.path
  if (change.kind === 'add sample') return change.sampleId
  return 'animalId' in change ? change.animalId : 'commentId' in change ? change.commentId : change.postMortemId
}
const isOfAnimal = (change: OutboxChange, animalId: string) =>
  ('animalId' in change ? change.animalId : change.kind === 'add sample' && change.body.veterinary_record_animal_id) ===
  animalId

/**
 * The entry to send next, if there is one. Entries of a post-mortem are sent in order, so a blocked entry delays only
 * its own post-mortem.
 * @param entries  in order
 * @param blocked  ids of post-mortems that failed in this run
 */
export const nextToSend = (entries: readonly OutboxEntry[], blocked: ReadonlySet<string>): OutboxEntry | undefined =>
  entries.find((entry) => !blocked.has(entry.postMortemId) && !isHeldBack(entry, entries))

/** Whether a change waits until the user has decided on a refused one: on itself, or on one that holds it back. */
export const isHeldBack = (change: ChangeTarget, entries: readonly OutboxEntry[]): boolean =>
  entries.some((entry) => entry.refusal && entry.postMortemId === change.postMortemId && holdsBack(entry, change))

/**
 * Whether a refused change holds back another one of its post-mortem. Changes of details and animals hold back all
 * others. One of a record of its own holds back those of this record, and, unless it is a message, the steps after which
 * it could no longer be corrected.
 */
const holdsBack = (refused: OutboxChange, change: ChangeTarget): boolean =>
  !sideKinds.has(refused.kind) ||
  targetOf(refused) === targetOf(change) ||
  (refused.kind !== 'write comment' && (change.kind === 'send post-mortem' || change.kind === 'complete post-mortem'))

/**
 * Finds the refused entries that a new change replaces.
 * @returns in `replacement` the refused entry with the values of all later ones and of the change, or null if the change
 * becomes a new entry; in `obsolete` the entries to remove
 */
export function supersedeRefused(
  entries: readonly OutboxEntry[],
  { change, names, key }: { change: OutboxChange; names: Record<string, string>; key: string },
): { replacement: OutboxEntry | null; obsolete: OutboxEntry[] } {
  const sameTarget = entries.filter(
    (entry) =>
      entry.postMortemId === change.postMortemId &&
      targetOf(entry) === targetOf(change) &&
      (isEdit(change) && !opinionKinds.has(change.kind)
        ? isEdit(entry) && !opinionKinds.has(entry.kind)
        : entry.kind === change.kind),
  )
  const firstRefused = sameTarget.findIndex(({ refusal }) => refusal !== null)
  const refused = sameTarget[firstRefused]
  if (!refused) return { replacement: null, obsolete: [] }
  // Sending or deleting must run after later edits, so it becomes a new entry at the end.
  if (!isEdit(change)) return { replacement: null, obsolete: [refused] }
  const heldBack = sameTarget.slice(firstRefused + 1)
  const versions: OutboxChange[] = [refused, ...heldBack, change]
  const replacement = {
    // the method stays (POST if the server has not created it yet)
    ...refused,
    ...('base' in refused && basesOf(versions)),
    ...dangerSignsOf(versions),
    // each has only the fields that were edited
    body: Object.assign({}, ...versions.map(({ body }) => body)),
    key,
    names: Object.assign({}, refused.names, ...heldBack.map((entry) => entry.names), names),
    refusal: null,
    // cast: an entry of the refused kind; all bodies have the same type
  } as OutboxEntry
  return { replacement, obsolete: heldBack }
}

/** The base of a corrected change: of each field the value before its first version. */
function basesOf(versions: readonly OutboxChange[]) {
  const bases = versions.flatMap((version) => ('base' in version ? [version.base] : []))
  return bases.length > 0 && { base: Object.assign({}, ...bases.toReversed()) }
}

function dangerSignsOf(versions: readonly OutboxChange[]) {
  const last = versions.findLast((version) => 'dangerSigns' in version)
  return last && 'dangerSigns' in last && { dangerSigns: last.dangerSigns }
}

/** The entry and all entries that depend on it. */
export function withDependents(entries: readonly OutboxEntry[], entry: OutboxEntry): OutboxEntry[] {
  if (entry.kind === 'create post-mortem')
    return entries.filter(({ postMortemId }) => postMortemId === entry.postMortemId)
  if (entry.kind === 'add animal') return entries.filter((other) => isOfAnimal(other, entry.animalId))
  return entries.filter(({ id }) => id === entry.id)
}

export type DeletionChange = Extract<OutboxChange, { method: 'DELETE' }>

/**
 * Entries that a deletion makes obsolete: all entries of the deleted post-mortem or animal. Its creation stays, because
 * the server may already have processed it.
 */
export function obsoletedByDeletion(entries: readonly OutboxEntry[], deletion: DeletionChange): OutboxEntry[] {
  const isAffected = (entry: OutboxEntry) =>
    deletion.kind === 'delete post-mortem'
      ? entry.postMortemId === deletion.postMortemId
      : isOfAnimal(entry, deletion.animalId)
  return entries.filter((entry) => isAffected(entry) && (!isCreationOf(entry, deletion) || entry.refusal !== null))
}

/** Whether the change creates the record that the deletion deletes. */
export const isCreationOf = (change: OutboxChange, deletion: DeletionChange) =>
  change.method === 'POST' && targetOf(change) === targetOf(deletion)
