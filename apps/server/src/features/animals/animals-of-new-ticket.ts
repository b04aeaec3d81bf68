import { dayOf, type Zone } from '@chisholm/domain/dates'
import { readId } from '../../http/bodies.ts'
import type { WriteContext } from '../../http/context.ts'
import { Failure, type FieldTexts, idInUse, invalid } from '../../http/failures.ts'
import { laterId } from '../../http/idempotency.ts'
import { addAnimal } from './animals.ts'
import { anyAnimalById } from './animals.queries.ts'
import type { Body } from './animals.schemas.ts'
import { factsOf } from './sent-animal.ts'

/**
 * Adds the animals a new ticket was sent with, in their order. One without an id gets the same one each time its ticket
 * is sent again.
 * @param isRepeat  the ticket was there before: so must be its animals
 * @throws invalid   what is wrong with each, as `animals.0.rfid`
 * @throws conflict  an id is used for something else; as addAnimal
 */
export async function addAnimals(
  ctx: WriteContext,
  { id: ticketId, isRepeat }: { id: string; isRepeat: boolean },
  bodies: Body[],
  zone: Zone,
): Promise<void> {
  const errors: FieldTexts = {}
  const today = dayOf(new Date(), zone)
  for (const [index, body] of bodies.entries()) {
    try {
      const id = readId('id', body.id, 'id must be a UUID.') ?? laterId(ticketId, index + 1)
      if (isRepeat && !(await anyAnimalById(ctx.db, id))) throw idInUse()
      await addAnimal(ctx, id, ticketId, factsOf(body, zone), today)
    } catch (failure) {
      if (!(failure instanceof Failure) || failure.kind !== 'invalid') throw failure
      for (const [field, why] of Object.entries(failure.errors ?? {})) errors[`animals.${index}.${field}`] = why
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
