import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import type { Person } from '@chisholm/domain/schemas/references'
import type { Schedule } from '../../api/outbox-changes.ts'

/** What the forms need that assign or schedule a visit. */
export interface ActionFormProps {
  postMortem: PostMortem
  /** The input that could not be saved. */
  failedSchedule: Schedule
  isSaving: boolean
  /**
   * Closes the dialog at once, and opens it again if that fails.
   * @param change.base      the values of the same fields when the dialog was opened
   * @param change.onStored  called as soon as the change outlives the page
   */
  onSave: (change: { body: Schedule; base: Schedule; vet?: Person | null; onStored?: () => void }) => Promise<void>
  onClose: () => void
}
