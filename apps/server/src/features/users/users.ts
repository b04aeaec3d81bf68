import { compareNames } from '@chisholm/domain/compare-names'
import { limits, serverConstants } from '@chisholm/domain/constants'
import { collectErrors, validateText } from '@chisholm/domain/validation'
import { isAdmin, isVet, may, mayManageAccount, vetRoles } from '@chisholm/domain/permissions'
import type { Customer, Site } from '@chisholm/domain/schemas/customers-and-sites'
import type { User } from '@chisholm/domain/schemas/users'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import type { UserId } from '../../database/ids.ts'
import { acquireAdvisoryLock } from '../../database/advisory-lock.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { type IfMatch, requireContentMatch } from '../../http/etag.ts'
import { conflict, forbidden, invalid, notFound } from '../../http/app-error.ts'
import { consumeRateLimit } from '../../http/rate-limit.queries.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import { endSignInsOfUser, enqueueResetCode } from '../auth/index.ts'
import { presentSiteOfCustomer } from '../customers/index.ts'
import { presentSites } from '../sites/index.ts'
import { type AccountPatch, changeAccount } from './change-account.ts'
import { siteLinksOfUsers } from './site-access.queries.ts'
import { readUserPage } from './user-pagination.queries.ts'
import * as queries from './users.queries.ts'

/** A user as another user sees it. The user and Admins see all fields, everybody else only name and roles. */
export type PresentedUser = Partial<User> & Pick<User, 'id' | 'first_name' | 'last_name' | 'roles'>
type SiteLinks = Awaited<ReturnType<typeof siteLinksOfUsers>>

/** Lists users. A client sees only those with a vet role (decisions.md section 4). */
export async function listUsers(ctx: Context, list: Parameters<typeof readUserPage>[3]) {
  const { total, rows } = await readUserPage(ctx.db, isVet(ctx.person) ? null : vetRoles, ctx.person.sites, list)
  const links = Map.groupBy(
    await siteLinksOfUsers(
      ctx.db,
      rows.map((row) => row.id),
    ),
    (link) => link.user_id,
  )
  return { total, users: rows.map((row) => presentUser(ctx, row, links.get(row.id) ?? [])) }
}

/** @throws notFound  the user does not exist, or the caller may not see it */
export async function readUser(ctx: Context, id: UserId): Promise<{ user: PresentedUser; content: object }> {
  const row = await queries.userById(ctx.db, id)
  if (!row || !maySee(ctx, row)) throw notFound()
  return presentWithContent(ctx, row)
}

/** A user, and what its ETag is a hash of: it also shows names of customers and sites, which change without it. */
async function presentWithContent(ctx: Context, row: queries.UserRow) {
  const user = presentUser(ctx, row, await siteLinksOfUsers(ctx.db, [row.id]))
  return { user, content: { version: row.version, ...user } }
}

/** @throws stale  the caller sent an If-Match, and the locked user has changed since it read it */
export async function requireUserMatch(ctx: Context, row: queries.UserRow, expected: IfMatch): Promise<void> {
  if (expected) requireContentMatch(expected, (await presentWithContent(ctx, row)).content)
}

const maySee = (ctx: Context, row: queries.UserRow) => isVet(ctx.person) || row.id === ctx.person.id || isVet(row)

function presentUser(ctx: Context, row: queries.UserRow, links: SiteLinks): PresentedUser {
  const { id, first_name, last_name, roles } = row
  if (row.id !== ctx.person.id && !isAdmin(ctx.person)) return { id, first_name, last_name, roles }
  const { version: _version, email_verified_at, created_at, updated_at, deleted_at, ...fields } = row
  return {
    ...fields,
    customers: groupByCustomer(links),
    email_verified_at: email_verified_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    deleted_at: deleted_at?.toISOString() ?? null,
  }
}

const groupByCustomer = (links: SiteLinks): Customer[] =>
  [...Map.groupBy(links, (link) => link.customer_id)].map(([id, sites]) => ({
    id,
    name: sites[0]?.customer_name ?? '',
    retired: sites[0]?.customer_retired_at ? 1 : 0,
    sites: sites.map(presentSiteOfCustomer),
  }))

/** Fields that belong to the account and not to the profile. */
const accountFields = ['email', 'roles', 'status'] as const

/**
 * Changes a profile: users their own, Admins everybody's (decisions.md section 4), and with it the account of somebody
 * whom they manage.
 * @throws forbidden  it is somebody else's profile and the caller is no Admin, or an account that the caller may not
 * manage; otherwise like `changeAccount`
 */
export async function editProfile(
  ctx: WriteContext,
  id: UserId,
  profile: queries.Profile,
  account: AccountPatch,
  expected: IfMatch,
): Promise<void> {
  // This lock is taken before the row is locked, in the same order as in an invitation.
  if (account.email) await acquireAdvisoryLock(ctx.db, `account ${account.email.toLowerCase()}`)
  const namesAccountField = accountFields.some((field) => account[field] !== undefined)
  const row = await queries.lockUser(ctx.db, id, {
    withSuperAdmins: namesAccountField,
    withAdmins: account.status === 'disabled' || (account.roles !== undefined && !isVet({ roles: account.roles })),
    successor: account.reassignTo ?? null,
  })
  if (!row || !maySee(ctx, row)) throw notFound()
  const isOwn = id === ctx.person.id
  if (!isOwn && !may(ctx.person, 'user.edit-any')) throw forbidden()
  const changesAccount = namesAccountField || account.reassignTo !== undefined
  if (changesAccount && !(isOwn ? isAdmin(ctx.person) : mayManageAccount(ctx.person, row))) throw forbidden()
  await requireUserMatch(ctx, row, expected)
  requireValid(profile)
  const changesProfile = Object.values(profile).some((value) => value !== undefined)
  if (changesProfile) await queries.changeProfile(ctx.db, id, profile)
  await changeAccount(ctx, row, account)
  if (changesProfile)
    await recordAudit(ctx.db, ctx, {
      action: 'profile edited',
      subject: { type: 'user', id },
      before: row,
      after: profile,
    })
}

/** A change may omit names, but not remove them. @throws invalid  the error names each field */
function requireValid(profile: queries.Profile): void {
  const { max } = serverConstants.cell
  const { firstNameRequired, lastNameRequired } = texts.validation
  const errors = collectErrors({
    first_name: profile.first_name === undefined ? null : validateText(profile.first_name, max, firstNameRequired),
    last_name: profile.last_name === undefined ? null : validateText(profile.last_name, max, lastNameRequired),
    phone: validateText(profile.phone, max),
    city: validateText(profile.city, max),
    region: validateText(profile.region, max),
    country: validateText(profile.country, max),
  })
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/**
 * Locks a user whose account the caller may manage.
 * @throws notFound   there is no such user, or the caller may not see the user
 * @throws forbidden  the caller's role does not allow it
 */
export async function requireAccount(
  ctx: WriteContext,
  id: UserId,
  locks: queries.AdditionalLocks = {},
): Promise<queries.UserRow> {
  return requireMayManage(ctx, await queries.lockUser(ctx.db, id, locks))
}

/** Like `requireAccount`, without a lock. */
export const readAccount = async (ctx: Context, id: UserId): Promise<queries.UserRow> =>
  requireMayManage(ctx, await queries.userById(ctx.db, id))

function requireMayManage(ctx: Context, row: queries.UserRow | undefined): queries.UserRow {
  if (!row || !maySee(ctx, row)) throw notFound()
  const isOwn = row.id === ctx.person.id
  if (!may(ctx.person, 'users.manage') || !(isOwn || mayManageAccount(ctx.person, row))) throw forbidden()
  return row
}

/**
 * Ends every sign-in of a user.
 * @throws like `requireAccount`
 */
export async function signOutUser(ctx: WriteContext, id: UserId): Promise<void> {
  await requireAccount(ctx, id)
  await endSignInsOfUser(ctx.db, id)
  await recordAudit(ctx.db, ctx, { action: 'signed out everywhere by an administrator', subject: { type: 'user', id } })
}

/**
 * Sends an active user a code for a new password by e-mail.
 * @throws conflict  the user is disabled, or has never signed in
 * @throws tooMany   this Admin has sent, or this address has received, too many codes within the hour; otherwise like
 * `requireAccount`
 */
export async function sendResetCode(ctx: WriteContext, id: UserId): Promise<void> {
  const user = await requireAccount(ctx, id)
  if (user.status === 'disabled') throw conflict(serverTexts.refusal.disabledAccount)
  if (user.status === 'invited') throw conflict(serverTexts.refusal.notSignedInYet)
  await consumeRateLimit(ctx.db, ['reset for others', ctx.person.id], limits.resetsByAdmin)
  await enqueueResetCode(ctx, user.email)
  await recordAudit(ctx.db, ctx, { action: 'reset code sent by an administrator', subject: { type: 'user', id } })
}

/**
 * The sites to which a user is linked. Vet roles may read anybody's sites, others only their own.
 * @throws notFound  the caller may not see the user
 */
export async function sitesOfUser(
  ctx: Context,
  id: UserId,
  sorts: { field: string; descending: boolean }[],
): Promise<Site[]> {
  if (id !== ctx.person.id && !isVet(ctx.person)) throw notFound()
  if (!(await queries.userById(ctx.db, id))) throw notFound()
  const links = await siteLinksOfUsers(ctx.db, [id])
  const linked = await presentSites(
    ctx,
    links.map((link) => link.id),
  )
  const sites = links.flatMap((link) => linked.find((site) => site.id === link.id) ?? [])
  const [sort] = sorts
  if (sort?.field === 'name') sites.sort((a, b) => compareNames(a.name, b.name))
  return sort?.descending ? sites.reverse() : sites
}
