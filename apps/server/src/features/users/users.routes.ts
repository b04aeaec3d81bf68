import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { isAdmin } from '@chisholm/domain/permissions'
import { Many, One, Site, User } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { type Static, Type } from 'typebox'
import { BodyId, BodyText, isUuid, readId, readText } from '../../http/bodies.ts'
import { expectedVersion, setEtag } from '../../http/etag.ts'
import { exampleIds, exampleTexts } from '../../http/example-values.ts'
import { listOf } from '../../http/list-parameters.ts'
import { listAnswer, readList } from '../../http/lists.ts'
import { contextOf } from '../../http/sign-in.ts'
import { inviteUser } from './invitations.ts'
import * as use from './users.ts'
import { openUserFilters, openUserSorts, userFilters, userSorts } from './users.queries.ts'

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) })
/** A name for strangers, everything for oneself and Admins. */
const ShownUser = Type.Interface(
  [Type.Partial(User)],
  {
    id: User.properties.id,
    first_name: User.properties.first_name,
    last_name: User.properties.last_name,
    roles: User.properties.roles,
  },
  { title: 'User' },
)
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
  customer_id: Type.Optional(BodyId),
  sites: Type.Optional(Texts),
  role: Type.Optional(BodyText),
})

const rules = {
  filters: userFilters,
  sorts: userSorts,
  sort: 'name',
  examples: { 'roles.name': 'Veterinarian,Admin', email: exampleTexts.email },
}
/** Who is no Admin finds nobody by address or status. */
const openRules = { filters: openUserFilters, sorts: openUserSorts, sort: 'name' }
const one = { versioned: true, params: Id, response: { 200: One(ShownUser) } }
const person = { examples: { client: { id: exampleIds.client } } }

export const userRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const many = { operationId: 'listUsers', summary: 'A page of people', ...listOf(ShownUser, rules) }
  app.get('/users', { schema: many }, async (request) => {
    const ctx = contextOf(request)
    const list = isAdmin(ctx.person) ? readList(request.query, rules) : readList(request.query, openRules)
    const { total, users } = await use.listUsers(ctx, list)
    return listAnswer(request, list, total, users)
  })

  const get = { operationId: 'getUser', summary: 'One person', ...person, ...one }
  app.get('/users/:id', { schema: get }, async (request, reply) => {
    const { user, version } = await use.readUser(contextOf(request), request.params.id)
    setEtag(reply, version)
    return { success: true, data: user }
  })

  const linked = {
    operationId: 'listUserSites',
    summary: 'The sites a person is linked to, all on one page',
    ...person,
    params: Id,
    response: { 200: Many(Site) },
  }
  app.get('/users/:id/sites', { schema: linked }, async (request) => {
    const sites = await use.sitesOfUser(contextOf(request), request.params.id)
    return listAnswer(request, { page: 1, perPage: 9999 }, sites.length, sites)
  })

  app.put(
    '/users/:id',
    {
      schema: {
        operationId: 'changeUser',
        summary: 'Change a profile: one’s own, or as an Admin anybody’s',
        refuses: [403, 409],
        examples: {
          profile: {
            id: exampleIds.client,
            body: { first_name: 'Ada', last_name: 'Reyes', phone: '+1 620 555 0144', city: 'Garden City' },
          },
        },
        body: Body,
        ...one,
      },
    },
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
      schema: {
        operationId: 'createUserInvite',
        summary: 'Invite somebody by mail',
        needs: ['email'],
        refuses: [403, 429],
        examples: {
          client: {
            body: { email: exampleTexts.newEmail, customer_id: exampleIds.customer, sites: [exampleIds.site] },
          },
          veterinarian: { body: { email: exampleTexts.newEmail, role: 'Veterinarian' } },
        },
        body: Invitation,
        response: { 201: Type.Object({ success: Type.Boolean(), message: Type.String() }) },
      },
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
