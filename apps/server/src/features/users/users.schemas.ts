import { constants } from '@chisholm/domain/constants'
import { Site } from '@chisholm/domain/schemas/customers-and-sites'
import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { User } from '@chisholm/domain/schemas/users'
import { Type } from 'typebox'
import { idParameter } from '../../http/id-parameter.ts'
import type { UserId } from '../../database/ids.ts'
import { BodyId, BodyText } from '../../http/body-fields.ts'
import { exampleIds, exampleTexts } from '../../http/openapi/example-values.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { SuccessMessage } from '../../http/success-reply.ts'
import { nonAdminUserFilters, nonAdminUserSorts, userFilters, userSorts } from './user-pagination.queries.ts'

const Id = idParameter<UserId>()
/** Everybody sees name and roles. The user and Admins see all fields. */
const PresentedUserSchema = Type.Interface(
  [Type.Partial(User)],
  {
    id: User.properties.id,
    first_name: User.properties.first_name,
    last_name: User.properties.last_name,
    roles: User.properties.roles,
  },
  { title: 'User' },
)
export const profileFields = ['first_name', 'last_name', 'phone', 'city', 'region', 'country'] as const
/** Several texts, as a list or as one text with commas. */
export const Texts = Type.Union([Type.Array(Type.String()), Type.String(), Type.Null()])
export const UserBody = Type.Object({
  // cast: Object.fromEntries loses the key type
  ...(Object.fromEntries(profileFields.map((field) => [field, Type.Optional(BodyText)])) as Record<
    (typeof profileFields)[number],
    ReturnType<typeof Type.Optional<typeof BodyText>>
  >),
  email: Type.Optional(BodyText),
  roles: Type.Optional(Texts),
  status: Type.Optional(BodyText),
  reassign_to: Type.Optional(BodyId),
})
const Invitation = Type.Object({
  email: Type.Optional(BodyText),
  customer_id: Type.Optional(BodyId),
  sites: Type.Optional(Texts),
  role: Type.Optional(BodyText),
})

export const nonAdminUserListRules = { filters: nonAdminUserFilters, sorts: nonAdminUserSorts, sort: 'name' }
export const userListRules = {
  filters: userFilters,
  sorts: userSorts,
  sort: 'name',
  examples: {
    'roles.name': 'Veterinarian,Admin',
    email: exampleTexts.email,
    name: 'Dana Whitfield',
    name_or_email: 'Dana',
    site_id: exampleIds.site,
    customer_id: exampleIds.customer,
  },
}
export const siteOfUserListRules = {
  filters: {},
  sorts: ['position', 'name'] as const,
  sort: 'position',
  perPage: constants.maxPageSize,
}
const readSchema = { versioned: true, params: Id, response: { 200: ItemResponse(PresentedUserSchema) } }
const userExample = { examples: { client: { id: exampleIds.client } } }

export const schemas = {
  list: {
    operationId: 'listUsers',
    summary:
      'A page of users. Only Admins may use filters other than roles, ids and on_tickets, or sort by e-mail or created_at. Disabled users are left out unless status or on_tickets (veterinarians of tickets the caller may see) includes them',
    ...listSchema(PresentedUserSchema, userListRules),
  },
  get: { operationId: 'getUser', summary: 'One user', ...userExample, ...readSchema },
  sites: {
    operationId: 'listUserSites',
    summary: 'The sites a user is linked to',
    ...userExample,
    params: Id,
    ...listSchema(Site, siteOfUserListRules),
  },
  change: {
    operationId: 'changeUser',
    summary:
      'Change one’s own profile, or as an Admin any profile, address, roles and status. reassign_to takes over the open tickets of a disabled user; without it they are unassigned and Admins are notified by mail. So are those of a user who loses every vet role',
    problemStatuses: [403, 409],
    examples: {
      profile: {
        id: exampleIds.client,
        body: { first_name: 'Ada', last_name: 'Reyes', phone: '+1 620 555 0144', city: 'Garden City' },
      },
      account: { id: exampleIds.colleague, body: { roles: ['Client'], status: 'active' } },
      disabled: { id: exampleIds.colleague, body: { status: 'disabled', reassign_to: exampleIds.veterinarian } },
    },
    body: UserBody,
    ...readSchema,
  },
  erase: {
    operationId: 'eraseUser',
    summary:
      'As an Admin, permanently erase a user: actions stay under “Former user”; name, address, sign-ins and e-mails are deleted, open tickets are unassigned, and the address can be invited again',
    versioned: true,
    problemStatuses: [409],
    examples: { colleague: { id: exampleIds.colleague } },
    params: Id,
    response: { 200: SuccessMessage },
  },
  changeSites: {
    operationId: 'changeUserSites',
    summary: 'As an Admin, replace the sites of a client',
    requiredFields: ['sites'],
    problemStatuses: [409],
    examples: { client: { id: exampleIds.client, body: { sites: [exampleIds.site] } } },
    body: Type.Object({ sites: Type.Optional(Texts) }),
    ...readSchema,
  },
  signOut: {
    operationId: 'signUserOut',
    summary: 'As an Admin, end every session of a user',
    examples: { colleague: { id: exampleIds.colleague } },
    params: Id,
    response: { 200: SuccessMessage },
  },
  resetPassword: {
    operationId: 'sendUserResetCode',
    summary: 'As an Admin, e-mail an active user a code and link for a new password',
    problemStatuses: [429],
    examples: { colleague: { id: exampleIds.colleague } },
    params: Id,
    response: { 200: SuccessMessage },
  },
  inviteAgain: {
    operationId: 'inviteUserAgain',
    summary: 'Resend an invitation as an Admin; role and sites stay',
    problemStatuses: [429],
    examples: { invited: { id: exampleIds.invitedPerson } },
    params: Id,
    response: { 200: SuccessMessage },
  },
  invite: {
    operationId: 'createUserInvite',
    summary: 'Invite a user by e-mail',
    requiredFields: ['email'],
    problemStatuses: [403, 429],
    examples: {
      client: {
        body: { email: exampleTexts.newEmail, customer_id: exampleIds.customer, sites: [exampleIds.site] },
      },
      veterinarian: { body: { email: exampleTexts.newEmail, role: 'Veterinarian' } },
    },
    body: Invitation,
    response: { 201: SuccessMessage },
  },
}
