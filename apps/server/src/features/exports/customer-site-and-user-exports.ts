import { customerRules } from '../customers/index.ts'
import { siteRules } from '../sites/index.ts'
import { userRules } from '../users/index.ts'
import { customersToExport, sitesToExport, usersToExport } from './exports.queries.ts'
import { defineExport } from './list-export.ts'

/** Exports of customers, sites and users. Their first columns are those that an import reads. */
export const customerSiteAndUserExports = [
  defineExport({
    name: 'customers',
    rules: customerRules,
    query: (db, _sites, list) => customersToExport(db, list),
    columns: [
      ['Name', (customer) => customer.name],
      ['Sites', (customer) => customer.sites],
      ['Created at', (customer) => customer.created_at],
    ],
  }),
  defineExport({
    name: 'sites',
    rules: siteRules,
    query: (db, _sites, list) => sitesToExport(db, list),
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
    query: usersToExport,
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
