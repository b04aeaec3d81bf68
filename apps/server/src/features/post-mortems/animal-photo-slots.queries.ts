import { sql } from 'kysely'
import type { AnimalPhotoSlot } from '@chisholm/domain/schemas/post-mortems'
import type { AnimalId, PostMortemId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import type { VisibleSites } from '../../database/visible-sites.ts'
import { isPhotoThere, visiblePhotoColumns } from './issued-photos.queries.ts'
import { type PhotoCounts, withoutSlot } from './photo-slots-of-animal.ts'

/**
 * The slots of the practice in their order, including retired ones, as JSON text, which a trigger on the library stores.
 * `photoSlotsOf` combines it with the state of each animal.
 */
export const photoSlotsJson = sql<string>`(select s.slots from practice_photo_slots s)`

/** The number of photos of animal `a` by slot; null if it has none. */
export const photoCountsJson = (viewer: VisibleSites) => sql<PhotoCounts | null>`(
  select json_object_agg(coalesce(slot_id::text, ${sql.lit(withoutSlot)}), photos) from (
    select ${visiblePhotoColumns(viewer).slot_id} as slot_id, count(*)::int as photos from photos p
    where p.animal_id = a.id and ${isPhotoThere(viewer)} group by 1) counted)`

/**
 * The required slots for which an animal of a ticket has neither a photo nor a reason, in the order of animals and
 * slots.
 */
export async function missingPhotos(
  tx: Executor,
  postMortemId: PostMortemId,
): Promise<{ animal_id: AnimalId; name: string }[]> {
  const { rows } = await sql<{ animal_id: AnimalId; name: string }>`
    select a.id as animal_id, l.name from animals a cross join library_entries l
    where a.post_mortem_id = ${postMortemId} and a.deleted_at is null
      and l.list = 'photo-slots' and l.required and l.retired_at is null
      and not exists (select from photos p where p.animal_id = a.id and p.slot_id = l.id and p.deleted_at is null)
      and not exists (select from animal_photo_slots s where s.animal_id = a.id and s.slot_id = l.id)
    order by a.created_at, a.id, l.position, l.name`.execute(tx)
  return rows
}

/** Saves the reason for a missing photo. Null removes the reason. */
export const setSkippedReason = (tx: Executor, animalId: AnimalId, slotId: string, reason: string | null) =>
  reason === null
    ? tx.deleteFrom('animal_photo_slots').where('animal_id', '=', animalId).where('slot_id', '=', slotId).execute()
    : tx
        .insertInto('animal_photo_slots')
        .values({ animal_id: animalId, slot_id: slotId, skipped_reason: reason })
        .onConflict((conflict) => conflict.columns(['animal_id', 'slot_id']).doUpdateSet({ skipped_reason: reason }))
        .execute()

/** The reason why the animal has no photo in the slot; null if none was saved. */
export const skippedReason = async (tx: Executor, animalId: AnimalId, slotId: string): Promise<string | null> =>
  (
    await tx
      .selectFrom('animal_photo_slots')
      .select('skipped_reason')
      .where('animal_id', '=', animalId)
      .where('slot_id', '=', slotId)
      .executeTakeFirst()
  )?.skipped_reason ?? null

/** Restores the reasons for missing photos of an animal. */
export async function restoreSkippedReasons(
  tx: Executor,
  animalId: AnimalId,
  slots: Pick<AnimalPhotoSlot, 'slot_id' | 'skipped_reason'>[],
): Promise<void> {
  await tx.deleteFrom('animal_photo_slots').where('animal_id', '=', animalId).execute()
  for (const { slot_id, skipped_reason } of slots)
    if (skipped_reason !== null) await setSkippedReason(tx, animalId, slot_id, skipped_reason)
}
