import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { Installation } from '@chisholm/domain/schemas/installation'
import { contextOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { SuccessMessage } from '../../http/success-reply.ts'
import { readInstallation, retryEmails, sendTestEmail } from './installation.ts'

export const installationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const get = {
    operationId: 'getInstallation',
    summary: 'State of the server, for Admins: sizes, free disk, queue, failed e-mails, last backup',
    response: { 200: ItemResponse(Installation) },
  }
  app.get('/installation', { config: { requires: 'installation.view' }, schema: get }, async (request) => ({
    success: true,
    data: await readInstallation(contextOf(request)),
  }))

  const test = {
    operationId: 'sendTestEmail',
    summary: 'As an Admin, send a test e-mail to yourself',
    problemStatuses: [429],
    examples: { email: {} },
    response: { 200: SuccessMessage },
  }
  app.post('/installation/test-email', { config: { requires: 'installation.view' }, schema: test }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => ({ success: true, message: await sendTestEmail(ctx) })),
  )

  const retry = {
    operationId: 'retryEmails',
    summary: 'As an Admin, retry failed e-mails at once',
    examples: { emails: {} },
    response: { 200: SuccessMessage },
  }
  app.post(
    '/installation/retry-emails',
    { config: { requires: 'installation.view' }, schema: retry },
    (request, reply) =>
      handleWrite(request, reply, async (ctx) => ({ success: true, message: await retryEmails(ctx) })),
  )
}
