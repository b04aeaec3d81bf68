import type { TrainingFields } from '@chisholm/domain/trainings'
import { sql } from 'kysely'
import type { Executor } from '../../database/executor.ts'
import { countOfRows, readPageAndTotal } from '../../database/one-snapshot.ts'
import { condition } from '../../http/filter-conditions.queries.ts'
import type { ListRequest } from '../../http/pagination.ts'

export const trainingFilters = { title: 'text' } as const
export const trainingSorts = ['position', 'title', 'created_at'] as const
const columns = ['id', 'title', 'description', 'pre_content', 'post_content', 'version'] as const

/** Reads one page of the trainings, and how many there are in total. */
export async function readTrainingPage(
  db: Executor,
  list: ListRequest<keyof typeof trainingFilters, (typeof trainingSorts)[number]>,
) {
  let trainings = db.selectFrom('trainings')
  for (const filter of list.filters) trainings = trainings.where(condition(sql.ref(filter.field), filter))
  let page = trainings.select(columns)
  for (const { field, descending } of list.sorts) page = page.orderBy(field, descending ? 'desc' : 'asc')
  return readPageAndTotal(db, trainings.select(countOfRows), page.orderBy('id').limit(list.perPage).offset(list.offset))
}

export const trainingById = (db: Executor, id: string) =>
  db.selectFrom('trainings').select(columns).where('id', '=', id).executeTakeFirst()
export type TrainingRow = NonNullable<Awaited<ReturnType<typeof trainingById>>>

export const orderedTrainings = (db: Executor) =>
  db.selectFrom('trainings').select(columns).orderBy('position').orderBy('id').execute()

export const sectionsOfTrainings = (db: Executor, trainingIds: string[]) =>
  db
    .selectFrom('training_sections')
    .select(['id', 'training_id', 'heading', 'content'])
    .where(sql<boolean>`training_id = any(${trainingIds}::uuid[])`)
    .orderBy('position')
    .execute()

export const readTrainingOrder = async (db: Executor) =>
  (await db.selectFrom('trainings').select('id').orderBy('position').orderBy('id').execute()).map(({ id }) => id)

type TrainingColumns = Omit<TrainingFields, 'training_sections'>

export const insertTraining = (tx: Executor, id: string, facts: TrainingColumns) =>
  tx
    .insertInto('trainings')
    .values({ ...facts, id, position: sql<number>`(select coalesce(max(position), 0) + 1 from trainings)` })
    .execute()

export const changeTraining = (tx: Executor, id: string, facts: TrainingColumns) =>
  tx
    .updateTable('trainings')
    .set({ ...facts, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

/** Replaces the sections of a training by these, in this order. */
export async function replaceSections(
  tx: Executor,
  trainingId: string,
  sections: { id: string; heading: string; content: string }[],
): Promise<void> {
  await tx.deleteFrom('training_sections').where('training_id', '=', trainingId).execute()
  if (sections.length === 0) return
  await tx
    .insertInto('training_sections')
    .values(sections.map((section, position) => ({ ...section, training_id: trainingId, position })))
    .execute()
}

export const saveTrainingOrder = (tx: Executor, ids: string[]) =>
  sql`update trainings set position = ordered.place
    from unnest(${ids}::uuid[]) with ordinality as ordered (id, place)
    where trainings.id = ordered.id`.execute(tx)

/** Deletes a training. The foreign key deletes its sections. */
export const deleteTraining = (tx: Executor, id: string) => tx.deleteFrom('trainings').where('id', '=', id).execute()
