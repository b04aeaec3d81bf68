export { readLogo } from './logo.ts'
export { logoFileRoutes, providerRoutes } from './provider.routes.ts'
export { createProviderReader, lockCarcassLimits, requireConfirmedProvider } from './provider.ts'
