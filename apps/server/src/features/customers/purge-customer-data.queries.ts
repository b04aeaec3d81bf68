import { sql } from 'kysely'
import { deleteUnusedIdentities } from '../../database/delete-unused-identities.ts'
import type { Executor } from '../../database/executor.ts'

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
