export { authRoutes } from './auth.routes.ts'
export { authenticate, mailResetCode, requireRecentSignIn } from './auth.ts'
export { hashPassword } from './passwords.ts'
