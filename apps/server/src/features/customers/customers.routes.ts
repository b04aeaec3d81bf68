import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { texts } from '@chisholm/domain/texts'
import { answerWith } from '../../http/answers.ts'
import { readFlag, readText } from '../../http/bodies.ts'
import { expectedContent } from '../../http/etag.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listAnswer, readList } from '../../http/lists.ts'
import { contextOf } from '../../http/sign-in.ts'
import { rules, schemas } from './customers.schemas.ts'
import * as use from './customers.ts'

export const customerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answerOne = answerWith(async (ctx, id) => ({ data: await use.readCustomer(ctx, id) }))

  app.get('/customers', { schema: schemas.list }, async (request) => {
    const list = readList(request.query, rules)
    const { total, customers } = await use.listCustomers(contextOf(request), list)
    return listAnswer(request, list, total, customers)
  })

  app.get('/customers/:id', { schema: schemas.get }, (request, reply) => answerOne(request, reply, request.params.id))

  app.post('/customers', { schema: schemas.create }, async (request, reply) => {
    const id = idToCreate(request)
    await use.createCustomer(contextOf(request), id, readText(request.body.name) ?? null)
    reply.status(201)
    return answerOne(request, reply, id, texts.success.customerAdded)
  })

  app.put('/customers/:id', { schema: schemas.change }, async (request, reply) => {
    const { id } = request.params
    const change = { name: readText(request.body.name), retired: readFlag('retired', request.body.retired) }
    await use.changeCustomer(contextOf(request), id, change, expectedContent(request))
    return answerOne(request, reply, id, texts.success.dataUpdated)
  })

  app.delete('/customers/:id', { schema: schemas.remove }, async (request) => {
    await use.deleteCustomer(contextOf(request), request.params.id, expectedContent(request))
    return { success: true }
  })
}
