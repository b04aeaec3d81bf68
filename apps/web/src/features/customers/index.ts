export { CustomerOrSiteActions } from './customer-or-site-actions.tsx'
export { customerPagesQuery, customersQuery } from './queries.ts'
export { RetiredPill } from './retired-pill.tsx'
export { useCustomerOrSiteForm } from './use-customer-or-site-form.ts'
