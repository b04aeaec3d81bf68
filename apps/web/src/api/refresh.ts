import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { toast } from '../ui/toast.ts'
import { type Session, session } from './session.ts'
import type { AnswerOf } from './typed.ts'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Thrown to the callers when nobody is signed in any more. */
class SignedOut extends Error {}

let running: Promise<void> | undefined
let lastRefresh = 0

/**
 * Gets a new access token once, whoever asks: requests that fail meanwhile wait for the same refresh, and tabs
 * of one browser take turns. When it fails the sign-in is cleared, and the app leads to /u/login.
 * @param stale  the token that was refused; another tab may have replaced it already
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
  // a token refused again right after a refresh is no matter of its age
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
  // the sign-in page, where this leads, gives no reason of its own
  toast.failure(texts.failure.refreshToken)
  throw new SignedOut(texts.failure.refreshToken)
}
