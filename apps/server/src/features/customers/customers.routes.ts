import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { texts } from '@chisholm/domain/texts'
import type { CustomerId } from '../../database/ids.ts'
import { answerWith } from '../../http/answers.ts'
import { readFlag, readText } from '../../http/bodies.ts'
import { expectedContent } from '../../http/etag.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listAnswer, readList } from '../../http/lists.ts'
import { contextOf } from '../../http/sign-in.ts'
import { write } from '../../http/write.ts'
import { rules, schemas } from './customers.schemas.ts'
import * as use from './customers.ts'

export const customerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answerOne = answerWith(async (ctx, id: CustomerId) => ({ data: await use.readCustomer(ctx, id) }))

  app.get('/customers', { schema: schemas.list }, async (request) => {
    const list = await readList(request, rules)
    const { total, customers } = await use.listCustomers(contextOf(request), list)
    return listAnswer(request, list, total, customers)
  })

  app.get('/customers/:id', { schema: schemas.get }, (request, reply) =>
    answerOne(contextOf(request), reply, request.params.id),
  )

  app.post('/customers', { schema: schemas.create }, (request, reply) =>
    write(request, reply, async (ctx) => {
      const id = idToCreate<CustomerId>(request)
      await use.createCustomer(ctx, id, readText(request.body.name) ?? null)
      reply.status(201)
      return answerOne(ctx, reply, id, texts.success.customerAdded)
    }),
  )

  app.put('/customers/:id', { schema: schemas.change }, (request, reply) =>
    write(request, reply, async (ctx) => {
      const { id } = request.params
      const change = { name: readText(request.body.name), retired: readFlag('retired', request.body.retired) }
      await use.changeCustomer(ctx, id, change, expectedContent(request))
      return answerOne(ctx, reply, id, texts.success.dataUpdated)
    }),
  )

  app.delete('/customers/:id', { schema: schemas.remove }, (request, reply) =>
    write(request, reply, async (ctx) => {
      await use.deleteCustomer(ctx, request.params.id, expectedContent(request))
      return { success: true }
    }),
  )
}
