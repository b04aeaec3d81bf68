import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { OwnSignIn } from '@chisholm/domain/schemas'
import { Type } from 'typebox'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { contextOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import * as use from './active-sessions.ts'

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) })
const Done = Type.Object({ success: Type.Boolean() })
const tags = ['second-factor']

const schemas = {
  list: {
    operationId: 'listSignIns',
    summary: 'The sessions of the signed-in user, most recently used first',
    tags,
    response: { 200: Type.Object({ success: Type.Boolean(), data: Type.Array(OwnSignIn) }) },
  },
  endAll: {
    operationId: 'endEverySignIn',
    summary: 'End every session of the signed-in user, including the current one',
    tags,
    response: { 200: Done },
  },
  end: {
    operationId: 'endSignIn',
    summary: 'End one session of the signed-in user',
    tags,
    examples: { signIn: { id: exampleIds.signIn } },
    params: Id,
    response: { 200: Done },
  },
}

/** Users list and end their own sign-ins. */
export const signInRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const config = { allowWithoutSecondFactor: true }

  app.get('/auth/sign-ins', { config, schema: schemas.list }, async (request) => ({
    success: true,
    data: await use.listSignIns(contextOf(request)),
  }))

  app.delete('/auth/sign-ins', { config, schema: schemas.endAll }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await use.endEverySignIn(ctx)
      return { success: true }
    }),
  )

  app.delete('/auth/sign-ins/:id', { config, schema: schemas.end }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await use.endSignIn(ctx, request.params.id)
      return { success: true }
    }),
  )
}
