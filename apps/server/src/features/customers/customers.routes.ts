import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { texts } from '@chisholm/domain/texts'
import type { CustomerId } from '../../database/ids.ts'
import { replyWithResource } from '../../http/resource-reply.ts'
import { readFlag, readLine } from '../../http/body-fields.ts'
import { readIfMatch } from '../../http/etag.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listReply, readList } from '../../http/pagination.ts'
import { contextOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { customerListRules, schemas } from './customers.schemas.ts'
import {
  changeCustomer,
  createCustomer,
  deleteCustomer,
  listCustomers,
  readCustomer,
  requireMayChange,
} from './customers.ts'

export const customerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answerOne = replyWithResource(async (ctx, id: CustomerId) => ({ data: await readCustomer(ctx, id) }))

  app.get('/customers', { schema: schemas.list }, async (request) => {
    const list = await readList(request, customerListRules)
    const { total, customers } = await listCustomers(contextOf(request), list)
    return listReply(request, list, total, customers)
  })

  app.get('/customers/:id', { schema: schemas.get }, (request, reply) =>
    answerOne(contextOf(request), reply, request.params.id),
  )

  app.post('/customers', { config: { requires: 'customers.manage' }, schema: schemas.create }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      const id = idToCreate<CustomerId>(request)
      await createCustomer(ctx, id, readLine(request.body.name) ?? null)
      reply.status(201)
      return answerOne(ctx, reply, id, texts.success.customerAdded)
    }),
  )

  app.put('/customers/:id', { schema: schemas.change }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      const { id } = request.params
      await requireMayChange(ctx, id)
      const change = { name: readLine(request.body.name), retired: readFlag('retired', request.body.retired) }
      await changeCustomer(ctx, id, change, readIfMatch(request))
      return answerOne(ctx, reply, id, texts.success.dataUpdated)
    }),
  )

  app.delete('/customers/:id', { schema: schemas.remove }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await deleteCustomer(ctx, request.params.id, readIfMatch(request))
      return { success: true }
    }),
  )
}
