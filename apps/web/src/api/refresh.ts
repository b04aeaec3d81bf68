import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { toast } from '../ui/toast.ts'
import { type Session, session } from './session.ts'
import type { AnswerOf } from './typed.ts'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Nobody is signed in any more. */
class SignedOut extends Error {}

let running: Promise<void> | undefined
let lastRefresh = 0

/**
 * Refreshes the access token once for all waiting requests and all tabs. If that fails, the session is cleared and the
 * app redirects to /u/login.
 * @param staleToken  the refused token; another tab may already have replaced it
 */
export function refreshSession(stale: string): Promise<void> {
  running ??= navigator.locks
    .request('chisholm.refresh', () => renew(stale))
    .finally(() => {
      running = undefined
    })
  return running
}

async function renew(stale: string): Promise<void> {
  const current = session.read()
  if (!current) throw new SignedOut(texts.failure.authenticate)
  if (current.token !== stale) return
  // a token refused right after a refresh has not expired: refreshing again would loop
  if (Date.now() - lastRefresh < constants.refreshThrottle) return signOut()
  const answer = await fetch('/api/v1/auth/refresh', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: current.refresh }),
  })
  if (answer.status >= 500) throw new Error(texts.failure.refreshToken)
  if (!answer.ok) return signOut()
  const next = (await answer.json()) as AnswerOf<'post', '/auth/refresh'>
  lastRefresh = Date.now()
  session.write({ ...(current satisfies Session), ...next })
  await pause(constants.refreshQueueDelay)
}

function signOut(): never {
  session.expire()
  // the sign-in page itself does not say why
  toast.failure(texts.failure.refreshToken)
  throw new SignedOut(texts.failure.refreshToken)
}
