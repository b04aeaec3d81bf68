export { mailInvitation } from './invitations.ts'
export { userRoutes } from './users.routes.ts'
export { makeSuperAdmin } from './super-admin.ts'
export { rules as userRules } from './users.schemas.ts'
