/** The lists that can be imported, and the columns of their files in the order a template has them. */
export const importColumns = {
  customers: ['name'],
  sites: ['customer', 'site', 'region', 'city'],
  users: ['email', 'first_name', 'last_name', 'phone', 'role', 'customer', 'sites'],
} as const

export type ImportKind = keyof typeof importColumns
export const importKinds: readonly ImportKind[] = ['customers', 'sites', 'users']
