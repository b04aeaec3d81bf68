import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Customer, One } from '@chisholm/domain/shapes'
import { constants } from '@chisholm/domain/constants'
import { Type } from 'typebox'
import type { Context } from '../../http/context.ts'
import { exampleIds } from '../../http/example-values.ts'
import { setContentEtag } from '../../http/etag.ts'
import { notFound } from '../../http/failures.ts'
import { listOf } from '../../http/list-parameters.ts'
import { listAnswer, readList } from '../../http/lists.ts'
import { contextOf } from '../../http/sign-in.ts'
import { customerById, customerFilters, customerPage, customerSorts, sitesOf } from './customers.queries.ts'

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) })

async function withSites({ db, person }: Context, customers: { id: string; name: string }[]): Promise<Customer[]> {
  const sites = await sitesOf(
    db,
    person.siteIds,
    customers.map((customer) => customer.id),
  )
  const byCustomer = Map.groupBy(sites, (site) => site.customer_id)
  return customers.map((customer) => ({
    ...customer,
    sites: (byCustomer.get(customer.id) ?? []).map(({ id, name }) => ({ id, name })),
  }))
}

export const rules = {
  filters: customerFilters,
  sorts: customerSorts,
  sort: 'name',
  perPage: constants.customersPageSize,
  examples: { name: 'Prairie Feeders' },
}

export const customerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const many = { operationId: 'listCustomers', summary: 'A page of customers', ...listOf(Customer, rules) }
  app.get('/customers', { schema: many }, async (request) => {
    const ctx = contextOf(request)
    const list = readList(request.query, rules)
    const { total, rows } = await customerPage(ctx.db, ctx.person.siteIds, list)
    return listAnswer(request, list, total, await withSites(ctx, rows))
  })

  const one = {
    operationId: 'getCustomer',
    summary: 'One customer',
    versioned: true,
    examples: { customer: { id: exampleIds.customer } },
    params: Id,
    response: { 200: One(Customer) },
  }
  app.get('/customers/:id', { schema: one }, async (request, reply) => {
    const ctx = contextOf(request)
    const row = await customerById(ctx.db, ctx.person.siteIds, request.params.id)
    const [customer] = row ? await withSites(ctx, [row]) : []
    if (!customer) throw notFound()
    setContentEtag(reply, customer)
    return { success: true, data: customer }
  })
}
