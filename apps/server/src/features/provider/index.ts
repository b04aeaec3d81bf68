export { readLogo } from './logo.ts'
export { logoFileRoutes, providerRoutes } from './provider.routes.ts'
export { createProviderReader, requireConfirmedProvider } from './provider.ts'
