export { filterColumns as customerColumns, sortColumns as customerSortColumns } from './customers.queries.ts'
export {
  lockDataOfCustomers,
  purgeCustomer,
  purgeSitesOfCustomers,
  purgePostMortemsOfCustomers,
} from './purge-customer-data.queries.ts'
export { customerRoutes } from './customers.routes.ts'
export {
  auditActionOf,
  validateName,
  nextRetiredAt,
  validateLengths,
  describeUses,
  type UseCounts,
} from './customer-or-site.ts'
export { presentSiteOfCustomer } from './present-site-of-customer.ts'
export { customerListRules as customerRules } from './customers.schemas.ts'
