import { type RawBuilder, sql } from 'kysely'
import type { VisibleSites } from './visible-sites.ts'

/*
 * Tickets and animals have a version, which is their ETag, and the time of their last change. Clients do not see an
 * opinion before it is issued (decisions.md section 7), so changes of it leave their version and time as they were.
 */

/** Who sees a change of a ticket or an animal: everybody, only vet roles, or only clients, to whom it is being issued. */
export type SeenBy = 'everybody' | 'vets' | 'clients'

interface VersionColumns {
  version?: RawBuilder<number>
  updated_at?: Date
  client_version_offset?: RawBuilder<number>
  client_updated_at?: RawBuilder<Date> | Date | null
}

/** The columns of an update that change the version for those who see it. */
export function nextVersion(seenBy: SeenBy): VersionColumns {
  const now = new Date()
  if (seenBy === 'clients')
    return { client_version_offset: sql<number>`client_version_offset + 1`, client_updated_at: now }
  const change = { version: sql<number>`version + 1`, updated_at: now }
  if (seenBy === 'everybody') return { ...change, client_updated_at: null }
  return {
    ...change,
    client_version_offset: sql<number>`client_version_offset - 1`,
    client_updated_at: sql<Date>`coalesce(client_updated_at, updated_at)`,
  }
}

/** The version of ticket or animal `table` as someone with these sites sees it. */
export const versionSql = (table: string, { ids }: VisibleSites): RawBuilder<number> =>
  ids === null
    ? sql<number>`${sql.ref(`${table}.version`)}`
    : sql<number>`(${sql.ref(`${table}.version`)} + ${sql.ref(`${table}.client_version_offset`)})`

/** The time of the last change of ticket or animal `table` as someone with these sites sees it. */
export const updatedAtSql = (table: string, { ids }: VisibleSites): RawBuilder<Date> =>
  ids === null
    ? sql<Date>`${sql.ref(`${table}.updated_at`)}`
    : sql<Date>`coalesce(${sql.ref(`${table}.client_updated_at`)}, ${sql.ref(`${table}.updated_at`)})`
