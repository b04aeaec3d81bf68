export { setPasswordByOperator } from './change-password.ts'
export { authRoutes, requestOrigin } from './auth.routes.ts'
export { lockActiveAccount } from './lock-active-account.ts'
export { lockOwnAccount } from './lock-own-account.ts'
export { signInLimitRoutes } from './sign-in-limits.routes.ts'
export { openSession, singleSite, sitesOfUser } from './authenticate.ts'
export {
  deleteResetCode,
  endSignInsOfUser,
  endSignInsOfUsers,
  lockUser,
  toLowerCase,
  userById,
} from './auth.queries.ts'
export { createSignIn, type RequestOrigin } from './create-sign-in.ts'
export { createUnknownSignInRecorder } from './audit-unknown-sign-ins.ts'
export { hashPassword, validateNewPassword } from './passwords.ts'
export { requireRecentSignIn } from './recent-sign-in.ts'
export { enqueueResetCode, mailResetCode } from './reset-password.ts'
export { passwordFingerprint, sha256 } from './tokens.ts'
