import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { isAdmin } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import type { Static } from 'typebox'
import type { UserId } from '../../database/ids.ts'
import { replyWithResource } from '../../http/resource-reply.ts'
import { readId, readLine, readText, readTexts } from '../../http/body-fields.ts'
import { readIfMatch } from '../../http/etag.ts'
import { listReply, readList } from '../../http/pagination.ts'
import { contextOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { eraseUser } from './erase-user.ts'
import { changeSiteAccess } from './site-access.ts'
import { editProfile, listUsers, readUser, sendResetCode, signOutUser, sitesOfUser } from './users.ts'
import {
  nonAdminUserListRules,
  profileFields,
  schemas,
  siteOfUserListRules,
  UserBody,
  userListRules,
} from './users.schemas.ts'

const parseProfile = (body: Static<typeof UserBody>) => {
  const sent = profileFields.map((field) => [field, readLine(body[field])] as const)
  return Object.fromEntries(sent.filter(([, value]) => value !== undefined))
}

const parseAccount = ({ email, roles, status, reassign_to }: Static<typeof UserBody>) => ({
  email: readText(email),
  roles: roles === undefined ? undefined : readTexts(roles),
  status: readText(status),
  reassignTo: readId<UserId>('reassign_to', reassign_to, texts.validation.vetRequired),
})

export const userRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answerOne = replyWithResource(async (ctx, id: UserId) => {
    const { user, content } = await readUser(ctx, id)
    return { data: user, content }
  })

  app.get('/users', { schema: schemas.list }, async (request) => {
    const ctx = contextOf(request)
    const list = isAdmin(ctx.person)
      ? await readList(request, userListRules)
      : await readList(request, nonAdminUserListRules)
    const { total, users } = await listUsers(ctx, list)
    return listReply(request, list, total, users)
  })

  app.get('/users/:id', { schema: schemas.get }, (request, reply) =>
    answerOne(contextOf(request), reply, request.params.id),
  )

  app.get('/users/:id/sites', { schema: schemas.sites }, async (request) => {
    const list = await readList(request, siteOfUserListRules)
    const sites = await sitesOfUser(contextOf(request), request.params.id, list.sorts)
    return listReply(request, list, sites.length, sites.slice(list.offset, list.offset + list.perPage))
  })

  app.put('/users/:id', { schema: schemas.change }, (request, reply) => {
    const [profile, account] = [parseProfile(request.body), parseAccount(request.body)]
    return handleWrite(request, reply, async (ctx) => {
      await editProfile(ctx, request.params.id, profile, account, readIfMatch(request))
      return answerOne(ctx, reply, request.params.id, texts.success.userUpdated)
    })
  })

  app.delete('/users/:id', { schema: schemas.erase }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await eraseUser(ctx, request.params.id, readIfMatch(request))
      return { success: true, message: texts.success.userErased }
    }),
  )

  app.put('/users/:id/sites', { schema: schemas.changeSites }, (request, reply) => {
    const { id } = request.params
    const { sites } = request.body
    const sent = sites === undefined ? undefined : readTexts(sites)
    return handleWrite(request, reply, async (ctx) => {
      await changeSiteAccess(ctx, id, sent, readIfMatch(request))
      return answerOne(ctx, reply, id, texts.success.siteAccess)
    })
  })

  app.post('/users/:id/sign-out', { schema: schemas.signOut }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await signOutUser(ctx, request.params.id)
      return { success: true, message: texts.success.signedOutEverywhere }
    }),
  )

  app.post('/users/:id/reset-password', { schema: schemas.resetPassword }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await sendResetCode(ctx, request.params.id)
      return { success: true, message: texts.success.resetSent }
    }),
  )
}
