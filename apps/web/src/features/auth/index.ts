export { SignInLayout } from './sign-in-layout.tsx'
export { useRecentSignIn } from './use-recent-sign-in.tsx'
