import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { SignInLimit } from '@chisholm/domain/shapes'
import { Type } from 'typebox'
import { exampleIds } from '../../http/example-values.ts'
import { listOf } from '../../http/list-parameters.ts'
import { listAnswer, readList } from '../../http/lists.ts'
import { contextOf } from '../../http/sign-in.ts'
import { write } from '../../http/write.ts'
import * as use from './sign-in-limits.ts'

// cast: the literal alone would be narrower than what comes later
const rules = { filters: {} as Record<never, never>, sorts: ['since'], sort: '-since' } as const

const schemas = {
  list: {
    operationId: 'listSignInLimits',
    summary: 'Addresses whose sign-ins have to wait because too many failed lately, for Admins',
    ...listOf(SignInLimit, rules),
  },
  lift: {
    operationId: 'liftSignInLimit',
    summary: 'Let an address sign in again at once, for Admins',
    examples: { limit: { id: exampleIds.signInLimit } },
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
    response: { 200: Type.Object({ success: Type.Boolean() }) },
  },
}

/** Who has to wait after too many failed sign-ins: Admins see and end it. */
export const signInLimitRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/sign-in-limits', { schema: schemas.list }, async (request) => {
    const list = await readList(request, rules)
    const { total, limits } = await use.listSignInLimits(contextOf(request), list)
    return listAnswer(request, list, total, limits)
  })

  app.delete('/sign-in-limits/:id', { schema: schemas.lift }, (request, reply) =>
    write(request, reply, async (ctx) => {
      await use.liftSignInLimit(ctx, request.params.id)
      return { success: true }
    }),
  )
}
