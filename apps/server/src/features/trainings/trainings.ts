import { may } from '@chisholm/domain/permissions'
import type { Training } from '@chisholm/domain/schemas/trainings'
import { validateTraining, type TrainingFields } from '@chisholm/domain/trainings'
import { acquireAdvisoryLock } from '../../database/advisory-lock.ts'
import type { Executor } from '../../database/executor.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { type IfMatch, requireVersionMatch } from '../../http/etag.ts'
import { forbidden, idInUse, invalid } from '../../http/app-error.ts'
import { moveToPosition } from '../../http/move-to-position.ts'
import { readCreatedState, recordAddition, recordAudit } from '../audit-recorder/index.ts'
import { withSectionIds, readTraining, hasSameContent, withSections } from './training-sections.ts'
import * as queries from './trainings.queries.ts'

/**
 * The fields of a training that change. Missing fields keep their values, and the list of sections is replaced
 * completely.
 */
export interface TrainingPatch extends Partial<Omit<TrainingFields, 'training_sections'>> {
  training_sections?: { id: string | null; heading: string; content: string }[]
  /** Position in the list of trainings, starting at 1. */
  position?: number
}

const subject = (id: string) => ({ type: 'training', id })
const emptyTraining = { title: '', description: null, pre_content: null, post_content: null, training_sections: [] }

/** Lists the trainings with their sections. @returns one page and the total */
export async function listTrainings({ db }: Context, list: Parameters<typeof queries.readTrainingPage>[1]) {
  const { total, rows } = await queries.readTrainingPage(db, list)
  return { total, trainings: await withSections(db, rows) }
}

/**
 * Adds a training, at the end unless a position was sent. A repeated request with the same id and content changes
 * nothing.
 * @throws forbidden  the user is not an Admin
 * @throws invalid    fields are invalid; the error names each
 * @throws conflict   the id is in use
 */
export async function addTraining(ctx: WriteContext, id: string, { position, ...sent }: TrainingPatch): Promise<void> {
  await lockTrainingsForAdmin(ctx)
  const { training_sections: sections, ...fields } = requireValidTraining({ ...emptyTraining, ...sent })
  if (await queries.trainingById(ctx.db, id)) {
    // cast: the entry of a creation has the training
    const added = (await readCreatedState(ctx.db, ctx.person, 'training added', id)) as Training | undefined
    if (added && hasSameContent(added, { ...fields, training_sections: sections })) return
    throw idInUse()
  }
  await queries.insertTrainings(ctx.db, [{ id, ...fields }])
  await queries.replaceSections(ctx.db, [{ id, training_sections: await withSectionIds(ctx.db, id, sections) }])
  await moveTraining(ctx.db, id, position)
  await recordAddition(ctx.db, ctx, {
    action: 'training added',
    subject: subject(id),
    after: (await readTraining(ctx.db, id)).training,
  })
}

/**
 * @throws forbidden  the user is not an Admin
 * @throws notFound   there is no such training
 * @throws stale      the training has changed since the caller read it
 * @throws invalid    fields are invalid; the error names each
 */
export async function changeTraining(
  ctx: WriteContext,
  id: string,
  { position, ...sent }: TrainingPatch,
  expected: IfMatch,
): Promise<void> {
  await lockTrainingsForAdmin(ctx)
  const { training: before, version } = await readTraining(ctx.db, id)
  requireVersionMatch(expected, version)
  const { id: _id, ...known } = before
  const { training_sections: sections, ...fields } = requireValidTraining({ ...known, ...sent })
  await queries.updateTrainings(ctx.db, [{ id, ...fields }])
  await queries.replaceSections(ctx.db, [{ id, training_sections: await withSectionIds(ctx.db, id, sections) }])
  await moveTraining(ctx.db, id, position)
  const after = { ...(await readTraining(ctx.db, id)).training, ...(position !== undefined && { position }) }
  await recordAudit(ctx.db, ctx, { action: 'training changed', subject: subject(id), before, after })
}

/**
 * @throws forbidden  the user is not an Admin
 * @throws notFound   there is no such training
 * @throws stale      the training has changed since the caller read it
 */
export async function deleteTraining(ctx: WriteContext, id: string, expected: IfMatch): Promise<void> {
  await lockTrainingsForAdmin(ctx)
  const { training, version } = await readTraining(ctx.db, id)
  requireVersionMatch(expected, version)
  await queries.deleteTraining(ctx.db, id)
  await recordAudit(ctx.db, ctx, { action: 'training deleted', subject: subject(id), before: training })
}

/** Changes of trainings wait for each other, because each may move the others. */
async function lockTrainingsForAdmin(ctx: WriteContext): Promise<void> {
  if (!may(ctx.person, 'trainings.manage')) throw forbidden()
  await lockTrainings(ctx.db)
}

/** Blocks changes of trainings by other transactions until this one ends. */
export const lockTrainings = (tx: WriteContext['db']) => acquireAdvisoryLock(tx, 'trainings')

export const allTrainings = async (tx: Executor): Promise<Training[]> =>
  withSections(tx, await queries.orderedTrainings(tx))

/** Writes trainings with their sections, without validating them. New ones come last, in this order. */
export async function writeTrainings(
  tx: Executor,
  { added, changed }: { added: Training[]; changed: Training[] },
): Promise<void> {
  await queries.insertTrainings(tx, added)
  await queries.updateTrainings(tx, changed)
  await queries.replaceSections(tx, [...added, ...changed])
}

function requireValidTraining<T extends TrainingFields>(training: T): T {
  const errors = validateTraining(training)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return training
}

async function moveTraining(tx: Executor, id: string, position: number | undefined): Promise<void> {
  if (position === undefined) return
  await queries.saveTrainingOrder(tx, moveToPosition(await queries.readTrainingOrder(tx), id, position))
}
