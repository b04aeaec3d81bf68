import { constants } from '@chisholm/domain/constants'
import { ItemResponse, Site, User } from '@chisholm/domain/schemas'
import { type Static, Type } from 'typebox'
import { idParameter } from '../../http/id-parameter.ts'
import type { UserId } from '../../database/ids.ts'
import { BodyId, BodyText } from '../../http/body-fields.ts'
import { exampleIds, exampleTexts } from '../../http/openapi/example-values.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { nonAdminUserFilters, nonAdminUserSorts, userFilters, userSorts } from './user-pagination.queries.ts'

const Id = idParameter<UserId>()
/** A name for strangers, everything for oneself and Admins. */
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
/** Several texts: a list, or one text with commas. */
export const Texts = Type.Union([Type.Array(Type.String()), Type.String(), Type.Null()])
/** Several texts as a list, whichever way they were sent. */
export const parseTexts = (sent: Static<typeof Texts> | undefined) =>
  (typeof sent === 'string' ? sent.split(',') : (sent ?? [])).map((one) => one.trim()).filter(Boolean)
const Body = Type.Object({
  // cast: Object.fromEntries forgets which keys there are
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

const Done = Type.Object({ success: Type.Boolean(), message: Type.String() })

/** What people who are no Admins may ask of the list. */
export const nonAdminUserListRules = { filters: nonAdminUserFilters, sorts: nonAdminUserSorts, sort: 'name' }
/** What Admins may ask of it. */
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
/** The sites of a person, in the order of its links unless asked otherwise. */
export const siteOfUserListRules = {
  filters: {},
  sorts: ['position', 'name'] as const,
  sort: 'position',
  perPage: constants.maxPageSize,
}
const readSchema = { versioned: true, params: Id, response: { 200: ItemResponse(PresentedUserSchema) } }
const userExample = { examples: { client: { id: exampleIds.client } } }

/** What each route of people takes and answers. */
export const schemas = {
  list: {
    operationId: 'listUsers',
    summary:
      'A page of people; all but roles, ids and on_tickets is for Admins to filter by, e-mail and created_at to sort by. Who is disabled is left out unless asked for by status or on_tickets: the veterinarians of tickets this person may see',
    ...listSchema(PresentedUserSchema, userListRules),
  },
  get: { operationId: 'getUser', summary: 'One person', ...userExample, ...readSchema },
  sites: {
    operationId: 'listUserSites',
    summary: 'The sites a person is linked to',
    ...userExample,
    params: Id,
    ...listSchema(Site, siteOfUserListRules),
  },
  change: {
    operationId: 'changeUser',
    summary:
      'Change a profile: one’s own; as an Admin anybody’s, with address, roles and status; reassign_to names who takes the open tickets of who is disabled, else they are left unassigned and Admins are told by mail',
    problemStatuses: [403, 409],
    examples: {
      profile: {
        id: exampleIds.client,
        body: { first_name: 'Ada', last_name: 'Reyes', phone: '+1 620 555 0144', city: 'Garden City' },
      },
      account: { id: exampleIds.colleague, body: { roles: ['Client'], status: 'active' } },
      disabled: { id: exampleIds.colleague, body: { status: 'disabled', reassign_to: exampleIds.veterinarian } },
    },
    body: Body,
    ...readSchema,
  },
  erase: {
    operationId: 'eraseUser',
    summary:
      'As an Admin, erase a person for good: what they did stays under “Former user”; name, address, sign-ins and letters go, open tickets are left unassigned, and the e-mail can be invited anew',
    versioned: true,
    problemStatuses: [409],
    examples: { colleague: { id: exampleIds.colleague } },
    params: Id,
    response: { 200: Done },
  },
  changeSites: {
    operationId: 'changeUserSites',
    summary: 'As an Admin, link a client to these sites and to no others',
    requiredFields: ['sites'],
    problemStatuses: [409],
    examples: { client: { id: exampleIds.client, body: { sites: [exampleIds.site] } } },
    body: Type.Object({ sites: Type.Optional(Texts) }),
    ...readSchema,
  },
  signOut: {
    operationId: 'signUserOut',
    summary: 'As an Admin, end every sign-in of a person',
    examples: { colleague: { id: exampleIds.colleague } },
    params: Id,
    response: { 200: Done },
  },
  resetPassword: {
    operationId: 'sendUserResetCode',
    summary: 'As an Admin, mail an active person a code and a link for a new password',
    problemStatuses: [429],
    examples: { colleague: { id: exampleIds.colleague } },
    params: Id,
    response: { 200: Done },
  },
  inviteAgain: {
    operationId: 'inviteUserAgain',
    summary: 'As an Admin, send an invitation once more; role and sites stay',
    problemStatuses: [429],
    examples: { invited: { id: exampleIds.invitedPerson } },
    params: Id,
    response: { 200: Done },
  },
  invite: {
    operationId: 'createUserInvite',
    summary: 'Invite somebody by mail',
    requiredFields: ['email'],
    problemStatuses: [403, 429],
    examples: {
      client: {
        body: { email: exampleTexts.newEmail, customer_id: exampleIds.customer, sites: [exampleIds.site] },
      },
      veterinarian: { body: { email: exampleTexts.newEmail, role: 'Veterinarian' } },
    },
    body: Invitation,
    response: { 201: Done },
  },
}
