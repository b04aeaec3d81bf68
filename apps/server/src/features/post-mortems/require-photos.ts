import { constants } from '@chisholm/domain/constants'
import { arePhotosDemanded, type PhotoProtocol } from '@chisholm/domain/photo-protocol'
import { texts } from '@chisholm/domain/texts'
import { validateText } from '@chisholm/domain/validation'
import type { PostMortemId } from '../../database/ids.ts'
import type { WriteContext } from '../../http/context.ts'
import { AppError, type FieldErrors, invalid } from '../../http/app-error.ts'
import { missingPhotos } from './animal-photo-slots.queries.ts'

/**
 * Checks that a ticket to be sent has the photos that the practice demands.
 * @throws invalid   the reason is too long
 * @throws conflict  photos are missing and no reason is given; the errors name the slots by animal
 * @param names  the names of animals in the errors, by id, instead of their ids
 */
export async function requirePhotos(
  ctx: WriteContext,
  postMortem: { id: PostMortemId; no_vet_visit_requested: boolean },
  protocol: PhotoProtocol,
  reason: string | null,
  names?: ReadonlyMap<string, string>,
): Promise<void> {
  const error = validateText(reason, constants.photo.missingReasonMax)
  if (error) throw invalid({ photos_missing_reason: [error] })
  if (reason || !arePhotosDemanded(protocol, { noVetVisitRequested: postMortem.no_vet_visit_requested })) return
  const errors: FieldErrors = {}
  for (const { animal_id, name } of await missingPhotos(ctx.db, postMortem.id))
    (errors[names?.get(animal_id) ?? animal_id] ??= []).push(name)
  if (Object.keys(errors).length > 0) throw new AppError('conflict', texts.refusal.photosMissing, { errors })
}
