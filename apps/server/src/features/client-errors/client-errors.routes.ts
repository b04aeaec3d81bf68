import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { constants, limits } from '@chisholm/domain/constants'
import { Type } from 'typebox'
import { contextOf } from '../../http/authentication.ts'
import { consumeRateLimit } from '../../http/rate-limit.queries.ts'

const { messageMax, stackMax, pathMax, bodyMax } = constants.clientError

const Body = Type.Object({
  message: Type.String({ minLength: 1, maxLength: messageMax }),
  stack: Type.Optional(Type.String({ maxLength: stackMax })),
  path: Type.Optional(Type.String({ maxLength: pathMax, description: 'The page of the error, without its query.' })),
})
const ReportedError = Type.Object({
  success: Type.Boolean(),
  data: Type.Object({ id: Type.String({ description: 'The request id of the error in the log.' }) }),
})

const schema = {
  operationId: 'reportClientError',
  summary: 'Report an error of the web app to the server’s log',
  problemStatuses: [413, 429],
  examples: {
    error: {
      body: {
        message: 'Cannot read properties of undefined',
        stack: 'TypeError: Cannot read properties of undefined\n    at Ticket (/assets/ticket.js:1:200)',
        path: '/a/postmortem/add',
      },
    },
  },
  body: Body,
  response: { 201: ReportedError },
}

/** Logs errors that the web app reports, because errors in browsers would otherwise go unnoticed. */
export const clientErrorRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post('/client-errors', { schema, bodyLimit: bodyMax }, async (request, reply) => {
    const { db, person } = contextOf(request)
    await consumeRateLimit(db, ['client error', person.id], limits.clientErrors)
    const { message, stack, path } = request.body
    const browser = request.headers['user-agent']?.slice(0, messageMax)
    request.log.warn({ userId: person.id, clientError: { message, stack, path, browser } }, 'client error')
    reply.status(201)
    return { success: true, data: { id: request.id } }
  })
}
