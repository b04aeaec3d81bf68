import { type RawBuilder, sql } from 'kysely'
import { libraryEntryFields } from '@chisholm/domain/library'
import { and } from '../../database/and-sql.ts'
import { alphabetical } from '../../database/alphabetical.ts'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { Executor } from '../../database/executor.ts'
import { condition } from '../../http/filter-conditions.queries.ts'
import type { Filter } from '../../http/filters.ts'
import type { ListRequest } from '../../http/pagination.ts'
import { customerColumns, customerSortColumns } from '../customers/index.ts'
import { recordFilters, recordOrder } from '../herd/index.ts'
import { siteColumns, siteSortColumns } from '../sites/index.ts'
import { includesDisabled, userFilterCondition } from '../users/index.ts'

/**
 * Combines the filters of a list.
 * @param columnOf  returns the name of a field's column, or its expression
 */
function allFilters(filters: Filter[], columnOf: (field: string) => string | RawBuilder<unknown>): RawBuilder<boolean> {
  return and(
    filters.map((filter) => {
      const column = columnOf(filter.field)
      return condition(typeof column === 'string' ? sql.ref(column) : column, filter)
    }),
  )
}

/** The sort order of a list. @param ties  the columns that break ties, in ascending order */
const orderByList = (
  list: ListRequest,
  columnOf: (field: string) => RawBuilder<unknown>,
  ...ties: RawBuilder<unknown>[]
) =>
  sql.join([
    ...list.sorts.map(({ field, descending }) => sql`${columnOf(field)} ${sql.raw(descending ? 'desc' : 'asc')}`),
    ...ties,
  ])

const userColumn = (field: string) =>
  field === 'created_at' ? sql.ref('u.created_at') : alphabetical(field === 'name' ? 'u.last_name' : `u.${field}`)

const sameName = (field: string) => field

/** Disabled users are excluded unless a filter includes them, as in the list of users. */
const usersWhere = (filters: Filter[], sites: AuthorizedSites) => {
  const isListed = includesDisabled(filters) ? sql`true` : sql`u.status <> 'disabled'`
  // The list request was parsed by the rules of the list of users.
  const matchesFilters = and(
    // cast: the types of the two libraries differ in name only
    filters.map((filter) => userFilterCondition(filter as Parameters<typeof userFilterCondition>[0], sites, 'u.id')),
  )
  return sql<boolean>`u.deleted_at is null and ${isListed} and ${matchesFilters}`
}

const linkedNames = (name: RawBuilder<unknown>) =>
  sql<string | null>`(select string_agg(distinct ${name}, '; ') from user_sites l
    join sites s on s.id = l.site_id join customers c on c.id = s.customer_id where l.user_id = u.id)`

/** With its customer where another customer of user `u` has a site of the same name, which an import would also mean. */
const unambiguousSiteName = sql`case when exists (
    select from user_sites k join sites o on o.id = k.site_id
    join sites same on same.customer_id = o.customer_id and lower(btrim(same.name)) = lower(btrim(s.name))
    where k.user_id = u.id and same.customer_id <> s.customer_id)
  then c.name || ' - ' || s.name else s.name end`

/** The customers of a list, with the number of their sites. */
export const customersToExport = (db: Executor, list: ListRequest) =>
  db
    .selectFrom('customers as c')
    .select(['c.name', 'c.created_at'])
    .select(sql<number>`(select count(*)::int from sites s where s.customer_id = c.id)`.as('sites'))
    // cast: the filters were validated against these columns
    .where(allFilters(list.filters, (field) => customerColumns[field as keyof typeof customerColumns]))
    .orderBy(
      // cast: the sorts were validated against these columns
      orderByList(list, (field) => customerSortColumns[field as keyof typeof customerSortColumns], sql.ref('c.id')),
    )

export const sitesToExport = (db: Executor, list: ListRequest) =>
  db
    .selectFrom('sites as s')
    .innerJoin('customers as c', 'c.id', 's.customer_id')
    .select(['c.name as customer', 's.name', 's.region', 's.city', 's.created_at'])
    .select(['s.address', 's.latitude', 's.longitude', 's.phone', 's.directions', 's.time_zone'])
    // cast: the filters were validated against these columns
    .where(allFilters(list.filters, (field) => siteColumns[field as keyof typeof siteColumns]))
    .orderBy(
      orderByList(
        list,
        // cast: the sorts were validated against these columns
        (field) => siteSortColumns[field as keyof typeof siteSortColumns],
        alphabetical('s.name'),
        sql.ref('s.id'),
      ),
    )

/** The users of a list, with the customers and sites to which they are linked. */
export const usersToExport = (db: Executor, sites: AuthorizedSites, list: ListRequest) =>
  db
    .selectFrom('users as u')
    .select(['u.email', 'u.first_name', 'u.last_name', 'u.phone', 'u.city', 'u.region', 'u.country'])
    .select([
      'u.roles',
      'u.status',
      'u.created_at',
      linkedNames(sql`c.name`).as('customers'),
      linkedNames(unambiguousSiteName).as('sites'),
    ])
    .where(usersWhere(list.filters, sites))
    .orderBy(orderByList(list, userColumn, alphabetical('u.first_name'), sql.ref('u.id')))

const trainingColumn = (field: string) => sql.ref(`t.${field}`)

/** The trainings of a list, one row per section, like files to import. */
export const trainingsToExport = (db: Executor, list: ListRequest) =>
  db
    .selectFrom('trainings as t')
    .leftJoin('training_sections as s', 's.training_id', 't.id')
    .select(['t.title', 't.description', 't.pre_content', 't.post_content', 't.created_at', 's.heading', 's.content'])
    .where(allFilters(list.filters, trainingColumn))
    .orderBy(orderByList(list, trainingColumn, sql.ref('t.id')))
    .orderBy('s.position')
    .orderBy('s.id')

export const libraryEntriesToExport = (db: Executor, name: string, list: ListRequest) =>
  db
    .selectFrom('library_entries')
    .select(libraryEntryFields)
    .where('list', '=', name)
    .where('retired_at', 'is', null)
    .where(allFilters(list.filters, sameName))
    .orderBy(orderByList(list, (field) => (field === 'name' ? alphabetical(field) : sql.ref(field)), sql.ref('id')))

export const lotsToExport = (db: Executor, list: ListRequest) =>
  db
    .selectFrom('lots as r')
    .innerJoin('sites as s', 's.id', 'r.site_id')
    .innerJoin('customers as c', 'c.id', 's.customer_id')
    .select(['c.name as customer', 's.name as site', 'r.name', 'r.arrived_at', 'r.head_in', 'r.source', 'r.sex'])
    .select(['r.arrival_weight', 'r.closed_at'])
    .where(recordFilters(list.filters))
    .orderBy(recordOrder(list.sorts))

export const headCountsToExport = (db: Executor, list: ListRequest) =>
  db
    .selectFrom('head_counts as r')
    .innerJoin('sites as s', 's.id', 'r.site_id')
    .innerJoin('customers as c', 'c.id', 's.customer_id')
    .select(['c.name as customer', 's.name as site', 'r.date', 'r.head'])
    .where(recordFilters(list.filters))
    .orderBy(recordOrder(list.sorts))
