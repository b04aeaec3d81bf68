import { sql, type Transaction } from 'kysely'
import { lowestId, type UserId } from '../database/ids.ts'
import type { Database } from '../database/database.ts'
import { lockUsersForChange } from '../database/lock-users.ts'
import { inTransaction } from '../database/transaction.ts'
import { recordAudit } from '../features/audit-recorder/index.ts'
import { lockDataOfCustomers, purgeSitesOfCustomers, purgePostMortemsOfCustomers } from '../features/customers/index.ts'
import type { Tables } from '../database/tables.ts'
import type { Executor } from '../database/executor.ts'
import { removeUnreferencedFiles } from '../storage/orphaned-files.ts'
import type { Storage } from '../storage/storage.ts'
import { isDemoEmail } from './accounts.ts'
import { demoCustomers, demoTrainings } from './sample-data.ts'

export interface RemovedDemo {
  accounts: number
  customers: number
  tickets: number
  photos: number
}

/**
 * Removes the demo data: customers with sites, tickets, photos and reports, trainings, and accounts. Accounts
 * referenced by the practice's own data are disabled and anonymised instead.
 * @returns counts; null if there is no demo data
 */
export async function removeDemo({
  database,
  storage,
}: {
  database: Database
  storage: Storage
}): Promise<RemovedDemo | null> {
  const { removed, keys } = await inTransaction(database, async (database) => {
    const { db: tx } = database
    const userIds = await lockDemoUsers(tx)
    if (userIds.length === 0) return { removed: null, keys: [] }
    const readCustomers = () =>
      tx
        .selectFrom('customers')
        .select(['id', 'name'])
        .where('name', 'in', demoCustomerNames)
        // customers created by users are kept, even if they have the name of a demo customer
        .where('created_by_id', 'is', null)
        .execute()
    await lockDataOfCustomers(
      tx,
      (await readCustomers()).map(({ id }) => id),
    )
    const customers = await readCustomers()
    const customerIds = customers.map(({ id }) => id)
    const { postMortems: tickets, photos, keys } = await purgePostMortemsOfCustomers(tx, customerIds)
    await purgeSitesOfCustomers(tx, customerIds)
    for (const { id, name } of customers)
      await recordAudit(tx, operator, {
        action: 'customer deleted',
        subject: { type: 'customer', id },
        before: { name },
      })
    await tx.deleteFrom('customers').where('id', 'in', idsOrNone(customerIds)).execute()
    await tx
      .deleteFrom('trainings')
      .where(
        'title',
        'in',
        demoTrainings.map(({ title }) => title),
      )
      .execute()
    await removeUsers(tx, userIds)
    await tx.deleteFrom('provider_defaults').execute()
    return { removed: { accounts: userIds.length, customers: customerIds.length, tickets, photos }, keys }
  })
  await removeUnreferencedFiles(database.db, storage, keys)
  return removed
}

const demoCustomerNames = demoCustomers.map(({ name }) => name)
const operator = { person: null, requestId: 'demo remove', source: 'command line' }
/** SQL has no empty list. */
const idsOrNone = <Of extends string>(ids: Of[]) => (ids.length > 0 ? ids : [lowestId<Of>()])

async function lockDemoUsers(tx: Transaction<Tables>): Promise<UserId[]> {
  const isDemoUser = isDemoEmail(sql.ref('email'))
  await lockUsersForChange(tx, isDemoUser)
  const people = await tx.selectFrom('users').select('id').where(isDemoUser).execute()
  return people.map(({ id }) => id)
}

/** Deletes accounts; disables those that other rows reference. */
async function removeUsers(tx: Executor, people: UserId[]): Promise<void> {
  for (const table of [
    'sign_ins',
    'absences',
    'calendar_feeds',
    'ended_visits',
    'notifications',
    'notification_preferences',
    'push_subscriptions',
  ] as const)
    await tx.deleteFrom(table).where('user_id', 'in', people).execute()
  await sql`
    update users u
    set email = 'former-' || u.id || '@demo.invalid', password_hash = null, temporary_password_until = null,
        status = 'disabled', deleted_at = now(), updated_at = now(), version = version + 1
    where u.id = any(${people}::uuid[])
      and (exists (select from post_mortems t where u.id in (t.created_by_id, t.requested_by_id, t.scheduled_by_id,
                                                             t.scheduled_for_id, t.completed_by_id,
                                                             t.danger_acknowledged_by_id))
        or exists (select from animals a where a.created_by_id = u.id)
        or exists (select from photos p where p.created_by_id = u.id)
        or exists (select from customers c where c.created_by_id = u.id)
        or exists (select from sites s where s.created_by_id = u.id))`.execute(tx)
  await sql`update audit_entries set user_id = null
            where user_id = any(${people}::uuid[])
              and user_id in (select id from users where deleted_at is null)`.execute(tx)
  await tx.deleteFrom('users').where('id', 'in', people).where('deleted_at', 'is', null).execute()
}
