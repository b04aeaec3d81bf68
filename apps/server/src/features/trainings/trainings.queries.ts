import type { TrainingFields } from '@chisholm/domain/trainings'
import { sql } from 'kysely'
import { alphabetical } from '../../database/alphabetical.ts'
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
  for (const { field, descending } of list.sorts)
    page = page.orderBy(field === 'title' ? alphabetical(field) : field, descending ? 'desc' : 'asc')
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

/** Those of the ids that sections of other trainings have. */
export const sectionIdsElsewhere = async (db: Executor, ids: string[], trainingId: string) =>
  (
    await db
      .selectFrom('training_sections')
      .select('id')
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where('training_id', '<>', trainingId)
      .execute()
  ).map(({ id }) => id)

export const readTrainingOrder = async (db: Executor) =>
  (await db.selectFrom('trainings').select('id').orderBy('position').orderBy('id').execute()).map(({ id }) => id)

type TrainingRowFields = { id: string } & Omit<TrainingFields, 'training_sections'>
const writtenColumns = [
  'id',
  'title',
  'description',
  'pre_content',
  'post_content',
] satisfies (keyof TrainingRowFields)[]

/** Inserts trainings after the existing ones, in this order. */
export const insertTrainings = (tx: Executor, trainings: TrainingRowFields[]) =>
  sql`insert into trainings (id, title, description, pre_content, post_content, position)
      select id, title, description, pre_content, post_content,
        (select coalesce(max(position), 0) from trainings) + number
      from rows from (json_to_recordset(${JSON.stringify(trainings, writtenColumns)})
        as (id uuid, title text, description text, pre_content text, post_content text))
        with ordinality as added (id, title, description, pre_content, post_content, number)`.execute(tx)

export const updateTrainings = (tx: Executor, trainings: TrainingRowFields[]) =>
  sql`update trainings set title = changed.title, description = changed.description,
        pre_content = changed.pre_content, post_content = changed.post_content, version = trainings.version + 1
      from json_populate_recordset(null::trainings, ${JSON.stringify(trainings, writtenColumns)}) changed
      where trainings.id = changed.id`.execute(tx)

/** Replaces the sections of each training by these, in this order. */
export async function replaceSections(
  tx: Executor,
  trainings: { id: string; training_sections: { id: string; heading: string; content: string }[] }[],
): Promise<void> {
  const ids = trainings.map(({ id }) => id)
  await sql`delete from training_sections where training_id = any(${ids}::uuid[])`.execute(tx)
  const sections = trainings.flatMap(({ id, training_sections }) =>
    training_sections.map((section, position) => ({ ...section, training_id: id, position })),
  )
  if (sections.length === 0) return
  await sql`insert into training_sections (id, training_id, heading, content, position)
            select id, training_id, heading, content, position
            from json_populate_recordset(null::training_sections, ${JSON.stringify(sections)})`.execute(tx)
}

export const saveTrainingOrder = (tx: Executor, ids: string[]) =>
  sql`update trainings set position = ordered.position
    from unnest(${ids}::uuid[]) with ordinality as ordered (id, position)
    where trainings.id = ordered.id`.execute(tx)

/** Deletes a training. The foreign key deletes its sections. */
export const deleteTraining = (tx: Executor, id: string) => tx.deleteFrom('trainings').where('id', '=', id).execute()
