import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { OwnSignIn } from '@chisholm/domain/shapes'
import { Type } from 'typebox'
import { BodyText, readText } from '../../http/bodies.ts'
import { contextOf } from '../../http/sign-in.ts'
import * as use from './sign-ins.ts'

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) })
const Done = Type.Object({ success: Type.Boolean() })
const Password = Type.Object({ password: Type.Optional(BodyText) })

/** One's own sign-ins: to see, to end, and to prove anew by the password. */
export const signInRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const config = { beforeSecondFactor: true, secret: true }

  app.get(
    '/auth/sign-ins',
    {
      config,
      schema: { response: { 200: Type.Object({ success: Type.Boolean(), data: Type.Array(OwnSignIn) }) } },
    },
    async (request) => ({ success: true, data: await use.listSignIns(contextOf(request)) }),
  )

  app.delete('/auth/sign-ins', { config, schema: { response: { 200: Done } } }, async (request) => {
    await use.endEverySignIn(contextOf(request))
    return { success: true }
  })

  app.delete('/auth/sign-ins/:id', { config, schema: { params: Id, response: { 200: Done } } }, async (request) => {
    await use.endSignIn(contextOf(request), request.params.id)
    return { success: true }
  })

  app.post(
    '/auth/confirm-password',
    { config, schema: { body: Password, response: { 200: Done } } },
    async (request) => {
      await use.confirmPassword(contextOf(request), readText(request.body.password) ?? '')
      return { success: true }
    },
  )
}
