import type { Writable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { CustomerId } from '../../database/ids.ts'
import { CannotStart } from '../../cannot-start.ts'
import type { Tables } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { removeUnnamed } from '../../storage/orphans.ts'
import type { Storage } from '../../storage/storage.ts'
import { audit, operator } from '../audit/index.ts'
import { deleteSitesOf, deleteTicketsOf } from '../customers/index.ts'
import { writeCustomerExport } from './customer-export.ts'
import * as queries from './customer-erasure.queries.ts'

export type Erasure = Awaited<ReturnType<typeof queries.amountsOf>>

/** The customer of this name or id. @throws CannotStart  there is none, or several */
export async function customerNamed(db: Kysely<Tables>, nameOrId: string): Promise<queries.Customer> {
  const [customer, ...more] = await queries.customersNamed(db, nameOrId)
  if (!customer) throw new CannotStart(`There is no customer ${nameOrId}.`)
  if (more.length > 0) throw new CannotStart(`Several customers are called ${nameOrId}: give the id of one.`)
  return customer
}

/** What an erasure would take. */
export const whatGoesWith = (db: Kysely<Tables>, customerId: CustomerId): Promise<Erasure> =>
  queries.amountsOf(db, customerId)

/**
 * Exports a customer with everything that belongs to it, then erases it: customer, sites, tickets, animals, photos,
 * reports, and what the audit trail tells of them. Both happen in one transaction, in which nobody adds to the customer;
 * the export is whole before anything is deleted. Files go after it: what a crash leaves, the nightly look for files that
 * no row names removes.
 * @param exportTo  gives the target of the export and returns once it is on disk
 * @returns what is gone, and which files the storage did not have
 */
export async function eraseCustomer(
  parts: { db: Kysely<Tables>; storage: Storage },
  customerId: CustomerId,
  exportTo: (write: (target: Writable) => Promise<string[]>) => Promise<string[]>,
): Promise<Erasure & { missing: string[] }> {
  const { storage } = parts
  const { keys, ...erased } = await inTransaction(parts, async (parts) => {
    const { db: tx } = parts
    const customer = await queries.lockCustomer(tx, customerId)
    if (!customer) throw new CannotStart('The customer was deleted meanwhile.')
    const amounts = await queries.amountsOf(tx, customerId)
    const missing = await exportTo((target) => writeCustomerExport({ tx, storage, customer }, target))
    await queries.redactLog(tx, customerId)
    await queries.deleteTraces(tx, customerId)
    const { keys } = await deleteTicketsOf(tx, [customerId])
    await deleteSitesOf(tx, [customerId])
    await tx.deleteFrom('customers').where('id', '=', customerId).execute()
    await audit(tx, operator, 'customer erased', { type: 'customer', id: customerId }, null, amounts)
    return { ...amounts, missing, keys }
  })
  await removeUnnamed(parts.db, storage, keys)
  return erased
}
