export { SignInLayout } from './sign-in-layout.tsx'
export { signInLimitTexts } from './sign-in-limit-texts.ts'
export { useRecentSignIn } from './use-recent-sign-in.tsx'
