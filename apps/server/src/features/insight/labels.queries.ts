import { sql } from 'kysely'
import { lotKey } from '@chisholm/domain/lots'
import type { Executor } from '../../database/executor.ts'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import { otherSystem, systemSql } from './insight-scope.queries.ts'

interface Label {
  id: string
  name: string
}

/** Diagnoses by id, with their systems. */
export async function diagnosesById(db: Executor): Promise<Map<string, Label & { system: string }>> {
  const { rows } = await sql<Label & { system: string }>`
    select e.id, e.name, ${systemSql} as system from library_entries e where e.list = 'diagnoses'`.execute(db)
  return new Map(rows.map((entry) => [entry.id, entry]))
}

/** The systems of the diagnoses, and that of diagnoses without one. */
export async function knownSystems(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ system: string }>`
    select distinct ${systemSql} as system from library_entries e where e.list = 'diagnoses' order by 1`.execute(db)
  return [...new Set([...rows.map(({ system }) => system), otherSystem])]
}

/** Names of customers, or of sites with their customers, by id. */
export async function namesById(
  db: Executor,
  table: 'customers' | 'sites',
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await (table === 'customers'
    ? sql<Label>`select id, name from customers where id = any(${ids}::uuid[])`
    : sql<Label>`select s.id, c.name || ' - ' || s.name as name from sites s join customers c on c.id = s.customer_id
                 where s.id = any(${ids}::uuid[])`
  ).execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * Filters customers and sites by what these sites reveal.
 * @param ids  ids of either
 */
export async function visibleIds(db: Executor, sites: AuthorizedSites, ids: readonly string[]): Promise<Set<string>> {
  if (sites.ids === null) return new Set(ids)
  const { rows } = await sql<{ id: string }>`
    select unnest(array[s.id, s.customer_id]) as id from sites s where s.id = any(${sites.ids}::uuid[])`.execute(db)
  const visible = new Set(rows.map(({ id }) => id))
  return new Set(ids.filter((id) => visible.has(id)))
}

/** Filters names of lots by whether these sites have such a lot or an animal of it. */
export async function visibleLots(db: Executor, sites: AuthorizedSites, lots: readonly string[]): Promise<string[]> {
  if (sites.ids === null) return [...lots]
  const keys = lots.map(lotKey)
  const { rows } = await sql<{ key: string }>`
    select lot_key(name) as key from lots where site_id = any(${sites.ids}::uuid[]) and lot_key(name) = any(${keys}::text[])
    union select lot_key from deaths where site_id = any(${sites.ids}::uuid[]) and lot_key = any(${keys}::text[])`.execute(
    db,
  )
  return lots.filter((lot) => rows.some(({ key }) => key === lotKey(lot)))
}

/** First and last names of users. */
export async function userNames(db: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<Label>`
    select id, coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''), 'Veterinarian') as name
    from users where id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
