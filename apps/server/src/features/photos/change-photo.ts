import { photoAction } from '@chisholm/domain/permissions'
import type { PhotoId } from '../../database/ids.ts'
import type { WriteContext } from '../../http/context.ts'
import { type IfMatch, requireVersionMatch } from '../../http/etag.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import { lockVisiblePostMortem, requireAllowedAndUnchanged, touchPostMortem } from '../post-mortems/index.ts'
import { requireSlot } from './photo-slots.ts'
import { photoVersion, requirePhoto } from './photos.ts'
import * as queries from './photos.queries.ts'

const subject = (id: PhotoId) => ({ type: 'photo', id })

/**
 * Changes slot, caption or markup of a photo; fields that were not sent and the file do not change.
 * @throws like `lockPhoto`; invalid  the slot does not exist, or is retired
 */
export async function editPhoto(
  ctx: WriteContext,
  id: PhotoId,
  patch: queries.PhotoPatch,
  expected: IfMatch,
): Promise<void> {
  const photo = await lockPhoto(ctx, id, 'edit', expected)
  if (patch.slot_id !== photo.slot_id) await requireSlot(ctx, patch.slot_id)
  await queries.changePhoto(ctx.db, id, patch)
  await touchAnimalAndPostMortem(ctx, photo)
  const { slot_id, caption, markup } = photo
  await recordAudit(ctx.db, ctx, {
    action: 'photo edited',
    subject: subject(id),
    before: { slot_id, caption, markup },
    after: patch,
  })
}

/** Soft-deletes a photo. @throws like `lockPhoto` */
export async function deletePhoto(ctx: WriteContext, id: PhotoId, expected: IfMatch): Promise<void> {
  const { name, animal_id, ...photo } = await lockPhoto(ctx, id, 'delete', expected)
  await queries.markDeleted(ctx.db, id)
  await touchAnimalAndPostMortem(ctx, { animal_id, ...photo })
  await recordAudit(ctx.db, ctx, { action: 'photo deleted', subject: subject(id), before: { name, animal_id } })
}

/**
 * Locks the ticket of a photo, reads the photo under the lock, and checks whether the user may change or delete it now.
 * @throws notFound  the user may not see the photo
 * @throws stale     the photo has changed, or its id belonged to another one; otherwise like `requireAllowed`
 */
async function lockPhoto(
  ctx: WriteContext,
  id: PhotoId,
  change: 'edit' | 'delete',
  expected: IfMatch,
): Promise<queries.PhotoRow> {
  // a photo never moves to another animal, nor an animal to another ticket
  const { post_mortem_id } = await requirePhoto(ctx, id)
  const postMortem = await lockVisiblePostMortem(ctx, post_mortem_id)
  const photo = await requirePhoto(ctx, id)
  const isLate = postMortem.completed_at !== null && !(await queries.isInNewestReport(ctx.db, id))
  await requireAllowedAndUnchanged(ctx, postMortem, photoAction(change, isLate), () =>
    requireVersionMatch(expected, photoVersion(photo)),
  )
  return photo
}

async function touchAnimalAndPostMortem(
  { db }: WriteContext,
  { animal_id, post_mortem_id, is_frozen }: Pick<queries.PhotoRow, 'animal_id' | 'post_mortem_id' | 'is_frozen'>,
): Promise<void> {
  const seenBy = is_frozen ? 'vets' : 'everybody'
  await queries.touchAnimal(db, animal_id, seenBy)
  await touchPostMortem(db, post_mortem_id, seenBy)
}
