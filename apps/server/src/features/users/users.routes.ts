import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { isAdmin } from '@chisholm/domain/permissions'
import { Many, One, Site, User } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { type Static, Type } from 'typebox'
import { BodyText, isUuid, readId, readText } from '../../http/bodies.ts'
import { expectedVersion, setEtag } from '../../http/etag.ts'
import { listAnswer, ListQuery, readList } from '../../http/lists.ts'
import { contextOf } from '../../http/sign-in.ts'
import { inviteUser } from './invitations.ts'
import * as use from './users.ts'
import { openUserFilters, openUserSorts, userFilters, userSorts } from './users.queries.ts'

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) })
/** A name for strangers, everything for oneself and Admins. */
const ShownUser = Type.Interface([Type.Partial(User)], {
  id: User.properties.id,
  first_name: User.properties.first_name,
  last_name: User.properties.last_name,
  roles: User.properties.roles,
})
const profileFields = ['first_name', 'last_name', 'phone', 'city', 'region', 'country'] as const
/** Several texts: a list, or one text with commas. */
const Texts = Type.Union([Type.Array(Type.String()), Type.String(), Type.Null()])
const textsOf = (sent: Static<typeof Texts>) =>
  (typeof sent === 'string' ? sent.split(',') : (sent ?? [])).map((one) => one.trim()).filter(Boolean)

const Body = Type.Object({
  ...(Object.fromEntries(profileFields.map((field) => [field, Type.Optional(BodyText)])) as Record<
    (typeof profileFields)[number],
    ReturnType<typeof Type.Optional<typeof BodyText>>
  >),
  email: Type.Optional(BodyText),
  roles: Type.Optional(Texts),
  status: Type.Optional(BodyText),
})
const Invitation = Type.Object({
  email: Type.Optional(BodyText),
  customer_id: Type.Optional(BodyText),
  sites: Type.Optional(Texts),
  role: Type.Optional(BodyText),
})

export const userRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/users', { schema: { querystring: ListQuery, response: { 200: Many(ShownUser) } } }, async (request) => {
    const ctx = contextOf(request)
    const list = isAdmin(ctx.person)
      ? readList(request.query, { filters: userFilters, sorts: userSorts, sort: 'name' })
      : readList(request.query, { filters: openUserFilters, sorts: openUserSorts, sort: 'name' })
    const { total, users } = await use.listUsers(ctx, list)
    return listAnswer(request, list, total, users)
  })

  app.get('/users/:id', { schema: { params: Id, response: { 200: One(ShownUser) } } }, async (request, reply) => {
    const { user, version } = await use.readUser(contextOf(request), request.params.id)
    setEtag(reply, version)
    return { success: true, data: user }
  })

  app.get('/users/:id/sites', { schema: { params: Id, response: { 200: Many(Site) } } }, async (request) => {
    const sites = await use.sitesOfUser(contextOf(request), request.params.id)
    return listAnswer(request, { page: 1, perPage: 9999 }, sites.length, sites)
  })

  app.put(
    '/users/:id',
    { schema: { params: Id, body: Body, response: { 200: One(ShownUser) } } },
    async (request, reply) => {
      const ctx = contextOf(request)
      const { email, roles, status } = request.body
      const account = {
        email: readText(email),
        roles: roles === undefined ? undefined : textsOf(roles),
        status: readText(status),
      }
      const sent = profileFields.map((field) => [field, readText(request.body[field])] as const)
      const profile = Object.fromEntries(sent.filter(([, value]) => value !== undefined))
      await use.editProfile(ctx, request.params.id, profile, account, expectedVersion(request))
      const { user, version } = await use.readUser(ctx, request.params.id)
      setEtag(reply, version)
      return { success: true, message: texts.success.userUpdated, data: user }
    },
  )

  app.post(
    '/user-invites',
    {
      schema: { body: Invitation, response: { 201: Type.Object({ success: Type.Boolean(), message: Type.String() }) } },
    },
    async (request, reply) => {
      const { body } = request
      await inviteUser(contextOf(request), {
        email: readText(body.email) ?? '',
        customer_id: readId('customer_id', body.customer_id, texts.validation.inviteCustomerRequired) ?? null,
        sites: textsOf(body.sites ?? null).filter(isUuid),
        role: readText(body.role) ?? null,
      })
      reply.status(201)
      return { success: true, message: texts.success.userInvited }
    },
  )
}
