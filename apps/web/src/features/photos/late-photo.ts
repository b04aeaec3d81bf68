import { amendmentToAllow, can, photoAction, type Role } from '@chisholm/domain/permissions'
import type { Photo, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { toPermissionSubject } from '../../api/permission-subject.ts'

/** Whether a photo was added after the newest report of the completed post-mortem. */
export function isLatePhoto({ status, report, veterinary_record: record }: PostMortem, photo: Photo): boolean {
  const reportedAt = status === 'Completed' ? (report?.issued_at ?? record.completed_at) : null
  return reportedAt !== null && photo.created_at > reportedAt
}

/** Whether the user may change or delete a photo of the post-mortem now. */
export const mayChangePhoto = (
  person: { roles: readonly Role[] },
  change: 'edit' | 'delete',
  postMortem: PostMortem,
  photo: Photo,
): boolean => can(person, photoAction(change, isLatePhoto(postMortem, photo)), toPermissionSubject(postMortem))

/** Whether the user may change photos that the report has, and reasons for missing ones, once an amendment is open. */
export const needsAmendment = (person: { roles: readonly Role[] }, postMortem: PostMortem): boolean =>
  amendmentToAllow(person, 'photo.edit', toPermissionSubject(postMortem)) === 'open'
