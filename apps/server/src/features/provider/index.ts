export { readLogo } from './logo.ts'
export { logoFileRoutes, providerRoutes } from './provider.routes.ts'
export { openProvider, requireConfirmed } from './provider.ts'
