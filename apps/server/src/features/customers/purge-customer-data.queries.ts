import { sql, type Transaction } from 'kysely'
import { deleteUnusedIdentities } from '../../database/delete-unused-identities.ts'
import type { CustomerId } from '../../database/ids.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'

/**
 * Locks customers with their sites and tickets, so that nothing is added to them or changed until the transaction ends.
 * The order is that of other transactions, which would deadlock otherwise: the tables, because an import locks all of
 * one; tickets, lots and head counts, whose changes lock their site; the sites and then the customers, as for whoever
 * creates a ticket. Sites and tickets are locked once more, because some may have been added meanwhile.
 */
export async function lockDataOfCustomers(tx: Transaction<Tables>, customerIds: CustomerId[]): Promise<void> {
  await sql`lock table sites, lots, head_counts in row exclusive mode`.execute(tx)
  const isOfThem = sql`customer_id = any(${customerIds}::uuid[])`
  const sites = sql`(select id from sites where ${isOfThem})`
  const lockSites = () => sql`select from sites where ${isOfThem} order by id for update`.execute(tx)
  const lockTickets = () => sql`select from post_mortems where ${isOfThem} order by id for update`.execute(tx)
  await lockTickets()
  await sql`select from lots where site_id in ${sites} order by id for update`.execute(tx)
  await sql`select from head_counts where site_id in ${sites} order by id for update`.execute(tx)
  await lockSites()
  await sql`select from customers where id = any(${customerIds}::uuid[]) order by id for update`.execute(tx)
  await lockSites()
  await lockTickets()
}

/**
 * Permanently deletes all tickets of these customers with their animals, photos and reports.
 * @returns how many rows were deleted, and the storage keys of their files
 */
export async function purgePostMortemsOfCustomers(tx: Executor, customerIds: string[]) {
  const { rows: files } = await sql<{ key: string }>`
    with tickets as (select id from post_mortems where customer_id = any(${customerIds}::uuid[])),
         pictures as (delete from photos where animal_id in (select id from animals where post_mortem_id in (select id from tickets))
                      returning image_key, thumbnail_key),
         papers as (delete from reports where post_mortem_id in (select id from tickets) returning file_key),
         results as (delete from sample_files where sample_id in (select s.id from samples s join animals a on a.id = s.animal_id
                     where a.post_mortem_id in (select id from tickets)) returning file_key),
         versions as (delete from report_versions where post_mortem_id in (select id from tickets) returning file_key)
    select image_key as key from pictures union all select thumbnail_key from pictures
    union all select file_key from papers
    union all select file_key from results
    union all select file_key from versions where file_key is not null`.execute(tx)
  await sql`
    delete from animals a using post_mortems t
    where a.post_mortem_id = t.id and t.customer_id = any(${customerIds}::uuid[])`.execute(tx)
  await deleteUnusedIdentities(tx)
  const deleted = await tx
    .deleteFrom('post_mortems')
    .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
    .executeTakeFirst()
  // The deferred triggers count tickets by site, so they must run before the sites are deleted.
  await sql`set constraints all immediate`.execute(tx)
  const photoCount = files.filter(({ key }) => key.startsWith('photos/')).length / 2
  return {
    postMortems: Number(deleted.numDeletedRows),
    photos: photoCount,
    reports: files.length - 2 * photoCount,
    keys: [...new Set(files.map(({ key }) => key))],
  }
}

/** Permanently deletes the sites of these customers. They must have no tickets left. */
export async function purgeSitesOfCustomers(tx: Executor, customerIds: string[]): Promise<void> {
  const sites = tx.selectFrom('sites').select('id').where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
  for (const table of ['ticket_counts', 'head_counts', 'lots'] as const)
    await tx.deleteFrom(table).where('site_id', 'in', sites).execute()
  await tx.deleteFrom('sites').where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`).execute()
}

/** Permanently deletes a customer. Nothing may refer to it any more. */
export const purgeCustomer = (tx: Executor, id: CustomerId) => tx.deleteFrom('customers').where('id', '=', id).execute()
