import { sql } from 'kysely'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { Filter } from '../../http/filters.ts'
import { customerColumns, customerRules } from '../customers/index.ts'
import { siteColumns, siteRules } from '../sites/index.ts'
import { includesDisabled, userCondition, userRules } from '../users/index.ts'
import { and, defineExport, orderByList, allFilters } from './list-export.ts'

const siteColumn = (field: string) => (field === 'customer.name' ? 'c.name' : `s.${field}`)
const userColumn = (field: string) => (field === 'name' ? 'u.last_name' : `u.${field}`)

/** Disabled users are left out unless a filter asks for them, as in the list of users. */
const usersWhere = (filters: Filter[], sites: AuthorizedSites) => {
  const isListed = includesDisabled(filters) ? sql`true` : sql`u.status <> 'disabled'`
  // the list request was parsed with the rules of the list of users
  const matchesFilters = and(
    // cast: the types of the two libraries differ in name only
    filters.map((filter) => userCondition(filter as Parameters<typeof userCondition>[0], sites, 'u.id')),
  )
  return sql<boolean>`u.deleted_at is null and ${isListed} and ${matchesFilters}`
}

const linkedNames = (what: string) =>
  sql<string | null>`(select string_agg(distinct ${sql.ref(what)}, '; ') from user_sites l
    join sites s on s.id = l.site_id join customers c on c.id = s.customer_id where l.user_id = u.id)`

/** Exports of customers, sites and users. Their first columns are those an import reads. */
export const customerSiteAndUserExports = [
  defineExport({
    name: 'customers',
    rules: customerRules,
    query: (db, _sites, list) =>
      db
        .selectFrom('customers as c')
        .select(['c.name', 'c.created_at'])
        .select(sql<number>`(select count(*)::int from sites s where s.customer_id = c.id)`.as('sites'))
        // cast: the list of filters was checked against these columns
        .where(allFilters(list.filters, (field) => customerColumns[field as keyof typeof customerColumns]))
        .orderBy(orderByList(list, (field) => `c.${field}`, 'c.id')),
    columns: [
      ['Name', (customer) => customer.name],
      ['Sites', (customer) => customer.sites],
      ['Created at', (customer) => customer.created_at],
    ],
  }),
  defineExport({
    name: 'sites',
    rules: siteRules,
    query: (db, _sites, list) =>
      db
        .selectFrom('sites as s')
        .innerJoin('customers as c', 'c.id', 's.customer_id')
        .select(['c.name as customer', 's.name', 's.region', 's.city', 's.created_at'])
        // cast: the list of filters was checked against these columns
        .where(allFilters(list.filters, (field) => siteColumns[field as keyof typeof siteColumns]))
        .orderBy(orderByList(list, siteColumn, 's.id')),
    columns: [
      ['Customer', (site) => site.customer],
      ['Site', (site) => site.name],
      ['Region', (site) => site.region],
      ['City', (site) => site.city],
      ['Created at', (site) => site.created_at],
    ],
  }),
  defineExport({
    name: 'users',
    rules: userRules,
    query: (db, sites, list) =>
      db
        .selectFrom('users as u')
        .select(['u.email', 'u.first_name', 'u.last_name', 'u.phone', 'u.city', 'u.region', 'u.country'])
        .select([
          'u.roles',
          'u.status',
          'u.created_at',
          linkedNames('c.name').as('customers'),
          linkedNames('s.name').as('sites'),
        ])
        .where(usersWhere(list.filters, sites))
        .orderBy(orderByList(list, userColumn, 'u.id')),
    columns: [
      ['Email', (user) => user.email],
      ['First name', (user) => user.first_name],
      ['Last name', (user) => user.last_name],
      ['Phone', (user) => user.phone],
      ['Role', (user) => user.roles.join('; ')],
      ['Customer', (user) => user.customers],
      ['Sites', (user) => user.sites],
      ['City', (user) => user.city],
      ['Region', (user) => user.region],
      ['Country', (user) => user.country],
      ['Status', (user) => user.status],
      ['Created at', (user) => user.created_at],
    ],
  }),
]
