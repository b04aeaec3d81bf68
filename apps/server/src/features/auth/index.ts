export { authRoutes, visitOf } from './auth.routes.ts'
export { authenticate, openSignIn, type Visit } from './auth.ts'
export { hashPassword, isPassword } from './passwords.ts'
export { hashOf } from './tokens.ts'
