import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { BulkOutcome, bulkActions } from '@chisholm/domain/schemas/users'
import { texts } from '@chisholm/domain/texts'
import { Type } from 'typebox'
import type { SiteId } from '../../database/ids.ts'
import { BodyId, readId, readTexts } from '../../http/body-fields.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { runBulkAction } from './bulk-actions.ts'
import { bulkTexts } from './bulk-action-texts.ts'
import { Texts } from './users.schemas.ts'

const schema = {
  operationId: 'actOnUsers',
  summary: 'As an Admin, run an action for many users: invite (again), disable, enable, or link to one more site',
  requiredFields: ['users', 'action'],
  problemStatuses: [403, 429],
  examples: {
    invite: { body: { action: 'invite', users: [exampleIds.invitedPerson, exampleIds.client] } },
    site: { body: { action: 'add-site', users: [exampleIds.client], site_id: exampleIds.site } },
  },
  body: Type.Object({
    action: Type.Optional(Type.Enum([...bulkActions])),
    users: Type.Optional(Texts),
    site_id: Type.Optional(BodyId),
  }),
  response: {
    200: Type.Object({ success: Type.Boolean(), message: Type.String(), data: Type.Array(BulkOutcome) }),
  },
}

export const bulkRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post('/users/actions', { config: { requires: 'users.manage' }, schema }, (request, reply) => {
    const { action, users, site_id } = request.body
    const site = readId<SiteId>('site_id', site_id, texts.validation.siteRequired) ?? null
    return handleWrite(request, reply, async (ctx) => {
      const data = await runBulkAction(ctx, { action, users: readTexts(users), site })
      const done = data.filter((one) => one.done).length
      return { success: true, message: bulkTexts.done(done, data.length), data }
    })
  })
}
