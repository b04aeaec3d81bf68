import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { One, Training } from '@chisholm/domain/shapes'
import { Type } from 'typebox'
import type { Executor } from '../../http/context.ts'
import { exampleIds } from '../../http/example-values.ts'
import { setContentEtag } from '../../http/etag.ts'
import { notFound } from '../../http/failures.ts'
import { listOf } from '../../http/list-parameters.ts'
import { listAnswer, type ListRules, readList } from '../../http/lists.ts'
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

export const rules: ListRules<never, (typeof trainingSorts)[number]> = {
  filters: {},
  sorts: trainingSorts,
  sort: 'position',
}

export const trainingRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const many = { operationId: 'listTrainings', summary: 'A page of trainings', ...listOf(Training, rules) }
  app.get('/trainings', { schema: many }, async (request) => {
    const { db } = contextOf(request)
    const list = readList(request.query, rules)
    const { total, rows } = await trainingPage(db, list)
    return listAnswer(request, list, total, await withSections(db, rows))
  })

  const one = {
    operationId: 'getTraining',
    summary: 'One training',
    versioned: true,
    examples: { training: { id: exampleIds.training } },
    params: Id,
    response: { 200: One(Training) },
  }
  app.get('/trainings/:id', { schema: one }, async (request, reply) => {
    const { db } = contextOf(request)
    const row = await trainingById(db, request.params.id)
    const [training] = row ? await withSections(db, [row]) : []
    if (!training) throw notFound()
    setContentEtag(reply, training)
    return { success: true, data: training }
  })
}
