import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { texts } from '@chisholm/domain/texts'
import type { CustomerId } from '../../database/ids.ts'
import { contextOf } from '../../http/authentication.ts'
import { readId, readText, readTexts } from '../../http/body-fields.ts'
import { handleWrite } from '../../http/handle-write.ts'
import {
  createTemporaryPassword,
  inviteAgain,
  inviteUser,
  requireReinvitation,
  validateInvitation,
} from './invitations.ts'
import { schemas } from './users.schemas.ts'

/** Users are invited by e-mail, with a temporary password (decisions.md section 4). */
export const invitationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post('/users/:id/invite', { schema: schemas.inviteAgain }, async (request, reply) => {
    await requireReinvitation(contextOf(request), request.params.id)
    const renewed = await createTemporaryPassword()
    return handleWrite(request, reply, async (ctx) => {
      await inviteAgain(ctx, request.params.id, renewed)
      return { success: true, message: texts.success.userInvited }
    })
  })

  app.post('/user-invites', { config: { requires: 'user.invite' }, schema: schemas.invite }, async (request, reply) => {
    const { body } = request
    const invitation = {
      email: readText(body.email) ?? '',
      customer_id: readId<CustomerId>('customer_id', body.customer_id, texts.validation.inviteCustomerRequired) ?? null,
      sites: [...new Set(readTexts(body.sites ?? null).map((id) => id.toLowerCase()))],
      role: readText(body.role) ?? null,
    }
    const role = await validateInvitation(contextOf(request), invitation)
    const secret = await createTemporaryPassword()
    return handleWrite(request, reply, async (ctx) => {
      await inviteUser(ctx, { ...invitation, role }, secret)
      reply.status(201)
      return { success: true, message: texts.success.userInvited }
    })
  })
}
