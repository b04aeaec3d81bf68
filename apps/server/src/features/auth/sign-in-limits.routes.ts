import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { SignInLimit } from '@chisholm/domain/schemas/sign-ins'
import { Type } from 'typebox'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { listReply, noFilters, readList } from '../../http/pagination.ts'
import { contextOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { SuccessReply } from '../../http/success-reply.ts'
import { liftSignInLimit, listSignInLimits } from './sign-in-limits.ts'

const listRules = { filters: noFilters, sorts: ['since'], sort: '-since' } as const

const schemas = {
  list: {
    operationId: 'listSignInLimits',
    summary: 'Addresses whose sign-ins are delayed after too many failures, for Admins',
    ...listSchema(SignInLimit, listRules),
  },
  lift: {
    operationId: 'liftSignInLimit',
    summary: 'Lift the limit of an address, for Admins',
    examples: { limit: { id: exampleIds.signInLimit } },
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
    response: { 200: SuccessReply },
  },
}

/** Lets Admins list the addresses with too many failed sign-ins, and lift their limits. */
export const signInLimitRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/sign-in-limits',
    { config: { requires: 'sign-in-limits.manage' }, schema: schemas.list },
    async (request) => {
      const list = await readList(request, listRules)
      const { total, limits } = await listSignInLimits(contextOf(request), list)
      return listReply(request, list, total, limits)
    },
  )

  app.delete(
    '/sign-in-limits/:id',
    { config: { requires: 'sign-in-limits.manage' }, schema: schemas.lift },
    (request, reply) =>
      handleWrite(request, reply, async (ctx) => {
        await liftSignInLimit(ctx, request.params.id)
        return { success: true }
      }),
  )
}
