import type { AnimalFieldValues as WrittenFields } from '@chisholm/domain/animal-fields'
import type { TreatmentGiven } from '@chisholm/domain/treatments-given'
import type { DangerSign } from '@chisholm/domain/danger-signs'
import type { Comment } from '@chisholm/domain/schemas/comments'
import type { Examination, Lesion } from '@chisholm/domain/schemas/examination'
import type { Animal, Photo, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import type { Person } from '@chisholm/domain/schemas/references'
import type { Sample } from '@chisholm/domain/schemas/samples'

/** The fields of a post-mortem that its requester fills in. */
export type PostMortemDetails = Pick<
  PostMortem,
  'record_at' | 'customer_id' | 'site_id' | 'note' | 'no_vet_visit_requested'
>

/** The fields of an animal that can be written. Missing fields stay unchanged. */
export type AnimalInput = Partial<WrittenFields> & { treatments_given?: TreatmentGiven[] }

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
export type Schedule = Partial<
  Pick<PostMortem['veterinary_record'], 'scheduled_at' | 'scheduled_for_id' | 'duration_minutes'>
>

/** A message in the conversation about a post-mortem. */
export type CommentInput = Pick<Comment, 'id' | 'text' | 'internal'>
/** The input of a sample. */
export type SampleInput = Pick<Sample, 'id' | 'veterinary_record_animal_id' | 'sample_kind_id' | 'taken_at'> &
  Partial<Record<'container' | 'test' | 'lab' | 'note', string>>
/** The fields of a stored photo that can be changed. */
export type PhotoFields = Partial<Pick<Photo, 'caption' | 'markup'>>

const apiPathOfPostMortem = (id: string) => `/post-mortems/${id}`
const apiPathOfAnimal = (id: string) => `/veterinary-record-animals/${id}`

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
  /** @param base  the values that the author saw in the same fields */
  editPostMortem: (postMortemId: string, details: Partial<PostMortemDetails>, base?: Partial<PostMortemDetails>) =>
    ({
      kind: 'edit post-mortem',
      postMortemId,
      method: 'PUT',
      path: apiPathOfPostMortem(postMortemId),
      body: details,
      ...(base && { base }),
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
      path: apiPathOfPostMortem(postMortemId),
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
      path: `${apiPathOfAnimal(animalId)}/photo-slots/${slotId}`,
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
      path: apiPathOfPostMortem(postMortemId),
      body: undefined,
    }) as const,
  /** @param dangerSigns  those of the ids in `fields`, shown until the server responds */
  addAnimal: (postMortemId: string, animalId: string, fields: AnimalInput, dangerSigns?: DangerSign[]) =>
    ({
      kind: 'add animal',
      postMortemId,
      animalId,
      method: 'POST',
      path: '/veterinary-record-animals',
      body: { ...fields, id: animalId, veterinary_record_id: postMortemId },
      ...(dangerSigns && { dangerSigns }),
    }) as const,
  /**
   * @param more.dangerSigns  as for `addAnimal`
   * @param more.base  the values that the author saw in the same fields
   */
  editAnimal: (
    postMortemId: string,
    animalId: string,
    fields: AnimalInput,
    { dangerSigns, base }: { dangerSigns?: DangerSign[] | undefined; base?: AnimalInput | undefined } = {},
  ) =>
    ({
      kind: 'edit animal',
      postMortemId,
      animalId,
      method: 'PUT',
      path: apiPathOfAnimal(animalId),
      body: fields,
      ...(dangerSigns && { dangerSigns }),
      ...(base && { base }),
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
      path: apiPathOfAnimal(animalId),
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
      path: `${apiPathOfAnimal(animalId)}/examination`,
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
      path: apiPathOfPostMortem(postMortemId),
      body,
      base,
      vet,
    }) as const,
  completePostMortem: (postMortemId: string, completed_at: string) =>
    ({
      kind: 'complete post-mortem',
      postMortemId,
      method: 'PUT',
      path: apiPathOfPostMortem(postMortemId),
      body: { completed_at },
    }) as const,
  writeComment: (postMortemId: string, comment: CommentInput) =>
    ({
      kind: 'write comment',
      postMortemId,
      commentId: comment.id,
      method: 'POST',
      path: `${apiPathOfPostMortem(postMortemId)}/comments`,
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
      path: apiPathOfAnimal(animalId),
      body: undefined,
    }) as const,
}

export type OutboxChange = ReturnType<(typeof outboxChanges)[keyof typeof outboxChanges]>
