import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { statuses } from '@chisholm/domain/status'
import type { SiteId } from '../../database/ids.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { updatedAtSql } from '../../database/versions.ts'
import type { VisibleSites } from '../../database/visible-sites.ts'
import { condition, inList, ofSitesAfterwards, siteDayCondition } from '../../http/filter-conditions.queries.ts'
import type { Filter } from '../../http/filters.ts'
import { examineByCondition } from './examine-by.queries.ts'
import { isOfAnimals, type PostMortemScope } from './post-mortem-filters.ts'

export type PostMortemQuery<O> = SelectQueryBuilder<Tables & { t: Tables['post_mortems'] }, 't', O>

/** The column of ticket `t` that a field of a filter or sort stands for, as someone with these sites (null: all) sees it. */
export const columnOfField = (field: string, viewer: VisibleSites): RawBuilder<unknown> =>
  field === 'updated_at' ? updatedAtSql('t', viewer) : sql.ref(`t.${field}`)

/** Restricts a query to the tickets of a scope. */
export function applyScope<O>(
  db: Executor,
  postMortems: PostMortemQuery<O>,
  scope: PostMortemScope,
  byAnimals: 'found' | 'each' = 'found',
): PostMortemQuery<O> {
  let query = postMortems
  // the index of the clocks begins with the status
  const isByClock = scope.rowFilters.some(({ field, op }) => field === 'examine_by' && op !== 'isnull')
  if (scope.statuses.length < statuses.length || isByClock)
    query = query.where(inList(sql.ref('t.status'), scope.statuses, 'text'))
  if (scope.siteIds) query = query.where(ofSites('t', scope.siteIds, scope.usesTrigramIndex))
  if (scope.customerIds) query = query.where(inList(sql.ref('t.customer_id'), scope.customerIds, 'uuid'))
  for (const filter of scope.rowFilters) {
    if (filter.field === 'examine_by') query = query.where(examineByCondition(filter))
    else if (!isOfAnimals(filter))
      query = query.where(siteDayCondition(columnOfField(filter.field, scope.viewer), sql.ref('t.site_id'), filter))
    else if (byAnimals === 'found')
      query = query.where(
        sql<boolean>`t.id = any(array(${postMortemsOfAnimals(db, filter, scope.siteIds, scope.usesTrigramIndex)}))`,
      )
    // `offset 0` prevents PostgreSQL from first collecting all such animals
    else
      query = query.where(
        sql<boolean>`exists (${postMortemsOfAnimals(db, filter).where(sql<boolean>`a.post_mortem_id = t.id`)} offset 0)`,
      )
  }
  return query
}

const ofSites = (table: 't' | 'a', siteIds: SiteId[], usesTrigramIndex = false) =>
  usesTrigramIndex
    ? ofSitesAfterwards(sql.ref(`${table}.site_id`), siteIds)
    : inList(sql.ref(`${table}.site_id`), siteIds, 'uuid')

/**
 * The tickets of the animals that match a filter on these sites (null: all), once per animal.
 * @param usesTrigramIndex  whether the trigram index finds the animals
 */
export const postMortemsOfAnimals = (
  db: Executor,
  filter: Filter,
  siteIds: SiteId[] | null = null,
  usesTrigramIndex = false,
) =>
  db
    .selectFrom('animals as a')
    .select('a.post_mortem_id')
    .where('a.deleted_at', 'is', null)
    .where(condition(sql.ref(`a.${filter.field}`), filter))
    .$if(siteIds !== null, (animals) => animals.where(ofSites('a', siteIds ?? [], usesTrigramIndex)))
