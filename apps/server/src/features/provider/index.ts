export { readLogo } from './logo.ts'
export { logoFileRoutes, providerRoutes } from './provider.routes.ts'
export { createProviderReader, holdCarcassLimits, requireConfirmedProvider } from './provider.ts'
