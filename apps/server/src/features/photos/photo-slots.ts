import type { WriteContext } from '../../http/context.ts'
import { requireEntries } from '../library/index.ts'

/** @throws invalid  a photo slot does not exist, or is retired */
export async function requireSlot(ctx: WriteContext, id: string | null | undefined): Promise<void> {
  if (id) await requireEntries(ctx.db, [{ field: 'slot_id', list: 'photo-slots', id }])
}
