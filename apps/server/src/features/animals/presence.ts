import type { Person } from '@chisholm/domain/schemas/references'
import type { AnimalId } from '../../database/ids.ts'
import type { WriteContext } from '../../http/context.ts'
import { requireAnimalToExamine } from './animals.ts'
import * as queries from './presence.queries.ts'

/**
 * Records that the user has the examination of an animal open, or has left it.
 * @returns the others who have it open
 * @throws notFound   the user may not see the animal
 * @throws forbidden  a client
 */
export async function reportPresence(ctx: WriteContext, id: AnimalId, isHere: boolean): Promise<Person[]> {
  const { post_mortem_id, site_id } = await requireAnimalToExamine(ctx, id)
  const wasHere = isHere
    ? await queries.isPresent(ctx.db, id, ctx.person.id)
    : await queries.deletePresence(ctx.db, id, ctx.person.id)
  if (isHere) await queries.savePresence(ctx.db, id, ctx.person.id)
  if (isHere !== wasHere) await queries.recordPresenceChange(ctx.db, post_mortem_id, site_id)
  return queries.othersPresent(ctx.db, id, ctx.person.id)
}
