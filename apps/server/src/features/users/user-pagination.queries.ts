import { type RawBuilder, sql } from 'kysely'
import type { Role } from '@chisholm/domain/permissions'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import { alphabetical } from '../../database/alphabetical.ts'
import type { Executor } from '../../database/executor.ts'
import { countOfRows, readPageAndTotal } from '../../database/one-snapshot.ts'
import { hasRole } from '../../database/user-sql.ts'
import { malformed } from '../../http/app-error.ts'
import { condition } from '../../http/filter-conditions.queries.ts'
import { type Filter, isTrue } from '../../http/filters.ts'
import type { ListRequest } from '../../http/pagination.ts'
import { userColumns } from './users.queries.ts'

export const userFilters = {
  'roles.name': 'exact',
  id: 'id',
  status: 'exact',
  email: 'text',
  name: 'text',
  name_or_email: 'text',
  site_id: 'id',
  customer_id: 'id',
  on_tickets: 'flag',
} as const
export const userSorts = ['name', 'first_name', 'last_name', 'email', 'created_at'] as const

/** Users who are not Admins cannot filter or sort by address, because that would reveal addresses. */
export const nonAdminUserFilters = { 'roles.name': 'exact', id: 'id', on_tickets: 'flag' } as const
export const nonAdminUserSorts = ['name', 'first_name', 'last_name'] as const

type List = ListRequest<keyof typeof userFilters, (typeof userSorts)[number]>

/**
 * Reads one page of the users, and how many there are in total.
 * @param sites      the sites whose tickets count for `on_tickets`
 * @param onlyRoles  only users with one of these roles; null means all users
 */
export async function readUserPage(
  db: Executor,
  onlyRoles: readonly Role[] | null,
  sites: AuthorizedSites,
  list: List,
) {
  let users = db.selectFrom('users').where('deleted_at', 'is', null)
  if (!includesDisabled(list.filters)) users = users.where('status', '!=', 'disabled')
  if (onlyRoles) users = users.where(hasRole('users', onlyRoles))
  for (const filter of list.filters) users = users.where(userFilterCondition(filter, sites))
  let page = users.select(userColumns)
  for (const { field, descending } of list.sorts)
    page = page.orderBy(
      field === 'created_at' ? field : alphabetical(field === 'name' ? 'last_name' : field),
      descending ? 'desc' : 'asc',
    )
  return readPageAndTotal(
    db,
    users.select(countOfRows),
    page.orderBy(alphabetical('first_name')).orderBy('id').limit(list.perPage).offset(list.offset),
  )
}

/** Whether the filters include disabled users, who are excluded by default. */
export const includesDisabled = (filters: Filter[]): boolean =>
  filters.some((filter) => filter.field === 'status' || (filter.field === 'on_tickets' && isTrue(filter)))

const fullName = sql`concat_ws(' ', first_name, last_name)`

/**
 * The SQL condition of a filter.
 * @param sites  the sites whose tickets count for `on_tickets`
 * @param id     the column that holds the user's id in the query
 */
export function userFilterCondition(
  filter: Filter<keyof typeof userFilters>,
  sites: AuthorizedSites,
  id = 'users.id',
): RawBuilder<boolean> {
  switch (filter.field) {
    case 'roles.name':
      // others would be answered like `eq`
      if (filter.op !== 'eq') throw malformed(`The filter "roles.name" takes roles, without "${filter.op}".`)
      return sql<boolean>`roles && ${filter.values}::text[]`
    case 'name':
      return condition(fullName, filter)
    case 'name_or_email':
      return condition(sql`(${fullName} || ' ' || email)`, filter)
    case 'site_id':
    case 'customer_id':
      return isLinked(filter, filter.field === 'site_id' ? sql.ref('l.site_id') : sql.ref('s.customer_id'))
    case 'on_tickets':
      return isTrue(filter)
        ? isOnPostMortems(id, sites)
        : sql<boolean>`not coalesce(${isOnPostMortems(id, sites)}, false)`
    default:
      return condition(sql.ref(filter.field), filter)
  }
}

/** Whether a user is linked to a site that matches. `isnull` matches users without sites. */
function isLinked(filter: Filter, column: RawBuilder<unknown>): RawBuilder<boolean> {
  const linked = sql`select l.user_id from user_sites l join sites s on s.id = l.site_id`
  if (filter.op !== 'isnull') return sql`id in (${linked} where ${condition(column, filter)})`
  return isTrue(filter) ? sql`id not in (${linked})` : sql`id in (${linked})`
}

/**
 * Whether a user is or was the veterinarian of a ticket on these sites. The tickets of a few sites are scanned once;
 * for all sites, each user is looked up by index.
 */
function isOnPostMortems(id: string, { ids: siteIds }: AuthorizedSites): RawBuilder<boolean> {
  if (siteIds)
    return sql<boolean>`${sql.ref(id)} = any(array(
      select unnest(array[completed_by_id, scheduled_for_id]) from post_mortems
      where site_id = any(${siteIds}::uuid[]) and deleted_at is null))`
  const isNamedIn = (column: string) =>
    sql`exists (select from post_mortems t where ${sql.ref(column)} = ${sql.ref(id)} and t.deleted_at is null)`
  return sql<boolean>`(${isNamedIn('t.completed_by_id')} or ${isNamedIn('t.scheduled_for_id')})`
}
