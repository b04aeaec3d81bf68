import { may } from '@chisholm/domain/permissions'
import type { Customer } from '@chisholm/domain/schemas'
import { texts } from '@chisholm/domain/texts'
import type { CustomerId } from '../../database/ids.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { requireContentMatch } from '../../http/etag.ts'
import { conflict, type FieldErrors, forbidden, idInUse, invalid, notFound } from '../../http/app-error.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import * as queries from './customers.queries.ts'
import { auditActionOf, isNameTaken, validateName, nextRetiredAt, describeUses } from './customer-or-site.ts'

const subject = (id: string) => ({ type: 'customer', id })

/** Lists the customers this person may see. @returns the page and how many there are in all */
export async function listCustomers(ctx: Context, list: Parameters<typeof queries.readCustomerPage>[2]) {
  const { total, rows } = await queries.readCustomerPage(ctx.db, ctx.person.sites, list)
  return { total, customers: await presentCustomers(ctx, rows) }
}

/** @throws notFound  there is none, or it is not this person's to see */
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
    sites: (sites.get(id) ?? []).map((site) => ({ id: site.id, name: site.name, retired: site.retired_at ? 1 : 0 })),
  }))
}

/**
 * Makes a customer. Repeating it with the same id and name gives the same customer.
 * @throws forbidden  the person is no Admin
 * @throws invalid    no name, or one that another customer has
 * @throws conflict   the id is used for something else
 */
export async function createCustomer(ctx: WriteContext, id: CustomerId, name: string | null): Promise<void> {
  if (!may(ctx.person, 'customers.manage')) throw forbidden()
  const errors = validateName(name)
  if (!name || Object.keys(errors).length > 0) throw invalid(errors)
  const customer = { id, name, created_by_id: ctx.person.id }
  if (await queries.insertCustomer(ctx.db, customer))
    return recordAudit(ctx.db, ctx, 'customer created', subject(id), null, customer)
  const existing = await queries.lockCustomer(ctx.db, id)
  if (!existing) throw invalid(nameTaken)
  if (existing.created_by_id !== ctx.person.id || existing.name !== name) throw idInUse()
}

const nameTaken: FieldErrors = { name: [texts.validation.customerNameTaken] }

/** What may change of a customer; undefined means not sent. */
export interface CustomerPatch {
  name: string | null | undefined
  retired: boolean | undefined
}

/**
 * Renames a customer, retires it or takes it back into use. Its tickets stay as they are.
 * @throws forbidden, notFound, stale; invalid as for a new one
 */
export async function changeCustomer(ctx: WriteContext, id: CustomerId, patch: CustomerPatch, expected: string | null) {
  const before = await requireCustomer(ctx, id, expected)
  const name = patch.name === undefined ? before.name : patch.name
  const errors = validateName(name)
  if (!name || Object.keys(errors).length > 0) throw invalid(errors)
  const after = { name, retired_at: nextRetiredAt(before.retired_at, patch.retired) }
  await queries.changeCustomer(ctx.db, id, after).catch((error: unknown) => {
    throw isNameTaken(error, 'customers_by_own_name') ? invalid(nameTaken) : error
  })
  await recordAudit(ctx.db, ctx, auditActionOf('customer', before, after), subject(id), before, after)
}

/** Deletes a customer nothing refers to. @throws forbidden, notFound, stale; conflict  something does: it says what */
export async function deleteCustomer(ctx: WriteContext, id: CustomerId, expected: string | null): Promise<void> {
  const customer = await requireCustomer(ctx, id, expected)
  const uses = describeUses(await queries.countCustomerUses(ctx.db, id))
  if (uses) throw conflict(texts.refusal.stillInUse(customer.name, uses))
  await queries.deleteCustomer(ctx.db, id)
  await recordAudit(ctx.db, ctx, 'customer deleted', subject(id), customer, null)
}

/** Holds the customer for the transaction, after asking whether this person may change it. */
async function requireCustomer(ctx: WriteContext, id: CustomerId, expected: string | null) {
  const row = await queries.lockCustomer(ctx.db, id)
  if (!row || !(await queries.customerById(ctx.db, ctx.person.sites, id))) throw notFound()
  if (!may(ctx.person, 'customers.manage')) throw forbidden()
  if (expected !== null) requireContentMatch(expected, await presentCustomer(ctx, row))
  return row
}
