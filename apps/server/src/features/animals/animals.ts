import { animalFields, fieldsBy, fieldsOfKind } from '@chisholm/domain/animal-fields'
import type { Day } from '@chisholm/domain/dates'
import { isVet, type PostMortemAction } from '@chisholm/domain/permissions'
import { parseRfid } from '@chisholm/domain/rfid'
import type { Animal } from '@chisholm/domain/schemas'
import { texts } from '@chisholm/domain/texts'
import type { AnimalId, PostMortemId, UserId } from '../../database/ids.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { requireVersionMatch } from '../../http/etag.ts'
import { conflict, forbidden, idInUse, invalid, notFound } from '../../http/app-error.ts'
import { recordAudit, recordAuditEntries } from '../audit-recorder/index.ts'
import {
  countAnimals,
  lockVisiblePostMortem,
  requireAllowed,
  presentAnimal,
  touchPostMortem,
} from '../post-mortems/index.ts'
import * as queries from './animals.queries.ts'

type AnimalFields = queries.AnimalFields
const subject = (id: string) => ({ type: 'animal', id })

/** Lists the animals the user may see. @returns one page and the total */
export async function listAnimals(ctx: Context, list: Parameters<typeof queries.readAnimalList>[2]) {
  const { total, rows } = await queries.readAnimalList(ctx.db, ctx.person.sites, list)
  return { total, animals: rows.map(presentAnimal) }
}

/** Lists distinct animals by RFID or tag, each with its latest data. */
export async function listDistinctAnimals(ctx: Context, list: Parameters<typeof queries.readAnimalList>[2]) {
  const { total, rows } = await queries.readDistinctAnimals(ctx.db, ctx.person.sites, list)
  return { total, animals: rows.map(presentAnimal) }
}

/** Lists the visual tags in use. */
export async function listTags(ctx: Context, list: Parameters<typeof queries.readTags>[2]) {
  const { total, rows } = await queries.readTags(ctx.db, ctx.person.sites, list)
  return { total, tags: rows.map(({ id, tag }) => ({ id, name: tag })) }
}

/** Reads an animal. @throws notFound  it does not exist, or the user may not see it */
export async function readAnimal(ctx: Context, id: AnimalId): Promise<{ animal: Animal; version: number }> {
  const row = await requireAnimal(ctx, id)
  return { animal: presentAnimal(row), version: row.version }
}

/** Reads an animal the user may see. @throws notFound */
async function requireAnimal(ctx: Context, id: AnimalId) {
  const animal = await queries.animalById(ctx.db, ctx.person.sites, id)
  if (!animal) throw notFound()
  return animal
}

/** Locks the ticket of an animal and rereads the animal under the lock. @throws notFound; as lockPostMortemFor */
export async function lockAnimalAndPostMortem(ctx: WriteContext, id: AnimalId, action: PostMortemAction) {
  // an animal never moves to another ticket, so its ticket can be read before it is locked
  const { post_mortem_id } = await requireAnimal(ctx, id)
  const postMortem = await lockVisiblePostMortem(ctx, post_mortem_id)
  const animal = await requireAnimal(ctx, id)
  requireAllowed(ctx, postMortem, action)
  return { animal, postMortem }
}

/**
 * Adds an animal to a ticket. A repeated request with the same id and content changes nothing.
 * @throws as lockPostMortemFor; forbidden  a client sends the veterinarian's fields; conflict  the id is in use
 */
export async function addAnimal(
  ctx: WriteContext,
  id: AnimalId,
  postMortemId: PostMortemId,
  fields: AnimalFields,
  today: Day,
): Promise<void> {
  requireMayWriteFields(ctx, fields)
  const postMortem = await lockVisiblePostMortem(ctx, postMortemId)
  const existing = await queries.animalByIdIncludingDeleted(ctx.db, id)
  const checked = await validateFields(ctx, fields, existing)
  if (existing && isRepeat(existing, ctx.person.id, postMortemId, fields)) return
  requireAllowed(ctx, postMortem, 'animal.add')
  if (existing) throw idInUse()
  await insert(ctx, postMortemId, [rowOf(ctx, id, postMortemId, checked, today)])
}

const rowOf = (ctx: Context, id: AnimalId, postMortemId: PostMortemId, facts: AnimalFields, today: Day) => ({
  ...facts,
  customer_record_at: facts.customer_record_at ?? today,
  id,
  post_mortem_id: postMortemId,
  created_by_id: ctx.person.id,
})
type NewAnimal = ReturnType<typeof rowOf>

/** Validates an animal of a ticket created in this transaction, without adding it. @throws as addAnimal */
export async function newAnimal(
  ctx: WriteContext,
  id: AnimalId,
  postMortemId: PostMortemId,
  sent: AnimalFields,
  today: Day,
): Promise<NewAnimal> {
  requireMayWriteFields(ctx, sent)
  return rowOf(ctx, id, postMortemId, await validateFields(ctx, sent, undefined), today)
}

/** Adds the animals of a ticket created in this transaction, in order. @throws as addAnimal */
export async function addNewAnimals(
  ctx: WriteContext,
  postMortemId: PostMortemId,
  animals: NewAnimal[],
): Promise<void> {
  requireAllowed(ctx, await lockVisiblePostMortem(ctx, postMortemId), 'animal.add')
  await insert(ctx, postMortemId, animals)
}

async function insert(ctx: WriteContext, postMortemId: PostMortemId, animals: NewAnimal[]): Promise<void> {
  if ((await queries.insertAnimals(ctx.db, animals)) < animals.length) throw idInUse()
  await touchPostMortem(ctx.db, postMortemId)
  await recordAuditEntries(
    ctx.db,
    ctx,
    animals.map((animal) => ({ action: 'animal added', subject: subject(animal.id), before: null, after: animal })),
  )
}

function isRepeat(
  existing: NonNullable<Awaited<ReturnType<typeof queries.animalByIdIncludingDeleted>>>,
  personId: UserId,
  postMortemId: PostMortemId,
  fields: AnimalFields,
): boolean {
  // cast: Object.keys and Object.entries lose the key type
  const fieldNames = (Object.keys(fields) as (keyof AnimalFields)[]).filter(
    (field) => field !== 'customer_record_at' || fields[field],
  )
  return (
    existing.created_by_id === personId &&
    existing.post_mortem_id === postMortemId &&
    existing.deleted_at === null &&
    fieldNames.every((field) => (existing[field] ?? null) === (normalize(field, fields[field]) ?? null))
  )
}

const normalize = (field: keyof AnimalFields, value: unknown) => {
  if (field !== 'rfid' || typeof value !== 'string') return value
  const reading = parseRfid(value)
  return reading.ok ? reading.rfid : value
}

/** Updates an animal. An empty date of death becomes today (specification 5). */
export async function editAnimal(
  ctx: WriteContext,
  id: AnimalId,
  sent: AnimalFields,
  today: Day,
  expected: number | null,
): Promise<void> {
  await requireAnimal(ctx, id)
  requireMayWriteFields(ctx, sent)
  const { animal, postMortem } = await lockAnimalAndPostMortem(ctx, id, 'animal.edit')
  requireVersionMatch(expected, animal.version)
  const values = await validateFields(ctx, sent, animal)
  if (values.customer_record_at === null) values.customer_record_at = today
  await queries.changeAnimal(ctx.db, id, values)
  await touchPostMortem(ctx.db, postMortem.id)
  await recordAudit(ctx.db, ctx, 'animal edited', subject(id), presentAnimal(animal), values)
}

/** Soft-deletes an animal; the audit trail keeps it. @throws conflict  a sent ticket would be left without animals */
export async function deleteAnimal(ctx: WriteContext, id: AnimalId, expected: number | null): Promise<void> {
  const { animal, postMortem } = await lockAnimalAndPostMortem(ctx, id, 'animal.delete')
  requireVersionMatch(expected, animal.version)
  if (!postMortem.draft && (await countAnimals(ctx.db, postMortem.id)) === 1) throw conflict(texts.refusal.lastAnimal)
  await queries.changeAnimal(ctx.db, id, { deleted_at: new Date() })
  await touchPostMortem(ctx.db, postMortem.id)
  await recordAudit(ctx.db, ctx, 'animal deleted', subject(id), presentAnimal(animal), null)
}

/** @throws forbidden  a client sends fields that only veterinarians write */
function requireMayWriteFields(ctx: Context, fields: AnimalFields): void {
  if (!isVet(ctx.person) && fieldsBy('veterinarian').some((field) => fields[field] !== undefined))
    throw forbidden(texts.refusal.vetFieldsOnly)
}

/** Normalises the RFID and validates references to library entries. */
async function validateFields(
  ctx: WriteContext,
  fields: AnimalFields,
  before: AnimalFields | undefined,
): Promise<AnimalFields> {
  const values = { ...fields }
  if (values.rfid) {
    const reading = parseRfid(values.rfid)
    if (!reading.ok) throw invalid({ rfid: [reading.error] })
    values.rfid = reading.rfid
  }
  for (const field of fieldsOfKind('entry')) {
    const { list } = animalFields[field]
    // cast: Object.keys and Object.entries lose the key type
    const id = values[field]
    // an animal may keep a reference to an entry that has since been retired
    if (!id || id === before?.[field]) continue
    const entry = await queries.libraryEntryById(ctx.db, list, id)
    if (!entry) throw invalid({ [field]: [`${field} is no entry of ${list}.`] })
    if (entry.retired_at) throw invalid({ [field]: [texts.validation.entryRetired] })
  }
  return values
}
