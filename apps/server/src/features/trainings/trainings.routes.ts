import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { texts } from '@chisholm/domain/texts'
import type { Static } from 'typebox'
import { replyWithResource } from '../../http/resource-reply.ts'
import { isUuid, readLine, readText } from '../../http/body-fields.ts'
import { readIfMatch } from '../../http/etag.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listReply, readList } from '../../http/pagination.ts'
import { readPosition } from '../../http/move-to-position.ts'
import { contextOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { readTraining } from './training-sections.ts'
import { addTraining, changeTraining, deleteTraining, listTrainings } from './trainings.ts'
import { trainingListRules, schemas, type TrainingBody } from './trainings.schemas.ts'

type Body = Static<typeof TrainingBody>

/** Parses the body of a training. Fields that were not sent are omitted. */
function parseTrainingBody({ title, description, pre_content, post_content, training_sections, position }: Body) {
  const listPosition = readPosition(position)
  return {
    ...(title !== undefined && { title: readLine(title) ?? '' }),
    ...(description !== undefined && { description: readText(description) ?? null }),
    ...(pre_content !== undefined && { pre_content: readText(pre_content) ?? null }),
    ...(post_content !== undefined && { post_content: readText(post_content) ?? null }),
    ...(training_sections !== undefined && { training_sections: parseSections(training_sections) }),
    ...(listPosition !== undefined && { position: listPosition }),
  }
}

const parseSections = (sections: NonNullable<Body['training_sections']>) =>
  (sections === '' ? [] : sections).map((section) => {
    const id = readText(section.id)
    return {
      id: id && isUuid(id) ? id.toLowerCase() : null,
      heading: readLine(section.heading) ?? '',
      content: readText(section.content) ?? '',
    }
  })

/** Everybody reads trainings, and Admins edit them. */
export const trainingRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answerOne = replyWithResource(async (ctx, id) => {
    const { training, version } = await readTraining(ctx.db, id)
    return { data: training, version }
  })

  app.get('/trainings', { schema: schemas.list }, async (request) => {
    const list = await readList(request, trainingListRules)
    const { total, trainings } = await listTrainings(contextOf(request), list)
    return listReply(request, list, total, trainings)
  })

  app.get('/trainings/:id', { schema: schemas.get }, (request, reply) =>
    answerOne(contextOf(request), reply, request.params.id),
  )

  app.post('/trainings', { config: { requires: 'trainings.manage' }, schema: schemas.create }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      const id = idToCreate(request)
      await addTraining(ctx, id, parseTrainingBody(request.body))
      reply.status(201)
      return answerOne(ctx, reply, id, texts.success.dataUpdated)
    }),
  )

  app.put('/trainings/:id', { config: { requires: 'trainings.manage' }, schema: schemas.change }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      const { id } = request.params
      await changeTraining(ctx, id, parseTrainingBody(request.body), readIfMatch(request))
      return answerOne(ctx, reply, id, texts.success.dataUpdated)
    }),
  )

  app.delete('/trainings/:id', { config: { requires: 'trainings.manage' }, schema: schemas.remove }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await deleteTraining(ctx, request.params.id, readIfMatch(request))
      return { success: true }
    }),
  )
}
