import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Many, One, Training } from '@chisholm/domain/shapes'
import { Type } from 'typebox'
import type { Executor } from '../../http/context.ts'
import { notFound } from '../../http/failures.ts'
import { listAnswer, ListQuery, readList } from '../../http/lists.ts'
import { contextOf } from '../../http/sign-in.ts'
import { sectionsOf, trainingById, trainingPage, trainingSorts } from './trainings.queries.ts'

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) })

async function withSections<T extends { id: string }>(db: Executor, trainings: T[]) {
  const sections = Map.groupBy(
    await sectionsOf(
      db,
      trainings.map((training) => training.id),
    ),
    (row) => row.training_id,
  )
  return trainings.map((training) => ({
    ...training,
    training_sections: (sections.get(training.id) ?? []).map(({ id, heading, content }) => ({ id, heading, content })),
  }))
}

export const trainingRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/trainings', { schema: { querystring: ListQuery, response: { 200: Many(Training) } } }, async (request) => {
    const { db } = contextOf(request)
    const list = readList<never, (typeof trainingSorts)[number]>(request.query, {
      filters: {} as Record<never, never>,
      sorts: trainingSorts,
      sort: 'position',
    })
    const { total, rows } = await trainingPage(db, list)
    return listAnswer(request, list, total, await withSections(db, rows))
  })

  app.get('/trainings/:id', { schema: { params: Id, response: { 200: One(Training) } } }, async (request) => {
    const { db } = contextOf(request)
    const row = await trainingById(db, request.params.id)
    const [training] = row ? await withSections(db, [row]) : []
    if (!training) throw notFound()
    return { success: true, data: training }
  })
}
