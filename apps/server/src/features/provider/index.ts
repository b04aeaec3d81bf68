export { providerRoutes } from './provider.routes.ts'
export { openProvider } from './provider.ts'
