import { may } from '@chisholm/domain/permissions'
import type { Customer } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { Context, Executor } from '../../http/context.ts'
import { checkContent } from '../../http/etag.ts'
import { conflict, type FieldTexts, forbidden, invalid, notFound } from '../../http/failures.ts'
import { audit } from '../audit/index.ts'
import * as queries from './customers.queries.ts'
import { actionOf, isNameTaken, nameMistake, retiredAt, usesInWords } from './places.ts'

const subject = (id: string) => ({ type: 'customer', id })

/** Lists the customers this person may see. @returns the page and how many there are in all */
export async function listCustomers(ctx: Context, list: Parameters<typeof queries.customerPage>[2]) {
  const { total, rows } = await queries.customerPage(ctx.db, ctx.person.siteIds, list)
  return { total, customers: await withSites(ctx, ctx.db, rows) }
}

/** @throws notFound  there is none, or it is not this person's to see */
export const readCustomer = async (ctx: Context, id: string): Promise<Customer> =>
  shown(ctx, ctx.db, await queries.customerById(ctx.db, ctx.person.siteIds, id))

async function shown(ctx: Context, db: Executor, row: queries.CustomerRow | undefined): Promise<Customer> {
  const [customer] = row ? await withSites(ctx, db, [row]) : []
  if (!customer) throw notFound()
  return customer
}

async function withSites({ person }: Context, db: Executor, rows: queries.CustomerRow[]): Promise<Customer[]> {
  const ids = rows.map(({ id }) => id)
  const sites = Map.groupBy(await queries.sitesOf(db, person.siteIds, ids), (site) => site.customer_id)
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
export async function createCustomer(ctx: Context, id: string, name: string | null): Promise<void> {
  if (!may(ctx.person, 'customers.manage')) throw forbidden()
  const mistake = nameMistake(name)
  if (!name || Object.keys(mistake).length > 0) throw invalid(mistake)
  await ctx.db.transaction().execute(async (tx) => {
    const customer = { id, name, created_by_id: ctx.person.id }
    if (await queries.insertCustomer(tx, customer))
      return audit(tx, ctx, 'customer created', subject(id), null, customer)
    const known = await queries.lockCustomer(tx, id)
    if (!known) throw invalid(nameTaken)
    if (known.created_by_id !== ctx.person.id || known.name !== name) throw conflict(texts.refusal.idInUse)
  })
}

const nameTaken: FieldTexts = { name: [texts.validation.customerNameTaken] }

/** What may change of a customer; undefined means not sent. */
export interface CustomerChange {
  name: string | null | undefined
  retired: boolean | undefined
}

/**
 * Renames a customer, retires it or takes it back into use. Its tickets stay as they are.
 * @throws forbidden, notFound, stale; invalid as for a new one
 */
export async function changeCustomer(ctx: Context, id: string, sent: CustomerChange, expected: string | null) {
  const change = ctx.db.transaction().execute(async (tx) => {
    const before = await requireCustomer(tx, ctx, id, expected)
    const name = sent.name === undefined ? before.name : sent.name
    const mistake = nameMistake(name)
    if (!name || Object.keys(mistake).length > 0) throw invalid(mistake)
    const after = { name, retired_at: retiredAt(before.retired_at, sent.retired) }
    await queries.changeCustomer(tx, id, after)
    await audit(tx, ctx, actionOf('customer', before, after), subject(id), before, after)
  })
  await change.catch((thrown: unknown) => {
    throw isNameTaken(thrown, 'customers_by_own_name') ? invalid(nameTaken) : thrown
  })
}

/** Deletes a customer nothing refers to. @throws forbidden, notFound, stale; conflict  something does: it says what */
export async function deleteCustomer(ctx: Context, id: string, expected: string | null): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const customer = await requireCustomer(tx, ctx, id, expected)
    const uses = usesInWords(await queries.usesOfCustomer(tx, id))
    if (uses) throw conflict(texts.refusal.stillInUse(customer.name, uses))
    await queries.deleteCustomer(tx, id)
    await audit(tx, ctx, 'customer deleted', subject(id), customer, null)
  })
}

/** Holds the customer for the transaction, after asking whether this person may change it. */
async function requireCustomer(tx: Executor, ctx: Context, id: string, expected: string | null) {
  const row = await queries.lockCustomer(tx, id)
  if (!row || !(await queries.customerById(tx, ctx.person.siteIds, id))) throw notFound()
  if (!may(ctx.person, 'customers.manage')) throw forbidden()
  if (expected !== null) checkContent(expected, await shown(ctx, tx, row))
  return row
}
