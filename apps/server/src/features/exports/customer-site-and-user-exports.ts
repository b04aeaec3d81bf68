import { customerRules } from '../customers/index.ts'
import { siteRules } from '../sites/index.ts'
import { userRules } from '../users/index.ts'
import { headCountRules, lotRules } from '../herd/index.ts'
import { customersToExport, headCountsToExport, lotsToExport, sitesToExport, usersToExport } from './exports.queries.ts'
import { defineExport } from './list-export.ts'

/** Exports of customers, sites, lots, head counts and users. Their first columns are those that an import reads. */
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
      ['Address', (site) => site.address],
      ['Latitude', (site) => site.latitude],
      ['Longitude', (site) => site.longitude],
      ['Phone', (site) => site.phone],
      ['Directions', (site) => site.directions],
      ['Time zone', (site) => site.time_zone],
    ],
  }),
  defineExport({
    name: 'lots',
    rules: lotRules,
    query: (db, _sites, list) => lotsToExport(db, list),
    columns: [
      ['customer', (lot) => lot.customer],
      ['site', (lot) => lot.site],
      ['name', (lot) => lot.name],
      ['arrived_at', (lot) => lot.arrived_at],
      ['head_in', (lot) => lot.head_in],
      ['source', (lot) => lot.source],
      ['sex', (lot) => lot.sex],
      ['arrival_weight', (lot) => lot.arrival_weight],
      ['closed_at', (lot) => lot.closed_at],
    ],
  }),
  defineExport({
    name: 'head-counts',
    rules: headCountRules,
    query: (db, _sites, list) => headCountsToExport(db, list),
    columns: [
      ['customer', (count) => count.customer],
      ['site', (count) => count.site],
      ['date', (count) => count.date],
      ['head', (count) => count.head],
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
