import type { Zone } from '@chisholm/domain/dates'
import type { AnimalId, PostMortemId } from '../../database/ids.ts'
import { readId } from '../../http/body-fields.ts'
import type { WriteContext } from '../../http/context.ts'
import { AppError, type FieldErrors, idInUse, invalid } from '../../http/app-error.ts'
import { followingId } from '../../http/idempotency.ts'
import type { NewAuditEntry } from '../audit-recorder/index.ts'
import { addAnimal, addNewAnimals, holdLimitsOfClocks, newAnimal } from './animals.ts'
import { animalByIdIncludingDeleted } from './animals.queries.ts'
import type { Body } from './animals.schemas.ts'
import { parseAnimalBody } from './parse-animal-body.ts'

/**
 * Adds the animals sent with a new ticket, in order. Missing ids are derived from the ticket's id, so that a repeated
 * request creates the same animals.
 * @param isRepeat  the ticket existed before, so its animals must exist as well
 * @throws invalid   validation errors by field, like `animals.0.rfid`; forbidden  like `parseAnimalBody`
 * @throws conflict  an id is used for something else; otherwise like `addAnimal`
 * @returns the audit entries of new animals, which the caller records
 */
export async function addAnimals(
  ctx: WriteContext,
  { id: postMortemId, isRepeat }: { id: PostMortemId; isRepeat: boolean },
  bodies: Body[],
  zone: Zone,
): Promise<NewAuditEntry[]> {
  // before the first animal of a repeated request locks the ticket
  await holdLimitsOfClocks(ctx, bodies)
  const checked = await eachChecked(bodies, async (body, index) => {
    const id = readId<AnimalId>('id', body.id, 'id must be a UUID.') ?? followingId<AnimalId>(postMortemId, index + 1)
    const facts = parseAnimalBody(ctx.person, body, zone)
    if (!isRepeat) return newAnimal(ctx, id, postMortemId, facts, zone)
    if (!(await animalByIdIncludingDeleted(ctx.db, id))) throw idInUse()
    await addAnimal(ctx, id, postMortemId, facts, zone)
    return null
  })
  const added = checked.filter((animal) => animal !== null)
  return added.length > 0 ? addNewAnimals(ctx, added) : []
}

/** Validates all animals. @throws invalid  all errors by field, like `animals.0.rfid` */
async function eachChecked<Sent, Checked>(
  animals: Sent[],
  check: (animal: Sent, index: number) => Promise<Checked>,
): Promise<Checked[]> {
  const errors: FieldErrors = {}
  const checked: Checked[] = []
  for (const [index, animal] of animals.entries()) {
    try {
      checked.push(await check(animal, index))
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'invalid') throw error
      for (const [field, messages] of Object.entries(error.errors ?? {})) errors[`animals.${index}.${field}`] = messages
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return checked
}
