import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { toast } from '../ui/toast.ts'
import { delay } from './delay.ts'
import { type Session, session } from './session.ts'
import type { ResponseOf } from './call-types.ts'

/** The session has ended. */
class SignedOut extends Error {}

let pendingRefresh: Promise<void> | undefined
let lastRefresh = 0

/**
 * Refreshes the access token once for all waiting requests and all tabs. If that fails, the session is cleared and the
 * app redirects to /u/login.
 * @param staleToken  the refused token, which another tab may already have replaced
 */
export function refreshSession(staleToken: string): Promise<void> {
  pendingRefresh ??= navigator.locks
    .request('chisholm.refresh', () => refreshOnce(staleToken))
    .finally(() => {
      pendingRefresh = undefined
    })
  return pendingRefresh
}

async function refreshOnce(staleToken: string): Promise<void> {
  const current = session.read()
  if (!current) throw new SignedOut(texts.failure.authenticate)
  if (current.token !== staleToken) return
  // A token that is refused right after a refresh has not expired. Refreshing again would loop.
  if (Date.now() - lastRefresh < constants.refreshThrottle) return expireSession()
  const response = await fetch('/api/v1/auth/refresh', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: current.refresh }),
  })
  if (response.status >= 500) throw new Error(texts.failure.refreshToken)
  if (!response.ok) return expireSession()
  const renewed = (await response.json()) as ResponseOf<'post', '/auth/refresh'>
  lastRefresh = Date.now()
  session.write({ ...(current satisfies Session), ...renewed })
  await delay(constants.refreshQueueDelay)
}

function expireSession(): never {
  session.expire()
  // The sign-in page itself does not say why.
  toast.failure(texts.failure.refreshToken)
  throw new SignedOut(texts.failure.refreshToken)
}
