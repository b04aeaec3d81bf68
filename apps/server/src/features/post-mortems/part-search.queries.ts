import { sql } from 'kysely'
import { serverTexts } from '@chisholm/domain/server-texts'
import type { SiteId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { AppError } from '../../http/app-error.ts'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import { type Filter, type Operator, shortestIndexedPart } from '../../http/filters.ts'

/** Up to this many animals on the sites, a search for part of a text compares them one by one. */
const comparedMax = 20_000
/** In a practice of more animals than this, a search over more sites needs a filter or a part that an index can find. */
export const shortPartMax = 200_000

const isPart = ({ op }: { op: Operator }) => op === 'like'

/** The filters of a list, prepared for a search for part of a text. */
export interface PartSearch<F> {
  filters: F[]
  /** Whether the trigram index finds the rows, so that their sites are compared afterwards. */
  usesTrigramIndex: boolean
}

/**
 * Chooses whether the sites or the trigram index find the rows of a search for part of a text, because a generic plan
 * does not know how many animals the sites have.
 * @param siteIds  null: all
 * @throws AppError  the part is too short for the index, and the sites have too many animals to compare them all
 */
export async function preparePartSearch<F extends Filter>(
  db: Executor,
  siteIds: SiteId[] | null,
  filters: F[],
): Promise<PartSearch<F>> {
  if (!filters.some(isPart)) return { filters, usesTrigramIndex: false }
  const { all, onSites } = await countAnimals(db, siteIds)
  if (onSites <= comparedMax)
    return {
      filters: filters.map((filter) => (isPart(filter) ? { ...filter, eachRow: true } : filter)),
      usesTrigramIndex: false,
    }
  if (all > shortPartMax) requireIndexedParts(filters)
  return { filters, usesTrigramIndex: siteIds !== null }
}

/**
 * Refuses a search that would compare all animals of the sites one by one, for seconds, if they have very many.
 * @param field  the filter that no index answers
 * @throws AppError  the sites have too many animals
 */
export async function refuseBroadSearch(db: Executor, sites: AuthorizedSites, field: string): Promise<void> {
  if ((await countAnimals(db, sites.ids)).onSites <= shortPartMax) return
  const text = serverTexts.refusal.searchTooBroad
  throw new AppError('malformed', text, { errors: { [field]: [text] }, code: 'search-too-broad' })
}

async function countAnimals(db: Executor, siteIds: SiteId[] | null): Promise<{ all: number; onSites: number }> {
  const { rows } = await sql<{ all: number; onSites: number }>`
    select coalesce(sum(animals), 0)::int as all,
      coalesce(sum(animals) filter (where ${siteIds}::uuid[] is null or site_id = any(${siteIds}::uuid[])), 0)::int as "onSites"
    from animal_counts`.execute(db)
  return rows[0] ?? { all: 0, onSites: 0 }
}

function requireIndexedParts(filters: Filter[]): void {
  for (const { field, values } of filters.filter(isPart)) {
    const part = values.find((value) => value.length < shortestIndexedPart)
    if (part === undefined) continue
    const text = serverTexts.refusal.partTooShort(part, shortestIndexedPart)
    throw new AppError('malformed', text, { errors: { [field]: [text] }, code: 'search-too-short' })
  }
}
