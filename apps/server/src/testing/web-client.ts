import { setTimeout as sleep } from 'node:timers/promises'
import { texts } from '@chisholm/domain/texts'
import type { CustomerId } from '../database/ids.ts'
import { demoPassword } from '../demo/accounts.ts'

type Method = 'GET' | 'POST' | 'PUT'

/** The fields of answers these tests look at. */
interface Told {
  message?: string
  token: string
  refresh: string
  data: { id: string; image: string; note: string | null; customer_id: CustomerId }[] & { id: string }
  report: { id: string }
  meta: { total: number }
}

interface Outcome {
  status: number
  body: Told
  /** Whether a try before left open what became of it. */
  undecided: boolean
}

const pause = 250
const patience = 60_000

/**
 * Signs in somebody of the demo who asks the servers in turn, as a balancer without sticky sessions would. What was not
 * decided is sent again under the same key, as the web app does, and who is refused for an old token renews it.
 */
export async function signInTo(servers: string[], name: string) {
  let turn = 0
  let sentAgain = 0
  let session = { token: '', refresh: '' }

  const once = async (method: Method, path: string, body: object | undefined, key: string): Promise<Response> => {
    const server = servers[turn++ % servers.length]
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

  const ask = async (method: Method, path: string, body?: object): Promise<Outcome> => {
    const key = crypto.randomUUID()
    const deadline = Date.now() + patience
    for (let undecided = false; ; ) {
      const answer = await once(method, path, body, key).catch(() => undefined)
      // an answer may also break off in its middle
      const told = await answer?.json().then(
        // cast: every answer of the API has these fields, or lacks them
        (read) => read as Told,
        () => undefined,
      )
      const open = !answer || !told || answer.status >= 500 || told.message === texts.refusal.stillRunning
      if (!open && answer.status === 401 && session.token && path !== '/auth/refresh') await renew()
      else if (!open) return { status: answer.status, body: told, undecided }
      else undecided = true
      if (Date.now() > deadline) throw new Error(`${method} ${path} was not answered`)
      if (!open) continue
      sentAgain++
      await sleep(pause)
    }
  }

  const renew = async () => {
    const { status, body } = await ask('POST', '/auth/refresh', { token: session.refresh })
    if (status !== 200) throw new Error(`the session of ${name} was not renewed: ${status}`)
    session = { token: body.token, refresh: body.refresh }
  }

  const signedIn = await ask('POST', '/auth/login', { username: `${name}@demo.example`, password: demoPassword })
  session = { token: signedIn.body.token, refresh: signedIn.body.refresh }
  /** How many tries were not the first. */
  return { ask, renew, sentAgain: () => sentAgain }
}
export type WebClient = Awaited<ReturnType<typeof signInTo>>
