import { can, type Role } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import type { StepSearch } from './step-search-params.ts'

interface StepRequest {
  search: StepSearch
  postMortem: PostMortem
  /** The outbox entries of this post-mortem. */
  entries: readonly OutboxEntry[]
  currentUser: { roles: readonly Role[] }
  vetRoute: boolean
}

/** The step in the URL, if status and role allow it. Undefined means the review, which is always allowed. */
export function allowedStep({ search, postMortem, entries, currentUser, vetRoute }: StepRequest): StepSearch['step'] {
  const subject = toPermissionSubject(postMortem)
  const refused = entries.some(({ refusal }) => refusal)
  const animals = postMortem.veterinary_record.veterinary_record_animals
  const isAllowed = {
    // Rejected input is shown in its form, to be corrected or copied.
    details: !vetRoute && (refused || can(currentUser, 'postMortem.edit', subject)),
    animal: search.animal ? animals.some(({ id }) => id === search.animal) : can(currentUser, 'animal.add', subject),
    sent: !vetRoute && (postMortem.status === 'Pending' || entries.some(({ kind }) => kind === 'send post-mortem')),
    examine: vetRoute && animals.some(({ id }) => id === search.animal) && can(currentUser, 'animal.diagnose', subject),
    complete: vetRoute && can(currentUser, 'postMortem.complete', subject),
  }
  const { step } = search
  return step && Object.hasOwn(isAllowed, step) && isAllowed[step] ? step : undefined
}
