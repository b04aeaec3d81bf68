export { authRoutes } from './auth.routes.ts'
export { authenticate, mailResetCode } from './auth.ts'
export { endSignInsOf } from './auth.queries.ts'
export { hashPassword } from './passwords.ts'
