import { can } from '@chisholm/domain/permissions'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import type { Session } from '../../api/session.ts'
import type { StepProps } from './step-layout.tsx'

/** The actions that a user may take on the review step of a post-mortem. Scheduling and completing belong to the vet routes. */
export function reviewPermissions(currentUser: Session | null, { postMortem, vetRoute }: StepProps) {
  const subject = toPermissionSubject(postMortem)
  const may = (action: Parameters<typeof can>[1]) => currentUser !== null && can(currentUser, action, subject)
  return {
    // Specification 4.2: it has an animal, is a draft, has no veterinarian, is not completed, and this is not a vet
    // route.
    maySend:
      !vetRoute &&
      postMortem.animals > 0 &&
      postMortem.veterinary_record.scheduled_for_id === null &&
      may('postMortem.send'),
    mayAdd: may('animal.add'),
    mayEdit: !vetRoute && may('postMortem.edit'),
    mayDelete: may('postMortem.delete'),
    maySchedule: vetRoute && may('postMortem.schedule'),
    mayComplete: vetRoute && may('postMortem.complete'),
  }
}
