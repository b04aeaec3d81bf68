import { bareDiagnosis, nothingExamined } from '@chisholm/domain/examination'
import type { Examination, Lesion } from '@chisholm/domain/schemas/examination'
import type { Named } from '@chisholm/domain/schemas/references'

export type EnteredExamination = Omit<Examination, 'lesions'>

/**
 * The examination of an animal; null if there is neither one nor a diagnosis. The primary lesion counts while it is the
 * diagnosis of the animal. A diagnosis without one is its primary lesion, with the id of the animal.
 */
export function composeExamination(
  animalId: string,
  diagnosis: Named | null,
  entered: EnteredExamination | null,
  enteredLesions: Lesion[] | null,
): Examination | null {
  const lesions = (enteredLesions ?? []).filter(
    ({ role, diagnosis_id }) => role !== 'primary' || diagnosis_id === diagnosis?.id,
  )
  if (diagnosis && !lesions.some(({ role }) => role === 'primary')) lesions.unshift(bareDiagnosis(animalId, diagnosis))
  if (!entered && lesions.length === 0) return null
  return { ...(entered ?? nothingExamined), lesions }
}
