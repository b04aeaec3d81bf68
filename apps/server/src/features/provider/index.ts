export { providerRoutes } from './provider.routes.ts'
