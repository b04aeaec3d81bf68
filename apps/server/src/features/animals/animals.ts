import { animalFields, fieldsBy, fieldsOfKind } from '@chisholm/domain/animal-fields'
import type { Day } from '@chisholm/domain/dates'
import { isVet, type TicketAction } from '@chisholm/domain/permissions'
import { readRfid } from '@chisholm/domain/rfid'
import type { Animal } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { AnimalId, PostMortemId, UserId } from '../../database/ids.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { checkVersion } from '../../http/etag.ts'
import { conflict, forbidden, idInUse, invalid, notFound } from '../../http/failures.ts'
import { audit, auditAll } from '../audit/index.ts'
import { animalsOnTicket, lockVisibleTicket, requireAllowed, shownAnimal, touchTicket } from '../post-mortems/index.ts'
import * as queries from './animals.queries.ts'

type AnimalFacts = queries.AnimalFacts
const subject = (id: string) => ({ type: 'animal', id })

/** Lists the animals this person may see. @returns the page and how many there are in all */
export async function listAnimals(ctx: Context, list: Parameters<typeof queries.animalPage>[2]) {
  const { total, rows } = await queries.animalPage(ctx.db, ctx.person.sites, list)
  return { total, animals: rows.map(shownAnimal) }
}

/** Lists distinct animals by RFID or tag, with their latest facts. */
export async function listDistinctAnimals(ctx: Context, list: Parameters<typeof queries.animalPage>[2]) {
  const { total, rows } = await queries.distinctAnimalPage(ctx.db, ctx.person.sites, list)
  return { total, animals: rows.map(shownAnimal) }
}

/** Lists the visual tags in use. */
export async function listTags(ctx: Context, list: Parameters<typeof queries.tagPage>[2]) {
  const { total, rows } = await queries.tagPage(ctx.db, ctx.person.sites, list)
  return { total, tags: rows.map(({ id, tag }) => ({ id, name: tag })) }
}

/** @throws notFound  it does not exist, or is not this person's to see */
export async function readAnimal(ctx: Context, id: AnimalId): Promise<{ animal: Animal; version: number }> {
  const row = await requireAnimal(ctx, id)
  return { animal: shownAnimal(row), version: row.version }
}

/** Finds an animal this person may see. @throws notFound */
async function requireAnimal(ctx: Context, id: AnimalId) {
  const animal = await queries.animalById(ctx.db, ctx.person.sites, id)
  if (!animal) throw notFound()
  return animal
}

/**
 * Locks the ticket of an animal and reads the animal behind the lock: whatever is decided on it holds until the
 * transaction ends.
 * @throws notFound, and as requireTicket
 */
export async function lockAnimal(ctx: WriteContext, id: AnimalId, action: TicketAction) {
  // an animal never moves to another ticket
  const { post_mortem_id } = await requireAnimal(ctx, id)
  const ticket = await lockVisibleTicket(ctx, post_mortem_id)
  const animal = await requireAnimal(ctx, id)
  requireAllowed(ctx, ticket, action)
  return { animal, ticket }
}

/**
 * Adds an animal to a ticket. Repeating it with the same id and content gives the same animal.
 * @throws as requireTicket; forbidden when a client writes the veterinarian's fields; conflict when the id is used
 */
export async function addAnimal(
  ctx: WriteContext,
  id: AnimalId,
  ticketId: PostMortemId,
  sent: AnimalFacts,
  today: Day,
): Promise<void> {
  requireMayWrite(ctx, sent)
  const ticket = await lockVisibleTicket(ctx, ticketId)
  const known = await queries.anyAnimalById(ctx.db, id)
  const checked = await checkFacts(ctx, sent, known)
  if (known && isRepeat(known, ctx.person.id, ticketId, sent)) return
  requireAllowed(ctx, ticket, 'animal.add')
  if (known) throw idInUse()
  await insert(ctx, ticketId, [rowOf(ctx, id, ticketId, checked, today)])
}

const rowOf = (ctx: Context, id: AnimalId, ticketId: PostMortemId, facts: AnimalFacts, today: Day) => ({
  ...facts,
  customer_record_at: facts.customer_record_at ?? today,
  id,
  post_mortem_id: ticketId,
  created_by_id: ctx.person.id,
})
type NewAnimal = ReturnType<typeof rowOf>

/** An animal for a ticket made in this transaction, checked but not added. @throws as addAnimal */
export async function newAnimal(
  ctx: WriteContext,
  id: AnimalId,
  ticketId: PostMortemId,
  sent: AnimalFacts,
  today: Day,
): Promise<NewAnimal> {
  requireMayWrite(ctx, sent)
  return rowOf(ctx, id, ticketId, await checkFacts(ctx, sent, undefined), today)
}

/** Adds the animals of a ticket made in this transaction, in their order. @throws as addAnimal */
export async function addNewAnimals(ctx: WriteContext, ticketId: PostMortemId, animals: NewAnimal[]): Promise<void> {
  requireAllowed(ctx, await lockVisibleTicket(ctx, ticketId), 'animal.add')
  await insert(ctx, ticketId, animals)
}

async function insert(ctx: WriteContext, ticketId: PostMortemId, animals: NewAnimal[]): Promise<void> {
  if ((await queries.insertAnimals(ctx.db, animals)) < animals.length) throw idInUse()
  await touchTicket(ctx.db, ticketId)
  await auditAll(
    ctx.db,
    ctx,
    animals.map((animal) => ({ action: 'animal added', subject: subject(animal.id), before: null, after: animal })),
  )
}

function isRepeat(
  existing: NonNullable<Awaited<ReturnType<typeof queries.anyAnimalById>>>,
  personId: UserId,
  ticketId: PostMortemId,
  sent: AnimalFacts,
): boolean {
  // cast: Object.keys and Object.entries forget which keys there are
  const fields = (Object.keys(sent) as (keyof AnimalFacts)[]).filter(
    (field) => field !== 'customer_record_at' || sent[field],
  )
  return (
    existing.created_by_id === personId &&
    existing.post_mortem_id === ticketId &&
    existing.deleted_at === null &&
    fields.every((field) => (existing[field] ?? null) === (canonical(field, sent[field]) ?? null))
  )
}

const canonical = (field: keyof AnimalFacts, value: unknown) => {
  if (field !== 'rfid' || typeof value !== 'string') return value
  const reading = readRfid(value)
  return reading.ok ? reading.rfid : value
}

/** Changes what is known of an animal. An emptied date of death becomes today (specification 5). */
export async function editAnimal(
  ctx: WriteContext,
  id: AnimalId,
  sent: AnimalFacts,
  today: Day,
  expected: number | null,
): Promise<void> {
  await requireAnimal(ctx, id)
  requireMayWrite(ctx, sent)
  const { animal, ticket } = await lockAnimal(ctx, id, 'animal.edit')
  checkVersion(expected, animal.version)
  const facts = await checkFacts(ctx, sent, animal)
  if (facts.customer_record_at === null) facts.customer_record_at = today
  await queries.changeAnimal(ctx.db, id, facts)
  await touchTicket(ctx.db, ticket.id)
  await audit(ctx.db, ctx, 'animal edited', subject(id), shownAnimal(animal), facts)
}

/**
 * Takes an animal off its ticket; it is kept for the audit trail.
 * @throws conflict  the ticket was sent and would be left without an animal
 */
export async function deleteAnimal(ctx: WriteContext, id: AnimalId, expected: number | null): Promise<void> {
  const { animal, ticket } = await lockAnimal(ctx, id, 'animal.delete')
  checkVersion(expected, animal.version)
  if (!ticket.draft && (await animalsOnTicket(ctx.db, ticket.id)) === 1) throw conflict(texts.refusal.lastAnimal)
  await queries.changeAnimal(ctx.db, id, { deleted_at: new Date() })
  await touchTicket(ctx.db, ticket.id)
  await audit(ctx.db, ctx, 'animal deleted', subject(id), shownAnimal(animal), null)
}

/** @throws forbidden  a client writes what only veterinarians write */
function requireMayWrite(ctx: Context, sent: AnimalFacts): void {
  if (!isVet(ctx.person) && fieldsBy('veterinarian').some((field) => sent[field] !== undefined))
    throw forbidden(texts.refusal.vetFieldsOnly)
}

/** Normalises the RFID and checks that references point to what their lists offer. */
async function checkFacts(ctx: WriteContext, sent: AnimalFacts, before: AnimalFacts | undefined): Promise<AnimalFacts> {
  const facts = { ...sent }
  if (facts.rfid) {
    const reading = readRfid(facts.rfid)
    if (!reading.ok) throw invalid({ rfid: [reading.mistake] })
    facts.rfid = reading.rfid
  }
  for (const field of fieldsOfKind('entry')) {
    const { list } = animalFields[field]
    // cast: Object.keys and Object.entries forget which keys there are
    const id = facts[field]
    // what the animal carries already it may keep, whatever became of it
    if (!id || id === before?.[field]) continue
    const entry = await queries.entryOfList(ctx.db, list, id)
    if (!entry) throw invalid({ [field]: [`${field} is no entry of ${list}.`] })
    if (entry.retired_at) throw invalid({ [field]: [texts.validation.entryRetired] })
  }
  return facts
}
