import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Zone } from '@chisholm/domain/dates'
import { Absence } from '@chisholm/domain/schemas/absences'
import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { texts } from '@chisholm/domain/texts'
import { type Static, Type } from 'typebox'
import type { AbsenceId, UserId } from '../../database/ids.ts'
import { contextOf } from '../../http/authentication.ts'
import { BodyDay, BodyId, BodyText, readDay, readId, readText } from '../../http/body-fields.ts'
import { readIfMatch } from '../../http/etag.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { listReply, readList } from '../../http/pagination.ts'
import { practiceTimeZone } from '../../http/practice-time-zone.ts'
import { replyWithResource } from '../../http/resource-reply.ts'
import { SuccessReply } from '../../http/success-reply.ts'
import { absenceFilters, absenceSorts } from './absences.queries.ts'
import { type AbsencePatch, addAbsence, changeAbsence, deleteAbsence, listAbsences, readAbsence } from './absences.ts'

const Id = idParameter<AbsenceId>()
const fields = {
  user_id: Type.Optional(BodyId),
  from: Type.Optional(BodyDay),
  to: Type.Optional(BodyDay),
  note: Type.Optional(BodyText),
}
const Fields = Type.Object(fields)
const listRules = { filters: absenceFilters, sorts: absenceSorts, sort: 'from', perPage: 100 } as const

const schemas = {
  list: {
    operationId: 'listAbsences',
    summary: 'Absences of veterinarians: your own, for Admins those of everybody',
    problemStatuses: [403],
    ...listSchema(Absence, listRules),
  },
  get: {
    operationId: 'getAbsence',
    summary: 'One absence',
    versioned: true,
    problemStatuses: [403],
    examples: { own: { id: exampleIds.absence } },
    params: Id,
    response: { 200: ItemResponse(Absence) },
  },
  create: {
    operationId: 'createAbsence',
    summary: 'Add an absence of your own; as an Admin anyone’s',
    versioned: true,
    requiredFields: ['from', 'to'],
    problemStatuses: [403],
    examples: {
      own: { body: { id: exampleIds.newId, from: '2027-07-05', to: '2027-07-16', note: 'Holidays' } },
      colleague: { body: { user_id: exampleIds.veterinarian, from: '2027-03-02', to: '2027-03-02' } },
    },
    body: Type.Object({ id: Type.Optional(BodyId), ...fields }),
    response: { 201: ItemResponse(Absence) },
  },
  change: {
    operationId: 'changeAbsence',
    summary: 'Change an absence of your own; as an Admin anyone’s',
    versioned: true,
    problemStatuses: [403],
    examples: { longer: { id: exampleIds.absence, body: { to: '2027-07-20' } } },
    params: Id,
    body: Fields,
    response: { 200: ItemResponse(Absence) },
  },
  remove: {
    operationId: 'deleteAbsence',
    summary: 'Delete an absence of your own; as an Admin anyone’s',
    versioned: true,
    problemStatuses: [403],
    examples: { own: { id: exampleIds.absence } },
    params: Id,
    response: { 200: SuccessReply },
  },
}

const parseAbsence = (body: Static<typeof Fields>, zone: Zone): AbsencePatch => {
  const { validation } = texts
  return {
    user_id: readId<UserId>('user_id', body.user_id, validation.absentVetRequired),
    from: readDay('from', body.from, validation.dateRequired, zone),
    to: readDay('to', body.to, validation.dateRequired, zone),
    note: readText(body.note),
  }
}

/** Absences of veterinarians (decisions.md section 8). */
export const absenceRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answerOne = replyWithResource(async (ctx, id: AbsenceId) => ({ data: await readAbsence(ctx, id) }))

  app.get('/absences', { config: { requires: 'absences.view' }, schema: schemas.list }, async (request) => {
    const list = await readList(request, listRules)
    const { total, rows } = await listAbsences(contextOf(request), list)
    return listReply(request, list, total, rows)
  })

  app.get('/absences/:id', { config: { requires: 'absences.view' }, schema: schemas.get }, (request, reply) =>
    answerOne(contextOf(request), reply, request.params.id),
  )

  app.post('/absences', { config: { requires: 'absences.view' }, schema: schemas.create }, async (request, reply) => {
    const absence = parseAbsence(request.body, await practiceTimeZone(request))
    return handleWrite(request, reply, async (ctx) => {
      const id = idToCreate<AbsenceId>(request)
      await addAbsence(ctx, id, absence)
      reply.status(201)
      return answerOne(ctx, reply, id, texts.success.dataUpdated)
    })
  })

  app.put(
    '/absences/:id',
    { config: { requires: 'absences.view' }, schema: schemas.change },
    async (request, reply) => {
      const absence = parseAbsence(request.body, await practiceTimeZone(request))
      const id = request.params.id
      return handleWrite(request, reply, async (ctx) => {
        await changeAbsence(ctx, id, absence, readIfMatch(request))
        return answerOne(ctx, reply, id, texts.success.dataUpdated)
      })
    },
  )

  app.delete('/absences/:id', { config: { requires: 'absences.view' }, schema: schemas.remove }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await deleteAbsence(ctx, request.params.id, readIfMatch(request))
      return { success: true }
    }),
  )
}
