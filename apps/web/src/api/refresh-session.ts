import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { toast } from '../ui/toast.ts'
import { apiBase } from './api-base.ts'
import { UndecidedError, noConnection } from './api-error.ts'
import { delay } from './delay.ts'
import { runInOneTab } from './run-in-one-tab.ts'
import { type Session, session } from './session.ts'
import { refreshLock } from './web-locks.ts'
import type { ResponseOf } from './call-types.ts'

/** The session has ended. */
class SignedOut extends Error {}

let pendingRefresh: Promise<void> | undefined
let lastRefresh = 0

/**
 * Refreshes the access token once for all waiting requests and all tabs. If the server rejects that, the session is
 * cleared and the app redirects to /u/login.
 * @param stale  the session whose token was refused; another tab may already have replaced the token
 * @throws SignedOut  the user has signed out, so the request must not be repeated as whoever has signed in since
 * @throws ApiError   the server did not decide, so the request may be repeated
 */
export async function refreshSession(stale: Session): Promise<void> {
  pendingRefresh ??= runInOneTab(refreshLock, () => refreshOnce(stale.token)).finally(() => {
    pendingRefresh = undefined
  })
  await pendingRefresh
  if (session.read()?.uuid !== stale.uuid) throw new SignedOut(texts.failure.authenticate)
}

async function refreshOnce(staleToken: string): Promise<void> {
  const current = session.read()
  if (!current) throw new SignedOut(texts.failure.authenticate)
  if (current.token !== staleToken) return
  // A token that is refused right after a refresh has not expired. Refreshing again would loop. The clock may have been
  // set back since.
  if (Math.abs(Date.now() - lastRefresh) < constants.refreshThrottle) return expireSession()
  const answer = await requestTokens(current.refresh)
  // Meanwhile the user may have signed out, or somebody else may have signed in.
  if (session.read()?.refresh !== current.refresh) throw new SignedOut(texts.failure.authenticate)
  if (answer === 'rejected') return expireSession()
  lastRefresh = Date.now()
  session.write({ ...(current satisfies Session), ...answer })
  await delay(constants.refreshQueueDelay)
}

type Tokens = ResponseOf<'post', '/auth/refresh'>

/**
 * The timeout matters, because the requests of all tabs wait for this one.
 * @returns 'rejected' if the server has ended the session
 * @throws ApiError  there is no response, or none that says anything about the session: the server is busy or has counted
 * too many failures of this network, or it is the page of a proxy
 */
async function requestTokens(refresh: string): Promise<Tokens | 'rejected'> {
  const response = await fetch(`${apiBase}/auth/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: refresh }),
    signal: AbortSignal.timeout(constants.refreshTimeout),
  }).catch(() => {
    throw noConnection()
  })
  // cast: these fields tell responses of the API from others
  const answer = (await response.json().catch(() => null)) as (Tokens & { success?: boolean }) | null
  if (response.ok && answer?.state === 'okay') return answer
  if (response.status === 401 && answer?.success === false) return 'rejected'
  throw new UndecidedError(response.status, texts.failure.refreshToken)
}

function expireSession(): never {
  session.expire()
  // The sign-in page itself does not say why.
  toast.failure(texts.failure.refreshToken)
  throw new SignedOut(texts.failure.refreshToken)
}
