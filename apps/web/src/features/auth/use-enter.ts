import type { SignIn } from '@chisholm/domain/shapes'
import { useRouter } from '@tanstack/react-router'
import { keepSignIn } from './keep-sign-in.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On the way to the sign-in: the address it was asked for at. */
    goingTo?: string
  }
}

/** An address inside the app; null for any other, so that nobody is led away by what we kept. */
function insideApp(address: string | undefined): string | null {
  try {
    const { origin, pathname, search, hash } = new URL(address ?? '', location.origin)
    const isOurs = origin === location.origin && (pathname.startsWith('/a/') || pathname === '/api/docs')
    return isOurs ? pathname + search + hash : null
  } catch {
    return null
  }
}

/** Keeps a sign-in and leads where the person was going; home where that was nowhere. Its route asks for the role. */
export function useEnter(): (answer: SignIn) => Promise<void> {
  const router = useRouter()
  return async (answer) => {
    const goingTo = insideApp(router.state.location.state.goingTo)
    keepSignIn(answer)
    await router.navigate({ href: goingTo ?? '/', replace: true })
  }
}
