import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type LibraryList, libraryLists } from '@chisholm/domain/library'
import { may } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import type { Static } from 'typebox'
import { answerWith } from '../../http/answers.ts'
import { readFlag, readLine } from '../../http/bodies.ts'
import { expectedVersion } from '../../http/etag.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listAnswer, readList } from '../../http/lists.ts'
import { readPosition } from '../../http/positions.ts'
import { contextOf } from '../../http/sign-in.ts'
import { write } from '../../http/write.ts'
import * as use from './library.ts'
import { entryPage } from './library.queries.ts'
import { adminRules, type EntryBody, listsRules, listsSchema, rules, schemasOf } from './library.schemas.ts'

/** Reads what is sent of an entry; what is not sent is left out. */
function readSent(body: Static<typeof EntryBody>): use.SentEntry {
  const position = readPosition(body.position)
  const retired = readFlag('retired', body.retired)
  const notifiable = readFlag('notifiable', body.notifiable)
  return {
    ...(body.name !== undefined && { name: readLine(body.name) ?? '' }),
    ...(body.code !== undefined && { code: readLine(body.code) ?? null }),
    ...(body.system !== undefined && { system: readLine(body.system) ?? null }),
    ...(body.hex !== undefined && { hex: readLine(body.hex)?.toLowerCase() ?? null }),
    ...(notifiable !== undefined && { notifiable }),
    ...(retired !== undefined && { retired }),
    ...(position !== undefined && { position }),
  }
}

/** The library lists of specification 7.5: everybody reads them, Admins keep them. */
export const libraryRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/library', { schema: listsSchema }, async (request) => {
    const lists = await use.readLists(contextOf(request))
    const asked = await readList(request, listsRules)
    if (asked.sorts[0]?.descending) lists.reverse()
    return listAnswer(request, asked, lists.length, lists.slice(asked.offset, asked.offset + asked.perPage))
  })
  for (const list of libraryLists) await app.register(routesOf(list))
}

const routesOf =
  (list: LibraryList): FastifyPluginAsyncTypebox =>
  async (app) => {
    const schemas = schemasOf(list)
    const answerOne = answerWith(async (ctx, id) => {
      const { version, ...entry } = await use.readEntry(ctx.db, list, id)
      return { data: entry, version }
    })

    app.get(`/${list}`, { schema: schemas.list }, async (request) => {
      const { db, person } = contextOf(request)
      const asked = await readList(request, may(person, 'library.manage') ? adminRules : rules)
      const { total, rows } = await entryPage(db, list, asked)
      return listAnswer(request, asked, total, rows)
    })

    app.get(`/${list}/:id`, { schema: schemas.get }, (request, reply) =>
      answerOne(contextOf(request), reply, request.params.id),
    )

    app.post(`/${list}`, { schema: schemas.create }, (request, reply) =>
      write(request, reply, async (ctx) => {
        const id = idToCreate(request)
        await use.addEntry(ctx, list, id, readSent(request.body))
        reply.status(201)
        return answerOne(ctx, reply, id, texts.success.dataUpdated)
      }),
    )

    app.put(`/${list}/:id`, { schema: schemas.change }, (request, reply) =>
      write(request, reply, async (ctx) => {
        const { id } = request.params
        await use.changeEntry(ctx, list, id, readSent(request.body), expectedVersion(request))
        return answerOne(ctx, reply, id, texts.success.dataUpdated)
      }),
    )

    app.delete(`/${list}/:id`, { schema: schemas.remove }, (request, reply) =>
      write(request, reply, async (ctx) => {
        await use.deleteEntry(ctx, list, request.params.id, expectedVersion(request))
        return { success: true }
      }),
    )

    app.delete(`/${list}/order`, { schema: schemas.alphabetical }, (request, reply) =>
      write(request, reply, async (ctx) => {
        await use.makeAlphabetical(ctx, list)
        return { success: true }
      }),
    )
  }
