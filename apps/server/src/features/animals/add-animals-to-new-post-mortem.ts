import type { Zone } from '@chisholm/domain/dates'
import type { AnimalId, PostMortemId } from '../../database/ids.ts'
import { readId, readText } from '../../http/body-fields.ts'
import type { WriteContext } from '../../http/context.ts'
import { idInUse } from '../../http/app-error.ts'
import { followingId } from '../../http/idempotency.ts'
import { parseEachInTurn } from '../../http/parse-each.ts'
import type { AddedAnimals } from '../post-mortems/index.ts'
import { addAnimal, addNewAnimals, lockCarcassLimitsIfNeeded, validateNewAnimal } from './animals.ts'
import { animalByIdIncludingDeleted } from './animals.queries.ts'
import type { Body } from './animals.schemas.ts'
import { parseAnimalBody } from './parse-animal-body.ts'

/**
 * Adds the animals sent with a new ticket, in order. Missing ids are derived from the ticket's id, so that a repeated
 * request creates the same animals.
 * @param isRepeat  the ticket existed before, so its animals must exist as well
 * @throws invalid   validation errors by field, like `animals.0.rfid`; forbidden  like `parseAnimalBody`
 * @throws conflict  an id is used for something else; otherwise like `addAnimal`
 */
export async function addAnimals(
  ctx: WriteContext,
  { id: postMortemId, isRepeat }: { id: PostMortemId; isRepeat: boolean },
  bodies: Body[],
  zone: Zone,
): Promise<AddedAnimals> {
  // before the first animal of a repeated request locks the ticket
  await lockCarcassLimitsIfNeeded(ctx, bodies)
  const checked = await parseEachInTurn('animals', bodies, async (body, index) => {
    const id = readId<AnimalId>('id', body.id) ?? followingId<AnimalId>(postMortemId, index + 1)
    const animal = { id, postMortemId, sent: parseAnimalBody(ctx.person, body, zone), zone }
    if (!isRepeat) {
      const added = await validateNewAnimal(ctx, animal)
      return { id, rfid: added.rfid ?? null, added }
    }
    const existing = await animalByIdIncludingDeleted(ctx.db, id)
    if (!existing) throw idInUse()
    await addAnimal(ctx, animal, { mayBeDeleted: true })
    return { id, rfid: existing.rfid }
  })
  const added = checked.flatMap((animal) => animal.added ?? [])
  return {
    entries: added.length > 0 ? await addNewAnimals(ctx, added) : [],
    haveDangerSigns: added.some(({ danger_sign_ids }) => (danger_sign_ids ?? []).length > 0),
    rfids: checked.map(({ id, rfid }) => ({ id, rfid })),
    errorNames: new Map(
      checked.flatMap(({ id }, index) => (readText(bodies[index]?.id) ? [] : [[id, `animals.${index}`]])),
    ),
  }
}
