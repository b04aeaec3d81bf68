import { dayOf, type Zone } from '@chisholm/domain/dates'
import { isVet, type PostMortemAction } from '@chisholm/domain/permissions'
import type { Animal, SeenBefore } from '@chisholm/domain/schemas/post-mortems'
import { serverTexts } from '@chisholm/domain/server-texts'
import { formatTreatments, type TreatmentGiven } from '@chisholm/domain/treatments-given'
import { formatTicketNumber } from '@chisholm/domain/ticket-number'
import type { AnimalId, PostMortemId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { type IfMatch, requireContentMatch } from '../../http/etag.ts'
import { conflict, forbidden, idInUse, notFound } from '../../http/app-error.ts'
import { type NewAuditEntry, recordAudit, recordAuditEntries, wasCreatedAs } from '../audit-recorder/index.ts'
import { notify } from '../notifications/index.ts'
import {
  contentOfAnimal,
  countAnimals,
  opinionFields,
  opinionSeenBy,
  lockVisiblePostMortem,
  requireAllowed,
  requireAllowedAndUnchanged,
  requireAllowedOnNewDraft,
  presentAnimals,
  touchPostMortem,
  type WithCorrection,
} from '../post-mortems/index.ts'
import { lockCarcassLimits } from '../provider/index.ts'
import * as queries from './animals.queries.ts'
import { setBareDiagnosis } from './bare-diagnosis.ts'
import { isSameAnimal } from './is-same-animal.ts'
import type { SentAnimal } from './parse-animal-body.ts'
import { insertTreatments, replaceTreatments } from './treatments.queries.ts'
import { type CheckedAnimal, validateAnimal } from './validate-animal.ts'

type AnimalRow = NonNullable<Awaited<ReturnType<typeof queries.animalById>>>
const subject = (id: string) => ({ type: 'animal', id })

/** Lists the animals the user may see. @returns one page and the total */
export async function listAnimals(ctx: Context, list: Parameters<typeof queries.readAnimalList>[2]) {
  const { total, rows } = await queries.readAnimalList(ctx.db, ctx.person.sites, list)
  return { total, animals: await presentAnimals(ctx, rows) }
}

/** Lists distinct animals by RFID or tag, each with its latest data. */
export async function listDistinctAnimals(ctx: Context, list: Parameters<typeof queries.readAnimalList>[2]) {
  const { total, rows } = await queries.readDistinctAnimals(ctx.db, ctx.person.sites, list)
  return { total, animals: await presentAnimals(ctx, rows) }
}

/** Lists the visual tags in use. */
export async function listTags(ctx: Context, list: Parameters<typeof queries.readTags>[2]) {
  const { total, rows } = await queries.readTags(ctx.db, ctx.person.sites, list)
  return { total, tags: rows.map(({ id, tag }) => ({ id, name: tag })) }
}

/** Reads an animal, and what its ETag is a hash of. @throws notFound  it does not exist, or the user may not see it */
export async function readAnimal(ctx: Context, id: AnimalId): Promise<{ animal: Animal; content: object }> {
  const row = await requireAnimal(ctx, id)
  const animal = await presentOne(ctx, row)
  return { animal, content: contentOfAnimal(row.version, animal) }
}

/** @throws stale  the caller sent an If-Match, and the locked animal has changed since it read it */
async function requireAnimalMatch(ctx: WriteContext, row: AnimalRow, expected: IfMatch): Promise<void> {
  if (expected) requireContentMatch(expected, contentOfAnimal(row.version, await presentOne(ctx, row)))
}

/** Other records with the RFIDs of these animals that the user may see. */
export async function readSeenBefore(
  ctx: Pick<Context, 'person'> & { db: Executor },
  animals: readonly Pick<Animal, 'id' | 'rfid'>[],
): Promise<SeenBefore[]> {
  const rows = await queries.animalsWithSameRfid(ctx.db, ctx.person.sites, animals)
  return rows.map(({ pin, ...row }) => ({ ...row, title: formatTicketNumber(pin) }))
}

async function presentOne(ctx: Parameters<typeof presentAnimals>[0], row: AnimalRow): Promise<Animal> {
  const [animal] = await presentAnimals(ctx, [row])
  if (!animal) throw notFound()
  return animal
}

/** Reads an animal the user may see. @throws notFound */
export async function requireAnimal(ctx: Pick<Context, 'person'> & { db: Executor }, id: AnimalId) {
  const animal = await queries.animalById(ctx.db, ctx.person.sites, id)
  if (!animal) throw notFound()
  return animal
}

/**
 * Reads an animal for a veterinarian.
 * @throws notFound   the user may not see the animal
 * @throws forbidden  a client
 */
export async function requireAnimalToExamine(ctx: Pick<Context, 'person'> & { db: Executor }, id: AnimalId) {
  const animal = await requireAnimal(ctx, id)
  if (!isVet(ctx.person)) throw forbidden(serverTexts.refusal.vetFieldsOnly)
  return animal
}

/**
 * Changes an animal. If its ticket is completed, a corrected report is issued.
 * @throws notFound  the user may not see the animal; otherwise like `work`
 */
export const changeWithCorrection = async (
  withCorrection: WithCorrection,
  ctx: WriteContext,
  id: AnimalId,
  work: () => Promise<void>,
) => withCorrection(ctx, (await requireAnimal(ctx, id)).post_mortem_id, work)

/**
 * Locks the ticket of an animal, reads the animal again under the lock, and checks whether the user may do this now.
 * @throws notFound  the user may not see the animal
 * @throws stale     the animal has changed since the caller read it; otherwise like `lockPostMortemFor`
 */
export async function lockAnimalAndPostMortem(
  ctx: WriteContext,
  id: AnimalId,
  action: PostMortemAction,
  expected: IfMatch = null,
) {
  // an animal never moves to another ticket, so its ticket can be read before it is locked
  const { post_mortem_id } = await requireAnimal(ctx, id)
  const postMortem = await lockVisiblePostMortem(ctx, post_mortem_id)
  const animal = await requireAnimal(ctx, id)
  await requireAllowedAndUnchanged(ctx, postMortem, action, () => requireAnimalMatch(ctx, animal, expected))
  return { animal, postMortem }
}

/** An animal to add. */
interface AnimalToAdd {
  id: AnimalId
  postMortemId: PostMortemId
  sent: SentAnimal
  /** Of the site. An empty date of death is today there (specification 5). */
  zone: Zone
}

/**
 * Adds an animal to a ticket. A repeated request with the same id and content changes nothing.
 * @param mayBeDeleted  whether a repeated request may name an animal that was deleted since, and stays deleted
 * @throws conflict   the id is in use; otherwise like `lockPostMortemFor`
 */
export async function addAnimal(ctx: WriteContext, animal: AnimalToAdd, { mayBeDeleted = false } = {}): Promise<void> {
  const { id, postMortemId, sent, zone } = animal
  await lockCarcassLimitsIfNeeded(ctx, [sent])
  const postMortem = await lockVisiblePostMortem(ctx, postMortemId)
  const withId = await queries.animalByIdIncludingDeleted(ctx.db, id)
  // the user may not see an animal of another ticket, so errors must not depend on it
  const existing = withId?.post_mortem_id === postMortemId ? withId : undefined
  const checked = await validateAnimal(ctx, sent, existing, zone)
  const row = toRow(ctx, animal, checked)
  const isThere = existing && (mayBeDeleted || existing.deleted_at === null)
  if (isThere && (await isRepeat(ctx, existing, checked, row))) return
  requireAllowed(ctx, postMortem, 'animal.add')
  if (withId) throw idInUse()
  await recordAuditEntries(ctx.db, ctx, await insert(ctx, [row]))
  await touchPostMortem(ctx.db, postMortemId)
  await notifyOfNewDanger(ctx, postMortem, [], checked)
}

/** Notifies the veterinarians of danger signs that were added after the ticket was sent. */
async function notifyOfNewDanger(
  ctx: WriteContext,
  postMortem: Awaited<ReturnType<typeof lockVisiblePostMortem>>,
  before: string[],
  { danger_sign_ids: after = [] }: CheckedAnimal,
): Promise<void> {
  const isOpen = !postMortem.draft && postMortem.completed_at === null
  if (!isOpen || after.every((id) => before.includes(id))) return
  await ctx.jobs.enqueue(ctx.db, 'tell-vets', { id: postMortem.id })
  await notify(ctx, 'danger', postMortem.id, { vets: true })
}

const toRow = (ctx: Context, { id, postMortemId, zone }: AnimalToAdd, fields: CheckedAnimal) => ({
  ...fields,
  customer_record_at: fields.customer_record_at ?? dayOf(new Date(), zone),
  id,
  post_mortem_id: postMortemId,
  created_by_id: ctx.person.id,
})
type NewAnimal = ReturnType<typeof toRow>

/**
 * Validates an animal of a ticket created in this transaction, without adding it. The caller holds the carcass limits.
 * @throws like `addAnimal`
 */
export const validateNewAnimal = async (ctx: WriteContext, animal: AnimalToAdd): Promise<NewAnimal> =>
  toRow(ctx, animal, await validateAnimal(ctx, animal.sent, undefined, animal.zone))

/**
 * Adds the animals of a ticket created in this transaction, in order.
 * @throws like `addAnimal`
 * @returns the audit entries, which the caller records
 */
export async function addNewAnimals(ctx: WriteContext, animals: NewAnimal[]): Promise<NewAuditEntry[]> {
  requireAllowedOnNewDraft(ctx, 'animal.add')
  return insert(ctx, animals)
}

async function insert(ctx: WriteContext, animals: NewAnimal[]): Promise<NewAuditEntry[]> {
  const rows = animals.map(({ treatments_given: _treatments, ...row }) => row)
  if ((await queries.insertAnimals(ctx.db, rows)) < rows.length) throw idInUse()
  const treated = animals.map(({ id, treatments_given = [] }) => ({ animalId: id, treatments: treatments_given }))
  if (!(await insertTreatments(ctx.db, treated))) throw idInUse()
  return animals.map(addedEntry)
}

const addedEntry = (animal: NewAnimal): NewAuditEntry => ({
  action: 'animal added',
  subject: subject(animal.id),
  after: auditedAnimal(animal),
})

/** Whether a request repeats the one that added an animal, whatever was changed since. */
const isRepeat = async (
  ctx: WriteContext,
  existing: NonNullable<Awaited<ReturnType<typeof queries.animalByIdIncludingDeleted>>>,
  sent: CheckedAnimal,
  row: NewAnimal,
): Promise<boolean> =>
  existing.created_by_id === ctx.person.id &&
  (isSameAnimal(existing, sent) || (await wasCreatedAs(ctx.db, ctx.person, addedEntry(row))))

/** Treatments are one text in the audit log. */
const auditedAnimal = <Fields extends { treatments_given?: TreatmentGiven[] }>({
  treatments_given,
  ...fields
}: Fields) => ({
  ...fields,
  ...(treatments_given && { treatments_given: formatTreatments(treatments_given) }),
})

/** Updates an animal. An empty date of death becomes today at the site (specification 5). */
export async function editAnimal(
  ctx: WriteContext,
  id: AnimalId,
  sent: SentAnimal,
  zone: Zone,
  expected: IfMatch,
): Promise<void> {
  await requireAnimal(ctx, id)
  await lockCarcassLimitsIfNeeded(ctx, [sent])
  const { animal, postMortem } = await lockAnimalAndPostMortem(ctx, id, editActionOf(sent), expected)
  const before = await presentOne(ctx, animal)
  const after = await validateAnimal(ctx, sent, animal, zone)
  if (after.customer_record_at === null) after.customer_record_at = dayOf(new Date(), zone)
  const { treatments_given: treatments, ...fields } = after
  const seenBy = isOpinion(sent) ? opinionSeenBy(postMortem) : 'everybody'
  await queries.changeAnimal(ctx.db, id, fields, seenBy)
  if (fields.vet_diagnosis_id !== undefined && fields.vet_diagnosis_id !== animal.vet_diagnosis_id)
    await setBareDiagnosis(ctx, id, fields.vet_diagnosis_id, before.examination)
  if (treatments && !(await replaceTreatments(ctx.db, { animalId: id, treatments }))) throw idInUse()
  await touchPostMortem(ctx.db, postMortem.id, seenBy)
  await recordAudit(ctx.db, ctx, {
    action: 'animal edited',
    subject: subject(id),
    before: auditedAnimal(before),
    after: auditedAnimal(after),
  })
  await notifyOfNewDanger(ctx, postMortem, before.danger_sign_ids, after)
}

/** Soft-deletes an animal; the audit log keeps it. @throws conflict  a sent ticket would be left without animals */
export async function deleteAnimal(ctx: WriteContext, id: AnimalId, expected: IfMatch): Promise<void> {
  const { animal, postMortem } = await lockAnimalAndPostMortem(ctx, id, 'animal.delete', expected)
  if (!postMortem.draft && (await countAnimals(ctx.db, postMortem.id)) === 1)
    throw conflict(serverTexts.refusal.lastAnimal)
  await queries.changeAnimal(ctx.db, id, { deleted_at: new Date() })
  await touchPostMortem(ctx.db, postMortem.id)
  const before = auditedAnimal(await presentOne(ctx, animal))
  await recordAudit(ctx.db, ctx, { action: 'animal deleted', subject: subject(id), before })
}

/** A veterinarian may also write the opinion, and nothing else, while the ticket is being amended. */
const editActionOf = (sent: SentAnimal): PostMortemAction => (isOpinion(sent) ? 'animal.diagnose' : 'animal.edit')

function isOpinion(sent: SentAnimal): boolean {
  const fields = Object.keys(sent)
  return fields.length > 0 && fields.every((field) => opinionFields.some((one) => one === field))
}

/**
 * Locks the carcass limits while the clocks of animals are computed from them. Call it before locking a ticket.
 * @param animals  as sent: parsed or not
 */
export async function lockCarcassLimitsIfNeeded(
  ctx: WriteContext,
  animals: { died_at?: unknown; found_at?: unknown; air_temperature_c?: unknown }[],
): Promise<void> {
  const clockFields = animals.flatMap((sent) => [sent.died_at, sent.found_at, sent.air_temperature_c])
  if (clockFields.some((value) => value !== undefined)) await lockCarcassLimits(ctx.db)
}
