import { sql } from 'kysely'
import type { Executor } from '../../http/context.ts'
import type { ListRequest } from '../../http/lists.ts'

export const trainingSorts = ['position', 'title', 'created_at'] as const
const columns = ['id', 'title', 'description', 'pre_content', 'post_content'] as const

/** One page of the trainings, and how many there are. */
export async function trainingPage(db: Executor, list: ListRequest<never, (typeof trainingSorts)[number]>) {
  let page = db.selectFrom('trainings').select(columns)
  for (const { field, descending } of list.sorts) page = page.orderBy(field, descending ? 'desc' : 'asc')
  const [{ total }, rows] = await Promise.all([
    db.selectFrom('trainings').select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
    page.orderBy('id').limit(list.perPage).offset(list.offset).execute(),
  ])
  return { total, rows }
}

export const trainingById = (db: Executor, id: string) =>
  db.selectFrom('trainings').select(columns).where('id', '=', id).executeTakeFirst()

export const sectionsOf = (db: Executor, trainingIds: string[]) =>
  db
    .selectFrom('training_sections')
    .select(['id', 'training_id', 'heading', 'content'])
    .where(sql<boolean>`training_id = any(${trainingIds}::uuid[])`)
    .orderBy('position')
    .execute()
