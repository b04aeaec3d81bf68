import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { constants } from '@chisholm/domain/constants'
import { Many, One, Site } from '@chisholm/domain/shapes'
import { Type } from 'typebox'
import { notFound } from '../../http/failures.ts'
import { listAnswer, ListQuery, readList } from '../../http/lists.ts'
import { contextOf } from '../../http/sign-in.ts'
import { siteById, siteFilters, sitePage, siteSorts } from './sites.queries.ts'

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) })

const shownSite = ({ customer_name, ...site }: NonNullable<Awaited<ReturnType<typeof siteById>>>): Site => ({
  ...site,
  customer: { id: site.customer_id, name: customer_name },
})

export const siteRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/sites', { schema: { querystring: ListQuery, response: { 200: Many(Site) } } }, async (request) => {
    const { db, person } = contextOf(request)
    const list = readList(request.query, {
      filters: siteFilters,
      sorts: siteSorts,
      sort: 'name',
      perPage: constants.siteCallPageSize,
    })
    const { total, rows } = await sitePage(db, person.siteIds, list)
    return listAnswer(request, list, total, rows.map(shownSite))
  })

  app.get('/sites/:id', { schema: { params: Id, response: { 200: One(Site) } } }, async (request) => {
    const { db, person } = contextOf(request)
    const site = await siteById(db, request.params.id)
    if (!site || (person.siteIds && !person.siteIds.includes(site.id))) throw notFound()
    return { success: true, data: shownSite(site) }
  })
}
