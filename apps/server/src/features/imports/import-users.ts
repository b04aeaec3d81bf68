import { serverConstants } from '@chisholm/domain/constants'
import { importColumns } from '@chisholm/domain/import-columns'
import { mayManageAccount, type Role, rolesToGrant, rolesToInvite } from '@chisholm/domain/permissions'
import { type NewAuditEntry, recordAuditEntries } from '../audit-recorder/index.ts'
import { endSignInsOfUsers } from '../auth/index.ts'
import { countInvitations } from '../users/index.ts'
import {
  customersByName,
  insertUsers,
  insertUserSites,
  lockRowsForChange,
  lockSites,
  lockTableForWriting,
  sitesByCustomer,
  sitesByName,
  updateUsers,
  usersByEmail,
} from './imports.queries.ts'
import {
  type ImportContext,
  inChunks,
  lookupKey,
  defineRowImport,
  flatMapYielding,
  findDuplicates,
} from './import-plan.ts'
import { changedMeanwhile } from './import-problems.ts'
import { type PlannedUser, planUser, type UserColumn } from './plan-user.ts'

/** Imports users by e-mail address. New users are invited. An import takes no role and no site away. */
export const userImport = defineRowImport<UserColumn>({
  columns: {
    required: ['email'],
    all: importColumns.users,
    maxLengths: { customer: serverConstants.cell.textMax, sites: serverConstants.cell.textMax },
  },
  lock: (tx) => lockTableForWriting(tx, 'users'),
  async planRows(ctx, rows, { mail }) {
    const { db: tx } = ctx
    const addresses = rows.map(({ cells }) => cells.email)
    const existing = {
      users: await usersByEmail(tx, addresses),
      customers: await customersByName(tx),
      sites: await sitesByCustomer(tx),
      sitesByName: await sitesByName(tx),
    }
    // On the command line, an import has the rights of a SuperAdmin.
    const importer = ctx.person ?? { id: null, roles: ['SuperAdmin' as const] }
    const rights = {
      invites: rolesToInvite(importer),
      grants: rolesToGrant(importer),
      isOwn: (user: { id: string }) => user.id === importer.id,
      manages: (user: { roles: Role[] }) => mayManageAccount(importer, user),
    }
    const problems = findDuplicates(rows, ({ email }) => lookupKey(email), 'email')
    const planned = await flatMapYielding(rows, (row) => {
      const result = planUser(row, existing, rights)
      problems.push(...result.problems)
      return result.user ? [result.user] : []
    })
    return { rows: planned, problems, write: () => writeUsers(ctx, planned, mail) }
  },
})

async function writeUsers(ctx: ImportContext, planned: PlannedUser[], mail: boolean): Promise<number> {
  const { db: tx } = ctx
  const created = planned.filter(({ what }) => what === 'new')
  await inChunks(created, (chunk) =>
    insertUsers(
      tx,
      chunk.map(({ id, after }) => ({ ...after, id, status: 'invited' as const })),
    ),
  )
  const changed = planned.filter(({ what }) => what === 'changed')
  await lockRowsForChange(
    tx,
    'users',
    changed.map(({ id }) => id),
  )
  await inChunks(changed, (chunk) =>
    updateUsers(
      tx,
      chunk.map(({ id, after }) => ({ ...after, id })),
    ),
  )
  // The sign-ins of these users carry the previous roles.
  const withOtherRoles = changed.filter(({ before, after }) => after.roles.length !== before?.roles.length)
  await endSignInsOfUsers(
    tx,
    withOtherRoles.map(({ id }) => id),
  )
  await requireUnchangedSites(
    tx,
    planned.flatMap(({ newSites }) => newSites),
  )
  const links = planned.flatMap(({ id, before, newSites }) =>
    newSites.map((site, index) => ({
      user_id: id,
      site_id: site.id,
      position: (before?.site_ids.length ?? 0) + index,
    })),
  )
  await inChunks(links, (some) => insertUserSites(tx, some))
  await recordAuditEntries(tx, ctx, toAuditEntries(planned))
  if (!mail) return 0
  if (ctx.person && created.length > 0) await countInvitations(tx, ctx.person.id, created.length)
  await inChunks(created, (chunk) =>
    ctx.jobs.enqueueAll(
      tx,
      'mail-invitation',
      chunk.map(({ id }) => ({ id })),
    ),
  )
  return created.length
}

/** @throws invalid  a site is no longer that of the customer with whom the file names it, or was retired */
async function requireUnchangedSites(tx: ImportContext['db'], sites: PlannedUser['newSites']): Promise<void> {
  const locked = new Map((await lockSites(tx, [...new Set(sites.map(({ id }) => id))])).map((site) => [site.id, site]))
  const isUnchanged = ({ id, customer_id }: PlannedUser['newSites'][number]) => {
    const site = locked.get(id)
    return site?.customer_id === customer_id && !site.retired
  }
  if (!sites.every(isUnchanged)) throw changedMeanwhile()
}

const toAuditEntries = (planned: PlannedUser[]) =>
  planned
    .filter(({ what }) => what !== 'unchanged')
    .map(
      ({ id, before, after, newSites }): NewAuditEntry => ({
        action: 'user imported',
        subject: { type: 'user', id },
        before,
        after: { ...after, sites_added: newSites.map((site) => site.id) },
      }),
    )
