import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Animal } from '@chisholm/domain/schemas/post-mortems'
import { Named } from '@chisholm/domain/schemas/references'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { listReply, readList } from '../../http/pagination.ts'
import { contextOf } from '../../http/authentication.ts'
import { animalListRules, tagListRules } from './animals.queries.ts'
import { listAnimals, listDistinctAnimals, listTags } from './animals.ts'

/** Routes that older clients still use (decisions.md section 4, 'Legacy'). */
export const legacyAnimalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const animals = listSchema(Animal, animalListRules)
  const distinct = { operationId: 'listAnimals', summary: 'A page of distinct animals, by RFID or tag', ...animals }

  app.get('/animals', { schema: distinct }, async (request) => {
    const list = await readList(request, animalListRules)
    const { total, animals } = await listDistinctAnimals(contextOf(request), list)
    return listReply(request, list, total, animals)
  })

  const records = { operationId: 'listAnimalRecords', summary: 'A page of the animals of all tickets', ...animals }

  app.get('/animal-records', { schema: records }, async (request) => {
    const list = await readList(request, animalListRules)
    const { total, animals } = await listAnimals(contextOf(request), list)
    return listReply(request, list, total, animals)
  })

  const tags = {
    operationId: 'listAnimalTags',
    summary: 'A page of the tags in use',
    ...listSchema(Named, tagListRules),
  }

  app.get('/animal-tags', { schema: tags }, async (request) => {
    const list = await readList(request, tagListRules)
    const { total, tags } = await listTags(contextOf(request), list)
    return listReply(request, list, total, tags)
  })
}
