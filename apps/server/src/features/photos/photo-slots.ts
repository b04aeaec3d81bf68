import { serverTexts } from '@chisholm/domain/server-texts'
import type { WriteContext } from '../../http/context.ts'
import { invalid } from '../../http/app-error.ts'
import { slotById } from '../animals/index.ts'

/** @throws invalid  a photo slot does not exist, or is retired */
export async function requireSlot(ctx: WriteContext, id: string | null | undefined): Promise<void> {
  if (!id) return
  const slot = await slotById(ctx.db, id)
  if (!slot) throw invalid({ slot_id: ['slot_id is no entry of photo-slots.'] })
  if (slot.retired_at) throw invalid({ slot_id: [serverTexts.validation.entryRetired] })
}
