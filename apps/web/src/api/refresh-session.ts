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
 * @param stale  the session whose token was refused; another tab may already have replaced the token
 * @throws SignedOut  the user has signed out, so the request must not be repeated as whoever has signed in since
 */
export async function refreshSession(stale: Session): Promise<void> {
  pendingRefresh ??= navigator.locks
    .request('chisholm.refresh', () => refreshOnce(stale.token))
    .finally(() => {
      pendingRefresh = undefined
    })
  await pendingRefresh
  if (session.read()?.uuid !== stale.uuid) throw new SignedOut(texts.failure.authenticate)
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
  const renewed = response.ok ? ((await response.json()) as ResponseOf<'post', '/auth/refresh'>) : null
  // Meanwhile the user may have signed out, or somebody else may have signed in.
  if (session.read()?.refresh !== current.refresh) throw new SignedOut(texts.failure.authenticate)
  if (!renewed) return expireSession()
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
