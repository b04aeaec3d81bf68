import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { constants } from '@chisholm/domain/constants'
import { LibraryEntry, Many, One } from '@chisholm/domain/shapes'
import { Type } from 'typebox'
import { notFound } from '../../http/failures.ts'
import { listAnswer, ListQuery, readList } from '../../http/lists.ts'
import { contextOf } from '../../http/sign-in.ts'
import { entryById, entryPage, librarySorts } from './library.queries.ts'

/** The library lists of specification 7.5, by the name of their call. */
const libraryLists = [
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

export const libraryRoutes: FastifyPluginAsyncTypebox = async (app) => {
  for (const name of libraryLists) {
    app.get(
      `/${name}`,
      { schema: { querystring: ListQuery, response: { 200: Many(LibraryEntry) } } },
      async (request) => {
        const list = readList(request.query, {
          filters: { id: 'id', name: 'text' },
          sorts: librarySorts,
          sort: 'name',
          perPage: constants.tagColorsPageSize,
        })
        const { total, rows } = await entryPage(contextOf(request).db, name, list)
        return listAnswer(request, list, total, rows)
      },
    )
    app.get(`/${name}/:id`, { schema: { params: Id, response: { 200: One(LibraryEntry) } } }, async (request) => {
      const entry = await entryById(contextOf(request).db, name, request.params.id)
      if (!entry) throw notFound()
      return { success: true, data: entry }
    })
  }
}
