import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { dangerLevels, isDangerLevel } from '@chisholm/domain/danger-signs'
import { type LibraryList, libraryLists } from '@chisholm/domain/library'
import { may } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import type { Static } from 'typebox'
import { invalid } from '../../http/app-error.ts'
import { replyWithResource } from '../../http/resource-reply.ts'
import { type BodyText, readFlag, readLine, readText } from '../../http/body-fields.ts'
import { readIfMatch } from '../../http/etag.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listReply, readList } from '../../http/pagination.ts'
import { readPosition } from '../../http/move-to-position.ts'
import { contextOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import {
  addEntry,
  changeEntry,
  deleteEntry,
  type EntryPatch,
  listEntries,
  makeAlphabetical,
  readEntry,
  readLists,
} from './library.ts'
import {
  inDefaultOrder,
  libraryAdminRules,
  type EntryBody,
  listOfListsRules,
  listsSchema,
  libraryListRules,
  createSchemas,
} from './library.schemas.ts'

/** Reads the level of a danger sign; empty: none. @throws invalid  the error names the levels */
function readLevel(value: BodyText) {
  const level = readText(value) ?? null
  if (level !== null && !isDangerLevel(level)) throw invalid({ level: [texts.validation.oneOf(dangerLevels)] })
  return level
}

/** Parses the body of an entry; fields that were not sent are omitted. */
function parseEntryBody(body: Static<typeof EntryBody>): EntryPatch {
  // entries of an alphabetical list are answered with 0, and may be sent back like that
  const position = readText(body.position) === '0' ? undefined : readPosition(body.position)
  const retired = readFlag('retired', body.retired)
  const notifiable = readFlag('notifiable', body.notifiable)
  const required = readFlag('required', body.required)
  return {
    ...(body.name !== undefined && { name: readLine(body.name) ?? '' }),
    ...(body.code !== undefined && { code: readLine(body.code) ?? null }),
    ...(body.system !== undefined && { system: readLine(body.system) ?? null }),
    ...(body.hex !== undefined && { hex: readLine(body.hex)?.toLowerCase() ?? null }),
    ...(body.hint !== undefined && { hint: readLine(body.hint) ?? null }),
    ...(body.advice !== undefined && { advice: readLine(body.advice) ?? null }),
    ...(body.text !== undefined && { text: readText(body.text) ?? null }),
    ...(body.level !== undefined && { level: readLevel(body.level) }),
    ...(notifiable !== undefined && { notifiable }),
    ...(required !== undefined && { required }),
    ...(retired !== undefined && { retired }),
    ...(position !== undefined && { position }),
  }
}

/** The library lists of specification 7.5. Everybody reads them, and Admins edit them. */
export const libraryRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/library', { config: { requires: 'library.manage' }, schema: listsSchema }, async (request) => {
    const lists = await readLists(contextOf(request))
    const listRequest = await readList(request, listOfListsRules)
    if (listRequest.sorts[0]?.descending) lists.reverse()
    return listReply(
      request,
      listRequest,
      lists.length,
      lists.slice(listRequest.offset, listRequest.offset + listRequest.perPage),
    )
  })
  for (const list of libraryLists) await app.register(listRoutes(list))
}

const listRoutes =
  (list: LibraryList): FastifyPluginAsyncTypebox =>
  async (app) => {
    const schemas = createSchemas(list)
    const answerOne = replyWithResource(async (ctx, id) => {
      const { version, ...entry } = await readEntry(ctx.db, list, id)
      return { data: entry, version }
    })

    app.get(`/${list}`, { schema: schemas.list }, async (request) => {
      const ctx = contextOf(request)
      const rules = may(ctx.person, 'library.manage') ? libraryAdminRules : libraryListRules
      const listRequest = await readList(request, inDefaultOrder(rules, list))
      const { total, rows } = await listEntries(ctx, list, listRequest)
      return listReply(request, listRequest, total, rows)
    })

    app.get(`/${list}/:id`, { schema: schemas.get }, (request, reply) =>
      answerOne(contextOf(request), reply, request.params.id),
    )

    app.post(`/${list}`, { config: { requires: 'library.manage' }, schema: schemas.create }, (request, reply) =>
      handleWrite(request, reply, async (ctx) => {
        const id = idToCreate(request)
        await addEntry(ctx, list, id, parseEntryBody(request.body))
        reply.status(201)
        return answerOne(ctx, reply, id, texts.success.dataUpdated)
      }),
    )

    app.put(`/${list}/:id`, { config: { requires: 'library.manage' }, schema: schemas.change }, (request, reply) =>
      handleWrite(request, reply, async (ctx) => {
        const { id } = request.params
        await changeEntry(ctx, list, id, parseEntryBody(request.body), readIfMatch(request))
        return answerOne(ctx, reply, id, texts.success.dataUpdated)
      }),
    )

    app.delete(`/${list}/:id`, { config: { requires: 'library.manage' }, schema: schemas.remove }, (request, reply) =>
      handleWrite(request, reply, async (ctx) => {
        await deleteEntry(ctx, list, request.params.id, readIfMatch(request))
        return { success: true }
      }),
    )

    app.delete(
      `/${list}/order`,
      { config: { requires: 'library.manage' }, schema: schemas.alphabetical },
      (request, reply) =>
        handleWrite(request, reply, async (ctx) => {
          await makeAlphabetical(ctx, list)
          return { success: true }
        }),
    )
  }
