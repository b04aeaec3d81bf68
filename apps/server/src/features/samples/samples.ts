import { isVet, may } from '@chisholm/domain/permissions'
import { isResultFlag, type SampleFields, validateSample } from '@chisholm/domain/samples'
import type { Sample } from '@chisholm/domain/schemas/samples'
import { serverTexts } from '@chisholm/domain/server-texts'
import { keysOf } from '@chisholm/domain/typed-objects'
import { formatTicketNumber } from '@chisholm/domain/ticket-number'
import type { Executor } from '../../database/executor.ts'
import type { AnimalId, PostMortemId, SampleId } from '../../database/ids.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { type IfMatch, requireContentMatch } from '../../http/etag.ts'
import { forbidden, idInUse, invalid, notFound } from '../../http/app-error.ts'
import { lockAnimalAndPostMortem, requireAnimal } from '../animals/index.ts'
import { validateEntry } from '../library/index.ts'
import { notifyOfResult } from '../notifications/index.ts'
import { isoOrNull } from '../post-mortems/index.ts'
import { readCreatedState, recordAudit } from '../audit-recorder/index.ts'
import * as queries from './samples.queries.ts'

/** The stored fields of a sample; fields that were not sent are omitted. */
export type SamplePatch = Partial<Omit<SampleFields, `${string}_at`> & Record<TimeField, Date | null>>
export const timeFields = ['taken_at', 'sent_at', 'received_at', 'result_at'] as const
type TimeField = (typeof timeFields)[number]

const subject = (id: string) => ({ type: 'sample', id })
const emptySample = {
  sample_kind_id: '',
  container: null,
  taken_at: null,
  lab: null,
  test: null,
  sent_at: null,
  received_at: null,
  result: null,
  result_flag: null,
  result_at: null,
  note: null,
}
const fieldNames = keysOf(emptySample)

const presentSample = (row: queries.SampleRow): Sample => ({
  id: row.id,
  label: row.label,
  veterinary_record_id: row.post_mortem_id,
  title: formatTicketNumber(row.pin),
  veterinary_record_animal_id: row.animal_id,
  animal: { tag: row.tag, rfid: row.rfid },
  sample_kind_id: row.sample_kind_id,
  sample_kind: row.sample_kind,
  container: row.container,
  taken_at: isoOrNull(row.taken_at),
  lab: row.lab,
  test: row.test,
  sent_at: isoOrNull(row.sent_at),
  received_at: isoOrNull(row.received_at),
  result: row.result,
  result_flag: row.result_flag,
  result_at: isoOrNull(row.result_at),
  after_report: row.after_report,
  note: row.note,
  created_at: row.created_at.toISOString(),
})

/** Lists samples: clients see those of tickets with an issued opinion. @returns one page and the total */
export async function listSamples(ctx: Context, list: Parameters<typeof queries.readSamplePage>[3]) {
  const { total, rows } = await queries.readSamplePage(ctx.db, ctx.person.sites, !isVet(ctx.person), list)
  return { total, samples: rows.map(presentSample) }
}

/** The fields whose hash is the ETag of a sample. Its response also has names of other records, which may change. */
const contentOfSample = (row: queries.SampleRow) => ({ version: row.version, ...presentSample(row) })

/** Reads a sample. @throws notFound  it does not exist, or the user may not see it */
export async function readSample(ctx: Context, id: SampleId): Promise<{ data: Sample; content: object }> {
  const row = await requireSample(ctx, id)
  return { data: presentSample(row), content: contentOfSample(row) }
}

/** The samples of all animals of a ticket. */
export const samplesForReport = async (db: Executor, id: PostMortemId): Promise<Sample[]> =>
  (await queries.samplesOfPostMortem(db, id)).map(presentSample)

async function requireSample(ctx: Context, id: SampleId): Promise<queries.SampleRow> {
  const row = await queries.sampleById(ctx.db, ctx.person.sites, !isVet(ctx.person), id)
  if (!row) throw notFound()
  return row
}

/**
 * Adds a sample of an animal, whatever the state of its ticket. A repeated request with the same id and content changes
 * nothing.
 * @throws notFound   the user may not see the animal
 * @throws forbidden  the user is not a veterinarian
 * @throws invalid    fields are invalid; the error names each
 * @throws conflict   the id is in use
 */
export async function addSample(ctx: WriteContext, id: SampleId, animalId: AnimalId, patch: SamplePatch) {
  const { postMortem } = await lockAnimalAndPostMortem(ctx, animalId, 'sample.write')
  const fields = withResultTime({ ...emptySample, ...patch })
  const exists = (await queries.sampleById(ctx.db, ctx.person.sites, false, id)) !== undefined
  if (exists && (await isRepeat(ctx, id, { animal_id: animalId, ...patch }))) return
  const row = { ...fields, ...(await requireValid(ctx, fields, null)), id, animal_id: animalId }
  const result_entered_at = fields.result_at && new Date()
  if (!(await queries.insertSample(ctx.db, { ...row, result_entered_at, created_by_id: ctx.person.id })))
    throw idInUse()
  await recordAudit(ctx.db, ctx, {
    action: 'sample added',
    subject: subject(id),
    after: { animal_id: animalId, ...fields },
  })
  if (fields.result_at) await notifyOfResult(ctx, postMortem.id)
}

/** Whether the user added this sample with what was sent; other fields had defaults. */
async function isRepeat(ctx: WriteContext, id: SampleId, sent: SamplePatch & { animal_id: AnimalId }) {
  // cast: the entry of an addition has the fields, with times as text
  const added = (await readCreatedState(ctx.db, ctx.person, 'sample added', id)) as Record<string, unknown> | undefined
  if (!added) return false
  const isSame = (value: unknown, field: string) => JSON.stringify(value) === JSON.stringify(added[field])
  return Object.entries(sent).every(([field, value]) => value === undefined || isSame(value, field))
}

/**
 * Changes a sample; fields that were not sent stay. A result without a time gets the current time; the time of a
 * result that is withdrawn is cleared, unless a time is sent or a result file is left.
 * @throws forbidden  the user is not a veterinarian
 * @throws notFound   the user may not see the sample; stale
 * @throws invalid    fields are invalid; the error names each
 */
export async function editSample(
  ctx: WriteContext,
  id: SampleId,
  { animalId, ...patch }: SamplePatch & { animalId?: AnimalId | null | undefined },
  expected: IfMatch,
): Promise<void> {
  const before = await lockSample(ctx, id, expected)
  if (animalId !== undefined && animalId !== before.animal_id)
    throw invalid({ veterinary_record_animal_id: [serverTexts.validation.sampleKeepsAnimal] })
  const current = Object.fromEntries(fieldNames.map((field) => [field, before[field]]))
  const changed = { ...emptySample, ...current, ...patch }
  const isWithdrawn = hasResult(before) && !hasResult(changed) && patch.result_at === undefined
  const isWaiting = isWithdrawn && !(await queries.hasResultFile(ctx.db, id))
  const fields = withResultTime(isWaiting ? { ...changed, result_at: null } : changed)
  await queries.changeSample(ctx.db, id, {
    ...fields,
    ...(await requireValid(ctx, fields, before.sample_kind_id)),
    ...(isAnotherResult(before, fields) && { result_entered_at: new Date() }),
  })
  await recordAudit(ctx.db, ctx, { action: 'sample changed', subject: subject(id), before: current, after: fields })
  if (fields.result_at && !before.result_at) await notifyOfResult(ctx, before.post_mortem_id)
}

/** Whether a report that was issued before the change lacks this result. */
const isAnotherResult = (before: StoredFields, { result, result_flag, result_at }: StoredFields) =>
  result_at !== null && (before.result_at === null || before.result !== result || before.result_flag !== result_flag)

/** Soft-deletes a sample. @throws like `editSample` */
export async function deleteSample(ctx: WriteContext, id: SampleId, expected: IfMatch): Promise<void> {
  const { label, animal_id } = await lockSample(ctx, id, expected)
  await queries.changeSample(ctx.db, id, { deleted_at: new Date() })
  await recordAudit(ctx.db, ctx, { action: 'sample deleted', subject: subject(id), before: { name: label, animal_id } })
}

/**
 * Makes sure that the user may change a sample.
 * @throws notFound   the user may not see it
 * @throws forbidden  the user is not a veterinarian
 */
export async function requireMayWriteSample(ctx: Context, id: SampleId): Promise<queries.SampleRow> {
  // a client gets 403 for visible samples, and 404 for others
  const sample = await requireSample(ctx, id)
  requireMayWriteSamples(ctx)
  return sample
}

/**
 * @throws notFound   the user may not see the animal
 * @throws forbidden  the user is not a veterinarian
 */
export async function requireMayAddSample(ctx: WriteContext, animalId: AnimalId): Promise<void> {
  await requireAnimal(ctx, animalId)
  requireMayWriteSamples(ctx)
}

/** @throws forbidden  the user is not a veterinarian */
export function requireMayWriteSamples({ person }: Pick<Context, 'person'>): void {
  if (!may(person, 'samples.write')) throw forbidden()
}

/** Locks the ticket of a sample to change it. @throws as above; stale */
export async function lockSample(ctx: WriteContext, id: SampleId, expected: IfMatch): Promise<queries.SampleRow> {
  // a sample never moves to another animal
  const { animal_id } = await requireMayWriteSample(ctx, id)
  await lockAnimalAndPostMortem(ctx, animal_id, 'sample.write')
  const sample = await requireSample(ctx, id)
  requireContentMatch(expected, contentOfSample(sample))
  return sample
}

/**
 * Increments the version of a locked sample of which a result file was deleted, so that open screens read its files
 * again. Without another file or a result it waits for one again.
 */
export async function afterResultFileDeleted({ db }: WriteContext, sample: queries.SampleRow): Promise<void> {
  const isWaiting = !hasResult(sample) && !(await queries.hasResultFile(db, sample.id))
  await queries.changeSample(db, sample.id, isWaiting ? { result_at: null, result_entered_at: null } : {})
}

/** Records that a result file of a locked sample arrived; if it is the first result, its time is now. */
export async function markResultArrived(ctx: WriteContext, sample: queries.SampleRow): Promise<void> {
  const now = new Date()
  await queries.changeSample(ctx.db, sample.id, { result_at: sample.result_at ?? now, result_entered_at: now })
  if (!sample.result_at) await notifyOfResult(ctx, sample.post_mortem_id)
}

type StoredFields = { [Field in keyof typeof emptySample]: Field extends TimeField ? Date | null : string | null }

const hasResult = ({ result, result_flag }: Pick<StoredFields, 'result' | 'result_flag'>) =>
  Boolean(result || result_flag)

/** Adds the current time to a result without one. */
const withResultTime = (fields: StoredFields): StoredFields => ({
  ...fields,
  result_at: fields.result_at ?? (hasResult(fields) ? new Date() : null),
})

/** @param kindBefore  the previous kind, which may be retired */
async function requireValid(ctx: WriteContext, fields: StoredFields, kindBefore: string | null) {
  const errors = validateSample(fields)
  const { sample_kind_id, result_flag } = fields
  if (sample_kind_id && sample_kind_id !== kindBefore) {
    const reference = { field: 'sample_kind_id', list: 'sample-kinds', id: sample_kind_id }
    const error = await validateEntry(ctx.db, reference)
    if (error !== null) errors['sample_kind_id'] = [error]
  }
  if (!sample_kind_id || Object.keys(errors).length > 0) throw invalid(errors)
  return { sample_kind_id, result_flag: isResultFlag(result_flag) ? result_flag : null }
}
