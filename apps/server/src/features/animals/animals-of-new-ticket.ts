import { dayOf, type Zone } from '@chisholm/domain/dates'
import type { AnimalId, PostMortemId } from '../../database/ids.ts'
import { readId } from '../../http/bodies.ts'
import type { WriteContext } from '../../http/context.ts'
import { Failure, type FieldTexts, idInUse, invalid } from '../../http/failures.ts'
import { laterId } from '../../http/idempotency.ts'
import { addAnimal, addNewAnimals, newAnimal } from './animals.ts'
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
  { id: ticketId, isRepeat }: { id: PostMortemId; isRepeat: boolean },
  bodies: Body[],
  zone: Zone,
): Promise<void> {
  const today = dayOf(new Date(), zone)
  const checked = await eachChecked(bodies, async (body, index) => {
    const id = readId<AnimalId>('id', body.id, 'id must be a UUID.') ?? laterId<AnimalId>(ticketId, index + 1)
    const facts = factsOf(body, zone)
    if (!isRepeat) return newAnimal(ctx, id, ticketId, facts, today)
    if (!(await anyAnimalById(ctx.db, id))) throw idInUse()
    await addAnimal(ctx, id, ticketId, facts, today)
    return null
  })
  const added = checked.filter((animal) => animal !== null)
  if (added.length > 0) await addNewAnimals(ctx, ticketId, added)
}

/** Asks each. @throws invalid  what is wrong with all of them, as `animals.0.rfid` */
async function eachChecked<Sent, Checked>(
  animals: Sent[],
  check: (animal: Sent, index: number) => Promise<Checked>,
): Promise<Checked[]> {
  const errors: FieldTexts = {}
  const checked: Checked[] = []
  for (const [index, animal] of animals.entries()) {
    try {
      checked.push(await check(animal, index))
    } catch (failure) {
      if (!(failure instanceof Failure) || failure.kind !== 'invalid') throw failure
      for (const [field, why] of Object.entries(failure.errors ?? {})) errors[`animals.${index}.${field}`] = why
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return checked
}
