import { diagnosisDrafts } from './diagnosis-drafts.ts'
import { examinationDrafts } from './examination-drafts.ts'

/** Forgets the drafts of a user who signs out. */
export function clearAnimalDrafts(owner: string): void {
  diagnosisDrafts.clear(owner)
  examinationDrafts.clear(owner)
}
