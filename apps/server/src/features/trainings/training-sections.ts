import type { Training } from '@chisholm/domain/schemas/trainings'
import type { TrainingFields } from '@chisholm/domain/trainings'
import { newId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { notFound } from '../../http/app-error.ts'
import * as queries from './trainings.queries.ts'

/** Trainings as the API returns them, with their sections in order. */
export async function withSections(db: Executor, rows: queries.TrainingRow[]): Promise<Training[]> {
  const ids = rows.map(({ id }) => id)
  const sections = Map.groupBy(await queries.sectionsOfTrainings(db, ids), (section) => section.training_id)
  return rows.map(({ version: _version, ...training }) => ({
    ...training,
    training_sections: (sections.get(training.id) ?? []).map(({ id, heading, content }) => ({ id, heading, content })),
  }))
}

/** @throws notFound  there is no such training */
export async function readTraining(db: Executor, id: string): Promise<{ training: Training; version: number }> {
  const row = await queries.trainingById(db, id)
  const [training] = row ? await withSections(db, [row]) : []
  if (!row || !training) throw notFound()
  return { training, version: row.version }
}

/** Sections keep the ids that were sent with them, except ids of sections of other trainings. Others get a new one. */
export async function withSectionIds(
  tx: Executor,
  trainingId: string,
  sections: { id?: string | null; heading: string; content: string }[],
) {
  const ids = sections.flatMap(({ id }) => id ?? [])
  const elsewhere = await queries.sectionIdsElsewhere(tx, ids, trainingId)
  const freeIds = new Set(ids.filter((id) => !elsewhere.includes(id)))
  return sections.map(({ id, heading, content }) => ({
    id: id && freeIds.delete(id) ? id : newId(),
    heading,
    content,
  }))
}

/** Whether two trainings have the same content. Ids of sections do not count. */
export function hasSameContent(one: TrainingFields, other: TrainingFields): boolean {
  const contentOf = ({ title, description, pre_content, post_content, training_sections }: TrainingFields) =>
    JSON.stringify([
      [title, description, pre_content, post_content],
      training_sections.map(({ heading, content }) => [heading, content]),
    ])
  return contentOf(one) === contentOf(other)
}
