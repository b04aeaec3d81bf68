import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { constants } from '@chisholm/domain/constants'
import { One, Site } from '@chisholm/domain/shapes'
import { Type } from 'typebox'
import { exampleIds } from '../../http/example-values.ts'
import { setContentEtag } from '../../http/etag.ts'
import { notFound } from '../../http/failures.ts'
import { listOf } from '../../http/list-parameters.ts'
import { listAnswer, readList } from '../../http/lists.ts'
import { contextOf } from '../../http/sign-in.ts'
import { siteById, siteFilters, sitePage, siteSorts } from './sites.queries.ts'

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) })

const shownSite = ({ customer_name, ...site }: NonNullable<Awaited<ReturnType<typeof siteById>>>): Site => ({
  ...site,
  customer: { id: site.customer_id, name: customer_name },
})

export const rules = {
  filters: siteFilters,
  sorts: siteSorts,
  sort: 'name',
  perPage: constants.siteCallPageSize,
  examples: { name: 'North Yard' },
}

export const siteRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const many = { operationId: 'listSites', summary: 'A page of sites', ...listOf(Site, rules) }
  app.get('/sites', { schema: many }, async (request) => {
    const { db, person } = contextOf(request)
    const list = readList(request.query, rules)
    const { total, rows } = await sitePage(db, person.siteIds, list)
    return listAnswer(request, list, total, rows.map(shownSite))
  })

  const one = {
    operationId: 'getSite',
    summary: 'One site',
    versioned: true,
    examples: { site: { id: exampleIds.site } },
    params: Id,
    response: { 200: One(Site) },
  }
  app.get('/sites/:id', { schema: one }, async (request, reply) => {
    const { db, person } = contextOf(request)
    const site = await siteById(db, request.params.id)
    if (!site || (person.siteIds && !person.siteIds.includes(site.id))) throw notFound()
    const data = shownSite(site)
    setContentEtag(reply, data)
    return { success: true, data }
  })
}
