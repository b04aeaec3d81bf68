import { serverTexts } from '@chisholm/domain/server-texts'
import { validateText } from '@chisholm/domain/validation'
import { constants } from '@chisholm/domain/constants'
import type { AnimalId } from '../../database/ids.ts'
import type { WriteContext } from '../../http/context.ts'
import { invalid, notFound } from '../../http/app-error.ts'
import type { IfMatch } from '../../http/etag.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import { libraryEntryById } from '../library/index.ts'
import { setSkippedReason, skippedReason, touchPostMortem } from '../post-mortems/index.ts'
import { lockAnimalAndPostMortem } from './animals.ts'
import { changeAnimal } from './animals.queries.ts'

/**
 * Saves the reason why an animal has no photo in a slot. Null removes the reason.
 * @throws notFound  there is no such slot
 * @throws stale     the animal has changed since the caller read it
 * @throws invalid   the reason is too long, or the slot is retired; otherwise like `lockPostMortemFor`
 */
export async function skipPhotoSlot(
  ctx: WriteContext,
  animalId: AnimalId,
  slotId: string,
  reason: string | null,
  expected: IfMatch,
): Promise<void> {
  const { postMortem } = await lockAnimalAndPostMortem(ctx, animalId, 'photo.edit', expected)
  const slot = await libraryEntryById(ctx.db, 'photo-slots', slotId)
  if (!slot) throw notFound()
  const error = validateText(reason, constants.photo.skippedReasonMax)
  if (error) throw invalid({ skipped_reason: [error] })
  const before = await skippedReason(ctx.db, animalId, slotId)
  if (reason === before) return
  if (reason !== null && slot.retired_at) throw invalid({ slot_id: [serverTexts.validation.entryRetired] })
  await setSkippedReason(ctx.db, animalId, slotId, reason)
  const seenBy = postMortem.amendment_opened_at ? 'vets' : 'everybody'
  await changeAnimal(ctx.db, animalId, {}, seenBy)
  await touchPostMortem(ctx.db, postMortem.id, seenBy)
  const subject = { type: 'animal', id: animalId }
  const change = (skipped: string | null) => ({ slot_id: slotId, skipped_reason: skipped })
  await recordAudit(ctx.db, ctx, {
    action: 'photo slot skipped',
    subject,
    before: change(before),
    after: change(reason),
  })
}
