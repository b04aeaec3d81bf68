import { may } from '@chisholm/domain/permissions'
import type { Customer } from '@chisholm/domain/schemas/customers-and-sites'
import { serverTexts } from '@chisholm/domain/server-texts'
import type { CustomerId } from '../../database/ids.ts'
import { isUniqueViolation } from '../../database/constraint-violations.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { type IfMatch, requireContentMatch } from '../../http/etag.ts'
import { conflict, type FieldErrors, forbidden, idInUse, invalid, notFound } from '../../http/app-error.ts'
import { type NewAuditEntry, recordAddition, recordAudit, wasCreatedAs } from '../audit-recorder/index.ts'
import * as queries from './customers.queries.ts'
import { presentSiteOfCustomer } from './present-site-of-customer.ts'
import { purgeCustomer } from './purge-customer-data.queries.ts'
import { auditActionOf, validateName, nextRetiredAt, describeUses } from './customer-or-site.ts'

const subject = (id: string) => ({ type: 'customer', id })

/**
 * Lists the customers that the user may see.
 * @returns one page, and the total
 */
export async function listCustomers(ctx: Context, list: Parameters<typeof queries.readCustomerPage>[2]) {
  const { total, rows } = await queries.readCustomerPage(ctx.db, ctx.person.sites, list)
  return { total, customers: await presentCustomers(ctx, rows) }
}

/** @throws notFound  the customer does not exist, or the user may not see it */
export const readCustomer = async (ctx: Context, id: CustomerId): Promise<Customer> =>
  presentCustomer(ctx, await queries.customerById(ctx.db, ctx.person.sites, id))

async function presentCustomer(ctx: Context, row: queries.CustomerRow | undefined): Promise<Customer> {
  const [customer] = row ? await presentCustomers(ctx, [row]) : []
  if (!customer) throw notFound()
  return customer
}

async function presentCustomers({ person, db }: Context, rows: queries.CustomerRow[]): Promise<Customer[]> {
  const ids = rows.map(({ id }) => id)
  const sites = Map.groupBy(await queries.sitesOfCustomers(db, person.sites, ids), (site) => site.customer_id)
  return rows.map(({ id, name, retired_at }) => ({
    id,
    name,
    retired: retired_at ? 1 : 0,
    sites: (sites.get(id) ?? []).map(presentSiteOfCustomer),
  }))
}

/**
 * Creates a customer. A repeated request with the same id and name changes nothing.
 * @throws forbidden  the user is not an Admin
 * @throws invalid    the name is missing, too long or taken
 * @throws conflict   the id is in use for something else
 */
export async function createCustomer(ctx: WriteContext, id: CustomerId, name: string | null): Promise<void> {
  if (!may(ctx.person, 'customers.manage')) throw forbidden()
  const errors = validateName(name)
  if (!name || Object.keys(errors).length > 0) throw invalid(errors)
  const customer = { id, name, created_by_id: ctx.person.id }
  const created: NewAuditEntry = { action: 'customer created', subject: subject(id), after: customer }
  if (await queries.insertCustomer(ctx.db, customer)) return recordAddition(ctx.db, ctx, created)
  if (!(await queries.lockCustomer(ctx.db, id))) throw invalid(nameTaken)
  if (!(await wasCreatedAs(ctx.db, ctx.person, created))) throw idInUse()
}

const nameTaken: FieldErrors = { name: [serverTexts.validation.customerNameTaken] }

/** The fields that may change. A field that is undefined stays as it is. */
export interface CustomerPatch {
  name: string | null | undefined
  retired: boolean | undefined
}

/**
 * Renames, retires or restores a customer. Its tickets do not change.
 * @throws forbidden  the user is not an Admin
 * @throws notFound   there is no such customer
 * @throws stale      the customer has changed since the caller read it
 * @throws invalid    under the same rules as creating a customer
 */
export async function changeCustomer(ctx: WriteContext, id: CustomerId, patch: CustomerPatch, expected: IfMatch) {
  const before = await requireCustomer(ctx, id, expected)
  const name = patch.name === undefined ? before.name : patch.name
  const errors = validateName(name)
  if (!name || Object.keys(errors).length > 0) throw invalid(errors)
  const after = { name, retired_at: nextRetiredAt(before.retired_at, patch.retired) }
  await queries.changeCustomer(ctx.db, id, after).catch((error: unknown) => {
    throw isUniqueViolation(error, 'customers_by_own_name') ? invalid(nameTaken) : error
  })
  await recordAudit(ctx.db, ctx, {
    action: auditActionOf('customer', before, after),
    subject: subject(id),
    before,
    after,
  })
}

/**
 * Deletes a customer to which nothing refers.
 * @throws forbidden  the user is not an Admin
 * @throws notFound   there is no such customer
 * @throws stale      the customer has changed since the caller read it
 * @throws conflict   something refers to it; the message lists what
 */
export async function deleteCustomer(ctx: WriteContext, id: CustomerId, expected: IfMatch): Promise<void> {
  const customer = await requireCustomer(ctx, id, expected)
  const uses = describeUses(await queries.countCustomerUses(ctx.db, id))
  if (uses) throw conflict(serverTexts.refusal.stillInUse(customer.name, uses))
  await purgeCustomer(ctx.db, id)
  await recordAudit(ctx.db, ctx, { action: 'customer deleted', subject: subject(id), before: customer })
}

/**
 * Checks the role before the rest of a change is read.
 * @throws notFound   the user may not see the customer
 * @throws forbidden  the user is not an Admin
 */
export async function requireMayChange(ctx: WriteContext, id: CustomerId): Promise<void> {
  if (may(ctx.person, 'customers.manage')) return
  throw (await queries.customerById(ctx.db, ctx.person.sites, id)) ? forbidden() : notFound()
}

async function requireCustomer(ctx: WriteContext, id: CustomerId, expected: IfMatch) {
  const row = await queries.lockCustomer(ctx.db, id)
  if (!row || !(await queries.customerById(ctx.db, ctx.person.sites, id))) throw notFound()
  if (!may(ctx.person, 'customers.manage')) throw forbidden()
  if (expected !== null) requireContentMatch(expected, await presentCustomer(ctx, row))
  return row
}
