/**
 * A site with its customer, as lists show it (specification 2.4). An import names a site like this if several customers
 * have one of this name.
 */
export const siteInFull = (customer: string, site: string): string => `${customer} - ${site}`
