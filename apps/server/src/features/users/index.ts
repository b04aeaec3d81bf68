export { userRoutes } from './users.routes.ts'
export { makeSuperAdmin } from './super-admin.ts'
