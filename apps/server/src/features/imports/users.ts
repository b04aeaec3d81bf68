import { importColumns } from '@chisholm/domain/import-columns'
import { mayManageAccount, type Role, rolesToGrant, rolesToInvite } from '@chisholm/domain/permissions'
import { auditAll } from '../audit/index.ts'
import { endSignInsOf } from '../auth/index.ts'
import { customersByName, lockTable, sitesByCustomer, sitesByName, usersByEmail } from './imports.queries.ts'
import { type ImportContext, inChunks, key, listOfRows, ofEach, repeats } from './plan.ts'
import { type PlannedUser, planUser, type UserColumn } from './planned-user.ts'

/** People by their addresses. Nobody loses a role or a site by an import; who is new is invited. */
export const userImport = listOfRows<UserColumn>({
  columns: { required: ['email'], all: importColumns.users },
  lock: (tx) => lockTable(tx, 'users'),
  async planRows(ctx, rows, { mail }) {
    const { db: tx } = ctx
    const addresses = rows.map(({ cells }) => cells.email)
    const known = {
      users: await usersByEmail(tx, addresses),
      customers: await customersByName(tx),
      sites: await sitesByCustomer(tx),
      sitesByName: await sitesByName(tx),
    }
    // the operator of the server may what a SuperAdmin may
    const by = ctx.person ?? { id: null, roles: ['SuperAdmin' as const] }
    const rights = {
      invites: rolesToInvite(by),
      grants: rolesToGrant(by),
      isOwn: (user: { id: string }) => user.id === by.id,
      manages: (user: { roles: Role[] }) => mayManageAccount(by, user),
    }
    const problems = repeats(rows, ({ email }) => key(email), 'email')
    const planned = await ofEach(rows, (row) => {
      const found = planUser(row, known, rights)
      problems.push(...found.problems)
      return found.user ? [found.user] : []
    })
    return { rows: planned, problems, write: () => write(ctx, planned, mail) }
  },
})

async function write(ctx: ImportContext, planned: PlannedUser[], mail: boolean): Promise<number> {
  const { db: tx } = ctx
  const made = planned.filter(({ what }) => what === 'new')
  await inChunks(made, (some) =>
    tx
      .insertInto('users')
      .values(some.map(({ id, after }) => ({ ...after, id, status: 'invited' as const })))
      .execute(),
  )
  for (const { id, before, after } of planned.filter(({ what }) => what === 'changed')) {
    const { email: _email, ...facts } = after
    await tx
      .updateTable('users')
      .set(({ eb }) => ({ ...facts, updated_at: new Date(), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    // who is signed in works by the roles of before
    if (after.roles.length !== before?.roles.length) await endSignInsOf(tx, id)
  }
  const links = planned.flatMap(({ id, before, newSites }) =>
    newSites.map((site_id, index) => ({ user_id: id, site_id, position: (before?.site_ids.length ?? 0) + index })),
  )
  await inChunks(links, (some) => tx.insertInto('user_sites').values(some).execute())
  await auditAll(tx, ctx, linesOf(planned))
  if (!mail) return 0
  await inChunks(made, (some) =>
    ctx.jobs.enqueueAll(
      tx,
      'mail-invitation',
      some.map(({ id }) => ({ id })),
    ),
  )
  return made.length
}

const linesOf = (planned: PlannedUser[]) =>
  planned
    .filter(({ what }) => what !== 'unchanged')
    .map(({ id, before, after, newSites }) => ({
      action: 'user imported',
      subject: { type: 'user', id },
      before,
      after: { ...after, sites_added: newSites },
    }))
