import type { AnimalFacts as WrittenFacts } from '@chisholm/domain/animal-fields'
import type { TreatmentGiven } from '@chisholm/domain/treatments-given'
import type { DangerSign } from '@chisholm/domain/danger-signs'
import type { Animal, Comment, Examination, Lesion, Person, Photo, PostMortem, Sample } from '@chisholm/domain/schemas'

/** The fields of a post-mortem that its requester fills in. */
export type PostMortemDetails = Pick<
  PostMortem,
  'record_at' | 'customer_id' | 'site_id' | 'note' | 'no_vet_visit_requested'
>

/** The fields of an animal that can be written. Missing fields stay unchanged. */
export type AnimalInput = Partial<WrittenFacts> & { treatments_given?: TreatmentGiven[] }

/** Confirmations that are sent with a post-mortem. */
export interface SendConfirmations {
  /** The warning of its danger signs was acknowledged. */
  danger_acknowledged?: 1
  /** The reason why required photos are missing. */
  photos_missing_reason?: string
}

/** The diagnosis of an animal, written by a veterinarian. */
export type VetDiagnosisFields = Pick<Animal, 'vet_diagnosis_id' | 'vet_findings' | 'vet_diagnosis_note'>
export type LesionInput = Omit<Lesion, 'diagnosis'>
/** The input of an animal's examination. Missing fields stay unchanged. */
export type ExaminationInput = Partial<Omit<Examination, 'lesions'> & { lesions: LesionInput[] }>
export type Schedule = Partial<Pick<PostMortem['veterinary_record'], 'scheduled_at' | 'scheduled_for_id'>>

/** A message in the conversation about a post-mortem. */
export type CommentInput = Pick<Comment, 'id' | 'text' | 'internal'>
/** The input of a sample. */
export type SampleInput = Pick<Sample, 'id' | 'veterinary_record_animal_id' | 'sample_kind_id' | 'taken_at'> &
  Partial<Record<'container' | 'test' | 'lab' | 'note', string>>
/** The fields of a stored photo that can be changed. */
export type PhotoFields = Partial<Pick<Photo, 'caption' | 'markup'>>

const postMortemPath = (id: string) => `/post-mortems/${id}`
const animalPath = (id: string) => `/veterinary-record-animals/${id}`

/**
 * Creations that earlier versions of the app stored have no such flag. They may have been sent alone, so they are also
 * repeated alone.
 */
const mayCombine: { mayCombine?: boolean } = { mayCombine: true }

/** Changes that can be queued offline, each with its request. */
export const outboxChanges = {
  createPostMortem: (postMortemId: string, details: PostMortemDetails) =>
    ({
      kind: 'create post-mortem',
      postMortemId,
      method: 'POST',
      path: '/post-mortems',
      body: { ...details, id: postMortemId },
      ...mayCombine,
    }) as const,
  editPostMortem: (postMortemId: string, details: Partial<PostMortemDetails>) =>
    ({
      kind: 'edit post-mortem',
      postMortemId,
      method: 'PUT',
      path: postMortemPath(postMortemId),
      body: details,
    }) as const,
  /** @param afterPhotos  whether the practice demands photos, so that queued photos must be uploaded first */
  sendPostMortem: (
    postMortemId: string,
    { afterPhotos, ...confirmations }: SendConfirmations & { afterPhotos?: boolean } = {},
  ) =>
    ({
      kind: 'send post-mortem',
      postMortemId,
      method: 'PUT',
      path: postMortemPath(postMortemId),
      body: { draft: 0, ...confirmations },
      ...(afterPhotos && { afterPhotos }),
    }) as const,
  /** @param reason  why a photo is not possible; an empty text removes it */
  skipPhoto: (postMortemId: string, animalId: string, slotId: string, reason: string) =>
    ({
      kind: 'skip photo',
      postMortemId,
      animalId,
      slotId,
      method: 'PUT',
      path: `${animalPath(animalId)}/photo-slots/${slotId}`,
      body: { skipped_reason: reason },
    }) as const,
  editPhoto: (postMortemId: string, photo: Pick<Photo, 'id' | 'media_attachable_id'>, body: PhotoFields) =>
    ({
      kind: 'edit photo',
      postMortemId,
      animalId: photo.media_attachable_id,
      photoId: photo.id,
      method: 'PUT',
      path: `/medias/${photo.id}`,
      body,
    }) as const,
  deletePostMortem: (postMortemId: string) =>
    ({
      kind: 'delete post-mortem',
      postMortemId,
      method: 'DELETE',
      path: postMortemPath(postMortemId),
      body: undefined,
    }) as const,
  /** @param dangerSigns  those of the ids in `facts`, shown until the server responds */
  addAnimal: (postMortemId: string, animalId: string, facts: AnimalInput, dangerSigns?: DangerSign[]) =>
    ({
      kind: 'add animal',
      postMortemId,
      animalId,
      method: 'POST',
      path: '/veterinary-record-animals',
      body: { ...facts, id: animalId, veterinary_record_id: postMortemId },
      ...(dangerSigns && { dangerSigns }),
    }) as const,
  /** @param dangerSigns  as for `addAnimal` */
  editAnimal: (postMortemId: string, animalId: string, facts: AnimalInput, dangerSigns?: DangerSign[]) =>
    ({
      kind: 'edit animal',
      postMortemId,
      animalId,
      method: 'PUT',
      path: animalPath(animalId),
      body: facts,
      ...(dangerSigns && { dangerSigns }),
    }) as const,
  /** @param base  the values that the veterinarian saw in the same fields */
  diagnoseAnimal: (
    postMortemId: string,
    animalId: string,
    { body, base }: { body: Partial<VetDiagnosisFields>; base: Partial<VetDiagnosisFields> },
  ) =>
    ({
      kind: 'diagnose animal',
      postMortemId,
      animalId,
      method: 'PUT',
      path: animalPath(animalId),
      body,
      base,
    }) as const,
  /** @param base  the values that the veterinarian saw in the same fields */
  examineAnimal: (
    postMortemId: string,
    animalId: string,
    { body, base }: { body: ExaminationInput; base: ExaminationInput },
  ) =>
    ({
      kind: 'examine animal',
      postMortemId,
      animalId,
      method: 'PUT',
      path: `${animalPath(animalId)}/examination`,
      body,
      base,
    }) as const,
  /** @param vet  the veterinarian to assign, whose name is shown until the server responds */
  schedulePostMortem: (
    postMortemId: string,
    { body, base, vet }: { body: Schedule; base: Schedule; vet: Person | null },
  ) =>
    ({
      kind: 'schedule post-mortem',
      postMortemId,
      method: 'PUT',
      path: postMortemPath(postMortemId),
      body,
      base,
      vet,
    }) as const,
  completePostMortem: (postMortemId: string, completed_at: string) =>
    ({
      kind: 'complete post-mortem',
      postMortemId,
      method: 'PUT',
      path: postMortemPath(postMortemId),
      body: { completed_at },
    }) as const,
  writeComment: (postMortemId: string, comment: CommentInput) =>
    ({
      kind: 'write comment',
      postMortemId,
      commentId: comment.id,
      method: 'POST',
      path: `${postMortemPath(postMortemId)}/comments`,
      body: comment,
    }) as const,
  addSample: (postMortemId: string, sample: SampleInput) =>
    ({
      kind: 'add sample',
      postMortemId,
      sampleId: sample.id,
      method: 'POST',
      path: '/samples',
      body: sample,
    }) as const,
  deleteAnimal: (postMortemId: string, animalId: string) =>
    ({
      kind: 'delete animal',
      postMortemId,
      animalId,
      method: 'DELETE',
      path: animalPath(animalId),
      body: undefined,
    }) as const,
}

export type OutboxChange = ReturnType<(typeof outboxChanges)[keyof typeof outboxChanges]>

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

/**
 * The entry to send next, if there is one. Entries of a post-mortem are sent in order, so a blocked entry delays only
 * its own post-mortem.
 * @param entries  in order
 * @param blocked  ids of post-mortems that failed in this run
 */
export const nextToSend = (entries: readonly OutboxEntry[], blocked: ReadonlySet<string>): OutboxEntry | undefined =>
  entries.find((entry) => !blocked.has(entry.postMortemId) && !isHeldBack(entry, entries))

/** Whether a change waits until the user has decided on a refused one: on itself, or on one that holds it back. */
export const isHeldBack = (change: OutboxChange, entries: readonly OutboxEntry[]): boolean =>
  entries.some((entry) => entry.refusal && entry.postMortemId === change.postMortemId && holdsBack(entry, change))

/**
 * Whether a refused change holds back another one of its post-mortem. Changes of details and animals hold back all
 * others. One of a record of its own holds back those of this record, and, unless it is a message, the steps after which
 * it could no longer be corrected.
 */
const holdsBack = (refused: OutboxChange, change: OutboxChange): boolean =>
  !sideKinds.has(refused.kind) ||
  targetOf(refused) === targetOf(change) ||
  (refused.kind !== 'write comment' && (change.kind === 'send post-mortem' || change.kind === 'complete post-mortem'))

/** The path of the changed record, or the id of its post-mortem, animal, message or sample. */
const targetOf = (change: OutboxChange) => {
  if (change.kind === 'skip photo' || change.kind === 'edit photo') return change.path
  if (change.kind === 'add sample') return change.sampleId
  return 'animalId' in change ? change.animalId : 'commentId' in change ? change.commentId : change.postMortemId
}
const isOfAnimal = (change: OutboxChange, animalId: string) =>
  ('animalId' in change ? change.animalId : change.kind === 'add sample' && change.body.veterinary_record_animal_id) ===
  animalId
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

/**
 * Finds the refused entries that a new change replaces.
 * @returns in `replacement` the refused entry with the new values, or null if the change becomes a new entry; in
 * `obsolete` the entries to remove
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
  // the method stays (POST if the server has not created it yet); both bodies have the same type
  // cast: both are bodies of the same kind of change
  const body = { ...refused.body, ...change.body } as never
  const replacement = {
    ...refused,
    ...basesOf(refused, change),
    ...('dangerSigns' in change && { dangerSigns: change.dangerSigns }),
    body,
    key,
    names: { ...refused.names, ...names },
    refusal: null,
    // cast: an entry of the refused kind with a body of that kind
  } as OutboxEntry
  return { replacement, obsolete: sameTarget.slice(firstRefused + 1) }
}

/** The base of a corrected opinion: the values before its first version. */
const basesOf = (refused: OutboxEntry, change: OutboxChange) =>
  opinionKinds.has(change.kind) && 'base' in refused && 'base' in change
    ? { base: { ...change.base, ...refused.base } }
    : {}

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
