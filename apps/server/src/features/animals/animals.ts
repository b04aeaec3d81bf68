import { dayOf } from '@chisholm/domain/dates'
import { isVet } from '@chisholm/domain/permissions'
import { readRfid } from '@chisholm/domain/rfid'
import type { Animal } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { Context, Executor } from '../../http/context.ts'
import { checkVersion } from '../../http/etag.ts'
import { conflict, forbidden, invalid, notFound } from '../../http/failures.ts'
import { audit } from '../audit/index.ts'
import { maySeeSite, requireTicket, shownAnimal, touchTicket } from '../post-mortems/index.ts'
import * as queries from './animals.queries.ts'

type AnimalFacts = queries.AnimalFacts
const subject = (id: string) => ({ type: 'animal', id })

/** Lists the animals this person may see. @returns the page and how many there are in all */
export async function listAnimals(ctx: Context, list: Parameters<typeof queries.animalPage>[2]) {
  const { total, rows } = await queries.animalPage(ctx.db, ctx.person.siteIds, list)
  return { total, animals: rows.map(shownAnimal) }
}

/** Lists distinct animals by RFID or tag, with their latest facts. */
export async function listDistinctAnimals(ctx: Context, list: Parameters<typeof queries.animalPage>[2]) {
  const { total, rows } = await queries.distinctAnimalPage(ctx.db, ctx.person.siteIds, list)
  return { total, animals: rows.map(shownAnimal) }
}

/** Lists the visual tags in use. */
export async function listTags(ctx: Context, list: Parameters<typeof queries.tagPage>[2]) {
  const { total, rows } = await queries.tagPage(ctx.db, ctx.person.siteIds, list)
  return { total, tags: rows.map(({ id, tag }) => ({ id, name: tag })) }
}

/** @throws notFound  it does not exist, or is not this person's to see */
export async function readAnimal(ctx: Context, id: string): Promise<{ animal: Animal; version: number }> {
  const row = await requireAnimal(ctx, ctx.db, id)
  return { animal: shownAnimal(row), version: row.version }
}

/** Finds an animal this person may see. @throws notFound */
export async function requireAnimal(ctx: Context, db: Executor, id: string) {
  const animal = await queries.animalById(db, id)
  if (!animal || !maySeeSite(ctx, animal.site_id)) throw notFound()
  return animal
}

/**
 * Adds an animal to a ticket. Repeating it with the same id and content gives the same animal.
 * @throws as requireTicket; forbidden when a client writes the veterinarian's fields; conflict when the id is used
 */
export async function addAnimal(ctx: Context, id: string, ticketId: string, sent: AnimalFacts): Promise<void> {
  const known = await queries.anyAnimalById(ctx.db, id)
  const facts = {
    ...(await checkFacts(ctx, sent, known)),
    customer_record_at: sent.customer_record_at ?? dayOf(new Date()),
  }
  await ctx.db.transaction().execute(async (tx) => {
    const existing = await queries.anyAnimalById(tx, id)
    if (existing && isRepeat(existing, ctx.person.id, ticketId, sent)) {
      await requireAnimal(ctx, tx, id)
      return
    }
    await requireTicket(tx, ctx, ticketId, 'animal.add')
    const animal = { ...facts, id, post_mortem_id: ticketId, created_by_id: ctx.person.id }
    if (existing || !(await queries.insertAnimal(tx, animal))) throw conflict(texts.refusal.idInUse)
    await touchTicket(tx, ticketId)
    await audit(tx, ctx, 'animal added', subject(id), null, animal)
  })
}

function isRepeat(
  existing: NonNullable<Awaited<ReturnType<typeof queries.anyAnimalById>>>,
  personId: string,
  ticketId: string,
  sent: AnimalFacts,
): boolean {
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
export async function editAnimal(ctx: Context, id: string, sent: AnimalFacts, expected: number | null): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const animal = await requireAnimal(ctx, tx, id)
    const facts = await checkFacts(ctx, sent, animal)
    await requireTicket(tx, ctx, animal.post_mortem_id, 'animal.edit')
    checkVersion(expected, animal.version)
    if (facts.customer_record_at === null) facts.customer_record_at = dayOf(new Date())
    await queries.changeAnimal(tx, id, facts)
    await touchTicket(tx, animal.post_mortem_id)
    await audit(tx, ctx, 'animal edited', subject(id), shownAnimal(animal), facts)
  })
}

/** Takes an animal off its ticket; it is kept for the audit trail. */
export async function deleteAnimal(ctx: Context, id: string, expected: number | null): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const animal = await requireAnimal(ctx, tx, id)
    await requireTicket(tx, ctx, animal.post_mortem_id, 'animal.delete')
    checkVersion(expected, animal.version)
    await queries.changeAnimal(tx, id, { deleted_at: new Date() })
    await touchTicket(tx, animal.post_mortem_id)
    await audit(tx, ctx, 'animal deleted', subject(id), shownAnimal(animal), null)
  })
}

const vetFields = ['vet_diagnosis_id', 'vet_diagnosis_note', 'vet_findings'] as const
const listOfField = {
  tag_color_id: 'tag-colors',
  customer_diagnosis_id: 'diagnoses',
  vet_diagnosis_id: 'diagnoses',
  breed_id: 'breeds',
  animal_color_id: 'animal-colors',
  animal_group_id: 'animal-groups',
} as const

/** Normalises the RFID and checks who writes what and that references point to what their lists offer. */
async function checkFacts(ctx: Context, sent: AnimalFacts, before: AnimalFacts | undefined): Promise<AnimalFacts> {
  if (!isVet(ctx.person) && vetFields.some((field) => sent[field] !== undefined))
    throw forbidden(texts.refusal.vetFieldsOnly)
  const facts = { ...sent }
  if (facts.rfid) {
    const reading = readRfid(facts.rfid)
    if (!reading.ok) throw invalid({ rfid: [reading.mistake] })
    facts.rfid = reading.rfid
  }
  for (const [field, list] of Object.entries(listOfField) as [keyof typeof listOfField, string][]) {
    const id = facts[field]
    // what the animal carries already it may keep, whatever became of it
    if (!id || id === before?.[field]) continue
    const entry = await queries.entryOfList(ctx.db, list, id)
    if (!entry) throw invalid({ [field]: [`${field} is no entry of ${list}.`] })
    if (entry.retired_at) throw invalid({ [field]: [texts.validation.entryRetired] })
  }
  return facts
}
