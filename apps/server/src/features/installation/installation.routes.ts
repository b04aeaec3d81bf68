import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Installation, One } from '@chisholm/domain/shapes'
import { Type } from 'typebox'
import { contextOf } from '../../http/sign-in.ts'
import { write } from '../../http/write.ts'
import { readInstallation, retryLetters, sendTestLetter } from './installation.ts'

const Done = Type.Object({ success: Type.Boolean(), message: Type.String() })

/** The server and what it keeps, for Admins. */
export const installationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const get = {
    operationId: 'getInstallation',
    summary: 'How the server is, as an Admin has to know: sizes, free disk, queue, failed letters, last backup',
    response: { 200: One(Installation) },
  }
  app.get('/installation', { schema: get }, async (request) => ({
    success: true,
    data: await readInstallation(contextOf(request)),
  }))

  const test = {
    operationId: 'sendTestLetter',
    summary: 'As an Admin, send a letter to oneself, to see whether letters arrive',
    refuses: [429],
    examples: { letter: {} },
    response: { 200: Done },
  }
  app.post('/installation/test-letter', { schema: test }, (request, reply) =>
    write(request, reply, async (ctx) => ({ success: true, message: await sendTestLetter(ctx) })),
  )

  const retry = {
    operationId: 'retryLetters',
    summary: 'As an Admin, try letters that failed again at once, not at their time',
    examples: { letters: {} },
    response: { 200: Done },
  }
  app.post('/installation/retry-letters', { schema: retry }, (request, reply) =>
    write(request, reply, async (ctx) => ({ success: true, message: await retryLetters(ctx) })),
  )
}
