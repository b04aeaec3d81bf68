import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Animal, Named } from '@chisholm/domain/shapes'
import { listOf } from '../../http/list-parameters.ts'
import { listAnswer, readList } from '../../http/lists.ts'
import { contextOf } from '../../http/sign-in.ts'
import { animalRules, tagRules } from './animals.queries.ts'
import { listAnimals, listDistinctAnimals, listTags } from './animals.ts'

/** Calls older clients still make (decisions.md section 4, 'Legacy'). */
export const legacyAnimalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const animals = listOf(Animal, animalRules)
  const distinct = { operationId: 'listAnimals', summary: 'A page of distinct animals, by RFID or tag', ...animals }

  app.get('/animals', { schema: distinct }, async (request) => {
    const list = await readList(request, animalRules)
    const { total, animals } = await listDistinctAnimals(contextOf(request), list)
    return listAnswer(request, list, total, animals)
  })

  const records = { operationId: 'listAnimalRecords', summary: 'A page of the animals of all tickets', ...animals }

  app.get('/animal-records', { schema: records }, async (request) => {
    const list = await readList(request, animalRules)
    const { total, animals } = await listAnimals(contextOf(request), list)
    return listAnswer(request, list, total, animals)
  })

  const tags = { operationId: 'listAnimalTags', summary: 'A page of the tags in use', ...listOf(Named, tagRules) }

  app.get('/animal-tags', { schema: tags }, async (request) => {
    const list = await readList(request, tagRules)
    const { total, tags } = await listTags(contextOf(request), list)
    return listAnswer(request, list, total, tags)
  })
}
