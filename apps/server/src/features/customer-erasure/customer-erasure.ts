import type { Writable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { CustomerId } from '../../database/ids.ts'
import { lockCustomerEmails } from '../../mail/customer-email-lock.ts'
import { OperatorError, errorMessage } from '../../operator-error.ts'
import type { Tables } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { removeUnreferencedFiles } from '../../storage/orphaned-files.ts'
import type { Storage } from '../../storage/storage.ts'
import { recordAudit, operator } from '../audit-recorder/index.ts'
import {
  lockDataOfCustomers,
  purgeCustomer,
  purgeSitesOfCustomers,
  purgePostMortemsOfCustomers,
} from '../customers/index.ts'
import { renewChanges } from '../events/index.ts'
import { deleteLotAndPenNames } from '../insight/index.ts'
import { writeCustomerExport } from './customer-export.ts'
import * as queries from './customer-erasure.queries.ts'

export type ErasureCounts = Awaited<ReturnType<typeof queries.countCustomerData>>

/**
 * Finds a customer by name or id.
 * @throws OperatorError  no customer or several customers match
 */
export async function findCustomer(db: Kysely<Tables>, nameOrId: string): Promise<queries.Customer> {
  const [customer, ...more] = await queries.findCustomers(db, nameOrId)
  if (!customer) throw new OperatorError(`There is no customer ${nameOrId}.`)
  if (more.length > 0) throw new OperatorError(`Several customers are called ${nameOrId}: give the id of one.`)
  return customer
}

/** Counts what an erasure would delete. */
export const previewErasure = (db: Kysely<Tables>, customerId: CustomerId): Promise<ErasureCounts> =>
  queries.countCustomerData(db, customerId)

/**
 * Exports a customer with everything that belongs to it, then erases it, including the data in the audit log. Both
 * happen in one transaction, which keeps others from adding to the customer. The export is complete before anything is
 * deleted. Files are removed afterwards. If that fails, the nightly job for unreferenced files removes them.
 * @param writeExport  opens the target of the export, and resolves once the export is on disk
 * @returns what was deleted, the files that were missing from the storage, and why files are left in it; null: none are
 */
export async function eraseCustomer(
  services: { db: Kysely<Tables>; storage: Storage },
  customerId: CustomerId,
  writeExport: (write: (target: Writable) => Promise<string[]>) => Promise<string[]>,
): Promise<ErasureCounts & { missing: string[]; filesLeft: string | null }> {
  const { storage } = services
  const { keys, ...erased } = await inTransaction(services, async (services) => {
    const { db: tx } = services
    await lockDataOfCustomers(tx, [customerId])
    const customer = await queries.customerById(tx, customerId)
    if (!customer) throw new OperatorError('The customer was deleted meanwhile.')
    const counts = await queries.countCustomerData(tx, customerId)
    const missing = await writeExport((target) => writeCustomerExport({ tx, storage, customer }, target))
    await queries.redactAuditLog(tx, customerId)
    await queries.redactExportFilters(tx, customerId)
    await lockCustomerEmails(tx)
    await queries.deleteStoredResponsesAndEmails(tx, customerId)
    await queries.deleteSummaries(tx, customerId)
    await queries.deleteAlerts(tx, customerId)
    const { keys } = await purgePostMortemsOfCustomers(tx, [customerId])
    await deleteLotAndPenNames(tx, customerId)
    await purgeSitesOfCustomers(tx, [customerId])
    await purgeCustomer(tx, customerId)
    await recordAudit(tx, operator, {
      action: 'customer erased',
      subject: { type: 'customer', id: customerId },
      after: counts,
    })
    await renewChanges(tx)
    return { ...counts, missing, keys }
  })
  return { ...erased, filesLeft: await removeFiles(services, keys) }
}

/** @returns why files are left; null: all were removed */
async function removeFiles(
  { db, storage }: { db: Kysely<Tables>; storage: Storage },
  keys: string[],
): Promise<string | null> {
  try {
    return (await removeUnreferencedFiles(db, storage, keys)) ? null : 'it belongs to another database'
  } catch (thrown) {
    return errorMessage(thrown)
  }
}
