import type { PhotoId } from '../../database/ids.ts'
import type { WriteContext } from '../../http/context.ts'
import { requireVersionMatch } from '../../http/etag.ts'
import { lockAnimalAndPostMortem } from '../animals/index.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import { touchPostMortem } from '../post-mortems/index.ts'
import { requireSlot } from './photo-slots.ts'
import { photoVersion, requirePhoto } from './photos.ts'
import * as queries from './photos.queries.ts'

/**
 * Changes slot, caption or markup of a photo; fields that were not sent and the file do not change.
 * @throws like `lockPostMortemFor`; stale; invalid  the slot does not exist, or is retired
 */
export async function editPhoto(
  ctx: WriteContext,
  id: PhotoId,
  patch: queries.PhotoPatch,
  expected: number | null,
): Promise<void> {
  // a photo never moves to another animal
  const { animal_id } = await requirePhoto(ctx, id)
  const { postMortem } = await lockAnimalAndPostMortem(ctx, animal_id, 'photo.edit')
  const photo = await requirePhoto(ctx, id)
  requireVersionMatch(expected, photoVersion(photo))
  if (patch.slot_id !== photo.slot_id) await requireSlot(ctx, patch.slot_id)
  await queries.changePhoto(ctx.db, id, patch)
  await queries.touchAnimal(ctx.db, animal_id)
  await touchPostMortem(ctx.db, postMortem.id)
  const { slot_id, caption, markup } = photo
  await recordAudit(ctx.db, ctx, 'photo edited', { type: 'photo', id }, { slot_id, caption, markup }, patch)
}
