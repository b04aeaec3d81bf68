import { constants } from '@chisholm/domain/constants'
import type { Examination } from '@chisholm/domain/schemas/examination'
import { serverTexts } from '@chisholm/domain/server-texts'
import type { AnimalId } from '../../database/ids.ts'
import { invalid } from '../../http/app-error.ts'
import type { WriteContext } from '../../http/context.ts'
import * as queries from './examination.queries.ts'

/**
 * Replaces the primary lesion of an animal whose diagnosis was set without an examination. Another diagnosis begins
 * without the details of the one before, and with an id of its own: the lesion before may stay under another role.
 * @throws invalid  the animal would have too many lesions
 */
export async function setBareDiagnosis(
  ctx: WriteContext,
  animalId: AnimalId,
  diagnosisId: string | null,
  before: Examination | null,
): Promise<void> {
  const { lesionsMax } = constants.examination
  const others = before?.lesions.filter(({ role }) => role !== 'primary') ?? []
  if (diagnosisId !== null && others.length >= lesionsMax)
    throw invalid({ vet_diagnosis_id: [serverTexts.validation.tooManyLesions(lesionsMax)] })
  await queries.deletePrimaryLesion(ctx.db, animalId)
  if (diagnosisId !== null) await queries.insertBareLesion(ctx.db, animalId, diagnosisId)
}
