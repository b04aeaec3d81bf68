export { SignInFrame } from './sign-in-frame.tsx'
export { useRecentSignIn } from './use-recent-sign-in.tsx'
