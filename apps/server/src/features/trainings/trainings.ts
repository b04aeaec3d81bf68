import { may } from '@chisholm/domain/permissions'
import type { Training } from '@chisholm/domain/shapes'
import { trainingMistakes, type TrainingText } from '@chisholm/domain/trainings'
import { oneAtATime } from '../../database/one-at-a-time.ts'
import type { Executor, WriteContext } from '../../http/context.ts'
import { checkVersion } from '../../http/etag.ts'
import { forbidden, idInUse, invalid } from '../../http/failures.ts'
import { movedTo } from '../../http/positions.ts'
import { audit } from '../audit/index.ts'
import { numberedSections, readTraining, saysTheSame, withSections } from './training-shapes.ts'
import * as queries from './trainings.queries.ts'

/** What an Admin sends of a training: fields left out stay, sections come whole; a section's id may be new. */
export interface SentTraining extends Partial<Omit<TrainingText, 'training_sections'>> {
  training_sections?: { id: string | null; heading: string; content: string }[]
  /** Its place among the trainings, from 1. */
  position?: number
}

const subject = (id: string) => ({ type: 'training', id })
const blank = { title: '', description: null, pre_content: null, post_content: null, training_sections: [] }

/**
 * Adds a training, after the others unless it has a place. Repeating it with the same id and content gives the same.
 * @throws forbidden; invalid with the text of each field; conflict  the id is used
 */
export async function addTraining(ctx: WriteContext, id: string, { position, ...sent }: SentTraining): Promise<void> {
  await holdTrainings(ctx)
  const { training_sections: sections, ...facts } = checked({ ...blank, ...sent })
  if (await queries.trainingById(ctx.db, id)) {
    const { training } = await readTraining(ctx.db, id)
    if (saysTheSame(training, { ...facts, training_sections: sections })) return
    throw idInUse()
  }
  await queries.insertTraining(ctx.db, id, facts)
  await queries.replaceSections(ctx.db, id, numberedSections(sections, []))
  await place(ctx.db, id, position)
  await audit(ctx.db, ctx, 'training added', subject(id), null, (await readTraining(ctx.db, id)).training)
}

/** @throws forbidden, notFound, stale; invalid with the text of each field */
export async function changeTraining(
  ctx: WriteContext,
  id: string,
  { position, ...sent }: SentTraining,
  expected: number | null,
): Promise<void> {
  await holdTrainings(ctx)
  const { training: before, version } = await readTraining(ctx.db, id)
  checkVersion(expected, version)
  const { id: _id, ...known } = before
  const { training_sections: sections, ...facts } = checked({ ...known, ...sent })
  await queries.changeTraining(ctx.db, id, facts)
  await queries.replaceSections(ctx.db, id, numberedSections(sections, before.training_sections))
  await place(ctx.db, id, position)
  const after = { ...(await readTraining(ctx.db, id)).training, ...(position !== undefined && { position }) }
  await audit(ctx.db, ctx, 'training changed', subject(id), before, after)
}

/** @throws forbidden, notFound, stale */
export async function deleteTraining(ctx: WriteContext, id: string, expected: number | null): Promise<void> {
  await holdTrainings(ctx)
  const { training, version } = await readTraining(ctx.db, id)
  checkVersion(expected, version)
  await queries.deleteTraining(ctx.db, id)
  await audit(ctx.db, ctx, 'training deleted', subject(id), training, null)
}

/** Changes of trainings, one after the other: each may move the others. */
async function holdTrainings(ctx: WriteContext): Promise<void> {
  if (!may(ctx.person, 'trainings.manage')) throw forbidden()
  await lockTrainings(ctx.db)
}

/** Lets no other transaction change trainings until this one ends. */
export const lockTrainings = (tx: WriteContext['db']) => oneAtATime(tx, 'trainings')

/** Every training in their order. */
export const allTrainings = async (tx: Executor): Promise<Training[]> =>
  withSections(tx, await queries.trainingsInOrder(tx))

/** Writes a training with its sections as they are. @param isThere  whether it was there before */
export async function writeTraining(
  tx: Executor,
  { id, training_sections, ...facts }: Training,
  isThere: boolean,
): Promise<void> {
  await (isThere ? queries.changeTraining(tx, id, facts) : queries.insertTraining(tx, id, facts))
  await queries.replaceSections(tx, id, training_sections)
}

function checked<T extends TrainingText>(training: T): T {
  const mistakes = trainingMistakes(training)
  if (Object.keys(mistakes).length > 0) throw invalid(mistakes)
  return training
}

async function place(tx: Executor, id: string, position: number | undefined): Promise<void> {
  if (position === undefined) return
  await queries.orderTrainings(tx, movedTo(await queries.orderOfTrainings(tx), id, position))
}
