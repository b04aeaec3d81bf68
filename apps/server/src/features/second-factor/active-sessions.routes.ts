import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { OwnSignIn } from '@chisholm/domain/schemas/sign-ins'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { listReply, readList } from '../../http/pagination.ts'
import { contextOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { SuccessReply } from '../../http/success-reply.ts'
import { endEverySignIn, endSignIn, listSignIns } from './active-sessions.ts'
import { signInRules } from './active-sessions.queries.ts'

const Id = idParameter()
const tags = ['second-factor']

const schemas = {
  list: {
    operationId: 'listSignIns',
    summary: 'A page of the sessions of the signed-in user, most recently used first',
    tags,
    ...listSchema(OwnSignIn, signInRules),
  },
  endAll: {
    operationId: 'endEverySignIn',
    summary: 'End every session of the signed-in user, including the current one',
    tags,
    response: { 200: SuccessReply },
  },
  end: {
    operationId: 'endSignIn',
    summary: 'End one session of the signed-in user',
    tags,
    examples: { signIn: { id: exampleIds.signIn } },
    params: Id,
    response: { 200: SuccessReply },
  },
}

/** Users list and end their own sign-ins. */
export const signInRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const config = { allowWithoutSecondFactor: true }

  app.get('/auth/sign-ins', { config, schema: schemas.list }, async (request) => {
    const list = await readList(request, signInRules)
    const { total, signIns } = await listSignIns(contextOf(request), list)
    return listReply(request, list, total, signIns)
  })

  app.delete('/auth/sign-ins', { config, schema: schemas.endAll }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await endEverySignIn(ctx)
      return { success: true }
    }),
  )

  app.delete('/auth/sign-ins/:id', { config, schema: schemas.end }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await endSignIn(ctx, request.params.id)
      return { success: true }
    }),
  )
}
