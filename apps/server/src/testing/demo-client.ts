import { setTimeout as sleep } from 'node:timers/promises'
import { serverTexts } from '@chisholm/domain/server-texts'
import type { CustomerId } from '../database/ids.ts'
import { demoPassword } from '../demo/accounts.ts'

type Method = 'GET' | 'POST' | 'PUT'

/** Response fields used by tests. */
interface ResponseBody {
  message?: string
  token: string
  refresh: string
  data: { id: string; image: string; note: string | null; customer_id: CustomerId }[] & { id: string }
  report: { id: string }
  meta: { total: number }
}

interface ClientResponse {
  status: number
  body: ResponseBody
  /** Whether the outcome of an earlier attempt was unknown. */
  undecided: boolean
}

const retryPause = 250
const requestTimeout = 60_000

/**
 * A demo user calling servers round-robin. Like the web app, it retries unknown outcomes under the same key and
 * refreshes expired tokens.
 */
export async function signInDemoUser(servers: string[], name: string) {
  let nextServer = 0
  let retryCount = 0
  let session = { token: '', refresh: '' }

  const sendOnce = async (method: Method, path: string, body: object | undefined, key: string): Promise<Response> => {
    const server = servers[nextServer++ % servers.length]
    const isForm = body instanceof FormData
    return fetch(`${server}/api/v1${path}`, {
      method,
      headers: {
        ...(session.token && { authorization: `Bearer ${session.token}` }),
        ...(method !== 'GET' && { 'idempotency-key': key }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    })
  }

  const ask = async (method: Method, path: string, body?: object): Promise<ClientResponse> => {
    const key = crypto.randomUUID()
    const deadline = Date.now() + requestTimeout
    for (let undecided = false; ; ) {
      const answer = await sendOnce(method, path, body, key).catch(() => undefined)
      // the response body may also break off
      const parsed = await answer?.json().then(
        // cast: each of these fields may be missing
        (read) => read as ResponseBody,
        () => undefined,
      )
      const isUndecided =
        !answer || !parsed || answer.status >= 500 || parsed.message === serverTexts.refusal.stillRunning
      if (!isUndecided && answer.status === 401 && session.token && path !== '/auth/refresh') await renew()
      else if (!isUndecided) return { status: answer.status, body: parsed, undecided }
      else undecided = true
      if (Date.now() > deadline) throw new Error(`${method} ${path} was not answered`)
      if (!isUndecided) continue
      retryCount++
      await sleep(retryPause)
    }
  }

  const renew = async () => {
    const { status, body } = await ask('POST', '/auth/refresh', { token: session.refresh })
    if (status !== 200) throw new Error(`the session of ${name} was not renewed: ${status}`)
    session = { token: body.token, refresh: body.refresh }
  }

  const signedIn = await ask('POST', '/auth/login', { username: `${name}@demo.example`, password: demoPassword })
  session = { token: signedIn.body.token, refresh: signedIn.body.refresh }
  /** Number of retries. */
  return { ask, renew, sentAgain: () => retryCount }
}
export type DemoClient = Awaited<ReturnType<typeof signInDemoUser>>
