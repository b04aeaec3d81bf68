import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Animal, Many, Named } from '@chisholm/domain/shapes'
import { listAnswer, ListQuery, readList } from '../../http/lists.ts'
import { contextOf } from '../../http/sign-in.ts'
import { animalFilters, animalSorts } from './animals.queries.ts'
import { listAnimals, listDistinctAnimals, listTags } from './animals.ts'

/** Calls older clients still make (decisions.md section 4, 'Legacy'). */
export const legacyAnimalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const rules = { filters: animalFilters, sorts: animalSorts, sort: '-created_at' }
  const schema = { querystring: ListQuery, response: { 200: Many(Animal) } }

  app.get('/animals', { schema }, async (request) => {
    const list = readList(request.query, rules)
    const { total, animals } = await listDistinctAnimals(contextOf(request), list)
    return listAnswer(request, list, total, animals)
  })

  app.get('/animal-records', { schema }, async (request) => {
    const list = readList(request.query, rules)
    const { total, animals } = await listAnimals(contextOf(request), list)
    return listAnswer(request, list, total, animals)
  })

  app.get('/animal-tags', { schema: { querystring: ListQuery, response: { 200: Many(Named) } } }, async (request) => {
    const list = readList(request.query, { ...rules, sort: 'tag' })
    const { total, tags } = await listTags(contextOf(request), list)
    return listAnswer(request, list, total, tags)
  })
}
