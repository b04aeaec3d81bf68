import { limits } from '@chisholm/domain/constants'
import { mistakesOf } from '@chisholm/domain/mistakes'
import { isAdmin, isVet, may, mayManageAccount, vetRoles } from '@chisholm/domain/permissions'
import type { Customer, Site, User } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { UserId } from '../../database/ids.ts'
import { oneAtATime } from '../../database/one-at-a-time.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { checkVersion } from '../../http/etag.ts'
import { conflict, forbidden, invalid, notFound } from '../../http/failures.ts'
import { takeTurn } from '../../http/turns.ts'
import { audit } from '../audit/index.ts'
import { endSignInsOf, enqueueResetCode } from '../auth/index.ts'
import { type AccountChange, changeAccount } from './accounts.ts'
import { linksOf } from './site-access.queries.ts'
import { userPage } from './user-page.queries.ts'
import * as queries from './users.queries.ts'

/** What one person may read of another: whole for itself and Admins, a name for everybody else. */
export type ShownUser = Partial<User> & Pick<User, 'id' | 'first_name' | 'last_name' | 'roles'>
type Links = Awaited<ReturnType<typeof linksOf>>

/** Lists users. A client sees only those with a vet role (decisions.md section 4). */
export async function listUsers(ctx: Context, list: Parameters<typeof userPage>[3]) {
  const { total, rows } = await userPage(ctx.db, isVet(ctx.person) ? null : vetRoles, ctx.person.sites, list)
  const links = Map.groupBy(
    await linksOf(
      ctx.db,
      rows.map((row) => row.id),
    ),
    (link) => link.user_id,
  )
  return { total, users: rows.map((row) => shownUser(ctx, row, links.get(row.id) ?? [])) }
}

/** @throws notFound  there is none, or it is not this person's to see */
export async function readUser(ctx: Context, id: UserId): Promise<{ user: ShownUser; version: number }> {
  const row = await queries.userById(ctx.db, id)
  if (!row || !maySee(ctx, row)) throw notFound()
  return { user: shownUser(ctx, row, await linksOf(ctx.db, [id])), version: row.version }
}

const maySee = (ctx: Context, row: queries.UserRow) => isVet(ctx.person) || row.id === ctx.person.id || isVet(row)

function shownUser(ctx: Context, row: queries.UserRow, links: Links): ShownUser {
  const { id, first_name, last_name, roles } = row
  if (row.id !== ctx.person.id && !isAdmin(ctx.person)) return { id, first_name, last_name, roles }
  const { version: _version, email_verified_at, created_at, updated_at, deleted_at, ...rest } = row
  return {
    ...rest,
    customers: customersOf(links),
    email_verified_at: email_verified_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    deleted_at: deleted_at?.toISOString() ?? null,
  }
}

const customersOf = (links: Links): Customer[] =>
  [...Map.groupBy(links, (link) => link.customer_id)].map(([id, sites]) => ({
    id,
    name: sites[0]?.customer_name ?? '',
    retired: sites[0]?.customer_retired_at ? 1 : 0,
    sites: sites.map((site) => ({ id: site.id, name: site.name, retired: site.retired_at ? 1 : 0 })),
  }))

/** Fields of a user nobody changes through the profile. */
const notProfile = ['email', 'roles', 'status'] as const

/**
 * Changes a profile: one's own, or by an Admin that of a Client or Veterinarian; a SuperAdmin changes everybody's.
 * @throws forbidden  somebody else's, or e-mail, roles or status are sent by who is no Admin; as changeAccount
 */
export async function editProfile(
  ctx: WriteContext,
  id: UserId,
  profile: queries.Profile,
  sent: AccountChange,
  expected: number | null,
): Promise<void> {
  // before the row is locked, as an invitation does
  if (sent.email) await oneAtATime(ctx.db, `account ${sent.email.toLowerCase()}`)
  const touchesAccount = notProfile.some((field) => sent[field] !== undefined)
  const row = await queries.lockUser(ctx.db, id, {
    withSuperAdmins: touchesAccount,
    successor: sent.reassignTo ?? null,
  })
  if (!row || !maySee(ctx, row)) throw notFound()
  if (id !== ctx.person.id && !mayManageAccount(ctx.person, row)) throw forbidden()
  const changesAccount = notProfile.some(
    (field) => sent[field] !== undefined && String(sent[field]) !== String(row[field]),
  )
  if ((changesAccount || sent.reassignTo !== undefined) && !isAdmin(ctx.person)) throw forbidden()
  checkVersion(expected, row.version)
  checkNames(profile)
  await queries.changeProfile(ctx.db, id, profile)
  await changeAccount(ctx, row, sent)
  await audit(ctx.db, ctx, 'profile edited', { type: 'user', id }, row, profile)
}

/** A name may be left as it is, but not taken away. */
function checkNames(profile: queries.Profile): void {
  const { firstNameRequired, lastNameRequired } = texts.validation
  const errors = mistakesOf({
    first_name: profile.first_name === null ? firstNameRequired : null,
    last_name: profile.last_name === null ? lastNameRequired : null,
  })
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/**
 * Locks a person until the transaction ends, after asking whether this one may manage that account.
 * @throws notFound  there is none, or it is not this person's to see; forbidden  the role does not allow it
 */
export async function requireAccount(
  ctx: WriteContext,
  id: UserId,
  others: queries.LockedWith = {},
): Promise<queries.UserRow> {
  const row = await queries.lockUser(ctx.db, id, others)
  if (!row || !maySee(ctx, row)) throw notFound()
  const isOwn = id === ctx.person.id
  if (!may(ctx.person, 'users.manage') || !(isOwn || mayManageAccount(ctx.person, row))) throw forbidden()
  return row
}

/** Ends every sign-in of a person. @throws as requireAccount */
export async function signOutUser(ctx: WriteContext, id: UserId): Promise<void> {
  await requireAccount(ctx, id)
  await endSignInsOf(ctx.db, id)
  await audit(ctx.db, ctx, 'signed out everywhere by an administrator', { type: 'user', id }, null, null)
}

/**
 * Mails an active person a code for a new password, as if it had asked for one.
 * @throws as requireAccount
 * @throws conflict  the person is disabled, or has never signed in
 * @throws tooMany   codes this Admin sent in an hour, or codes of this address
 */
export async function sendResetCode(ctx: WriteContext, id: UserId): Promise<void> {
  const user = await requireAccount(ctx, id)
  if (user.status === 'disabled') throw conflict(texts.refusal.disabledAccount)
  if (user.status === 'invited') throw conflict(texts.refusal.notSignedInYet)
  await takeTurn(ctx.db, ['reset for others', ctx.person.id], limits.resetsForOthers)
  await enqueueResetCode(ctx, user.email)
  await audit(ctx.db, ctx, 'reset code sent by an administrator', { type: 'user', id }, null, null)
}

/** The sites a user is linked to: one's own, or anybody's for vet roles. @throws notFound */
export async function sitesOfUser(
  ctx: Context,
  id: UserId,
  sorts: { field: string; descending: boolean }[],
): Promise<Site[]> {
  if (id !== ctx.person.id && !isVet(ctx.person)) throw notFound()
  if (!(await queries.userById(ctx.db, id))) throw notFound()
  const links = await linksOf(ctx.db, [id])
  const sites = links.map(({ name, region, city, customer_id, customer_name, ...link }) => ({
    id: link.id,
    name,
    region,
    city,
    customer_id,
    customer: { id: customer_id, name: customer_name },
    retired: link.retired_at ? 1 : 0,
  }))
  const [sort] = sorts
  if (sort?.field === 'name') sites.sort((a, b) => a.name.localeCompare(b.name))
  return sort?.descending ? sites.reverse() : sites
}
