import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { constants } from '@chisholm/domain/constants'
import { LibraryEntry, One } from '@chisholm/domain/shapes'
import { Type } from 'typebox'
import { exampleIds } from '../../http/example-values.ts'
import { setContentEtag } from '../../http/etag.ts'
import { notFound } from '../../http/failures.ts'
import { listOf } from '../../http/list-parameters.ts'
import { listAnswer, readList } from '../../http/lists.ts'
import { contextOf } from '../../http/sign-in.ts'
import { entryById, entryPage, librarySorts } from './library.queries.ts'

/** The library lists of specification 7.5, by the name of their call. */
export const libraryLists = [
  'unit-of-measures',
  'species',
  'animal-types',
  'animal-colors',
  'animal-groups',
  'diagnoses',
  'health-risks',
  'treatments',
  'breeds',
  'tag-colors',
  'reports',
] as const

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) })

export const rules = {
  filters: { id: 'id', name: 'text' },
  sorts: librarySorts,
  sort: 'name',
  perPage: constants.tagColorsPageSize,
  examples: { name: 'Yellow' },
} as const

/** `tag-colors` as an operation's noun: TagColors. */
const nounOf = (name: string) => name.replaceAll(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase())

export const libraryRoutes: FastifyPluginAsyncTypebox = async (app) => {
  for (const name of libraryLists) {
    const words = name.replaceAll('-', ' ')
    const many = {
      operationId: `list${nounOf(name)}`,
      summary: `A page of the list of ${words}`,
      ...listOf(LibraryEntry, rules),
    }
    app.get(`/${name}`, { schema: many }, async (request) => {
      const list = readList(request.query, rules)
      const { total, rows } = await entryPage(contextOf(request).db, name, list)
      return listAnswer(request, list, total, rows)
    })
    const one = {
      operationId: `get${nounOf(name)}Entry`,
      summary: `One entry of the list of ${words}`,
      versioned: true,
      examples: { entry: { id: exampleIds.libraryEntry } },
      params: Id,
      response: { 200: One(LibraryEntry) },
    }
    app.get(`/${name}/:id`, { schema: one }, async (request, reply) => {
      const entry = await entryById(contextOf(request).db, name, request.params.id)
      if (!entry) throw notFound()
      setContentEtag(reply, entry)
      return { success: true, data: entry }
    })
  }
}
