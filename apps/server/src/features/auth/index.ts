export { authRoutes } from './auth.routes.ts'
export { authenticate } from './auth.ts'
export { hashPassword } from './passwords.ts'
