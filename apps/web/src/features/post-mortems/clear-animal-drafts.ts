import { diagnosisDrafts } from './diagnosis-drafts.ts'
import { examinationDrafts } from './examination-drafts.ts'

/** Called on sign-out. */
export function clearAnimalDrafts(): void {
  diagnosisDrafts.clear()
  examinationDrafts.clear()
}
