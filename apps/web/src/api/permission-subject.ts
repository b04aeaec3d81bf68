import type { PostMortemSubject } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'

/** A post-mortem in the form that the permissions of the domain need. */
export const toPermissionSubject = ({ amendment, veterinary_record: record }: PostMortem): PostMortemSubject => ({
  draft: record.draft === 1,
  completedAt: record.completed_at,
  scheduledAt: record.scheduled_at,
  scheduledForId: record.scheduled_for_id,
  noVetVisitRequested: record.no_vet_visit_requested === 1,
  // a copy stored by an older version of the app lacks it
  amending: Boolean(amendment),
})
