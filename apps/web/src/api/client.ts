import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { noteRefusal } from './refusals.ts'
import { refreshSession } from './refresh.ts'
import { session } from './session.ts'

/** A request the server refused, or that never reached it (status 0). */
export class ApiFailure extends Error {
  readonly status: number
  readonly errors: Record<string, string[]>
  /** Names a refusal the app acts on (RFC 9457). */
  readonly type: string | undefined

  constructor(status: number, message: string, errors: Record<string, string[]> = {}, type?: string) {
    super(message)
    this.status = status
    this.errors = errors
    this.type = type
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Query = Record<string, string | number | undefined>

const base = '/api/v1'
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Calls of the API. Failures throw ApiFailure with a message fit to show. */
export const api = {
  get: <T>(path: string, query: Query = {}) => call<T>('GET', path + queryText(query)),
  post: <T>(path: string, body: object = {}) => call<T>('POST', path, body),
  put: <T>(path: string, body: object) => call<T>('PUT', path, body),
  delete: <T>(path: string) => call<T>('DELETE', path),
  upload,
}

function queryText(query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value))
  const text = search.toString()
  return text && `?${text}`
}

/** Sends a request; what failed on the way or inside the server is tried again as specification 7 says. */
async function call<T>(method: Method, path: string, body?: object): Promise<T> {
  const retries = { ...constants.retries, DELETE: 0 }[method]
  // the same key on every try: the server does it once
  const key = method === 'POST' ? crypto.randomUUID() : undefined
  for (let attempt = 0; ; attempt++) {
    try {
      return await once<T>(method, path, body, key)
    } catch (failure) {
      const again = failure instanceof ApiFailure && (failure.status === 0 || failure.status >= 500)
      if (!again || attempt >= retries) throw failure
      await pause(constants.retryDelay)
    }
  }
}

async function once<T>(method: Method, path: string, body?: object, key?: string, replay = true): Promise<T> {
  const token = session.read()?.token
  const answer = await fetch(base + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiFailure(0, 'No connection. What you entered is kept; please try again.')
  })
  if (answer.status === 401 && token && replay) {
    await refreshSession(token)
    return once<T>(method, path, body, key, false)
  }
  return checked<T>(answer.status, await answer.json().catch(() => null))
}

/** How every answer may tell whether it went well. */
interface Verdict {
  success?: boolean
  state?: string
  status?: string | number
  type?: string
  message?: string
  errors?: Record<string, string[]>
}

/** Success is recognised as specification 7 says: success true, state okay or status success. */
function checked<T>(status: number, read: unknown): T {
  const verdict = read as Verdict | null
  const good =
    verdict !== null && (verdict.success === true || verdict.state === 'okay' || verdict.status === 'success')
  // what the server answers with success has the shape of its schema
  if (status < 400 && good) return read as T
  noteRefusal(verdict?.type)
  throw new ApiFailure(status, verdict?.message ?? texts.refusal.unexpected, verdict?.errors, verdict?.type)
}

/**
 * Uploads a form and tells how far it is.
 * @param onProgress  called with a share from 0 to 1
 */
async function upload<T>(path: string, form: FormData, onProgress: (share: number) => void, replay = true): Promise<T> {
  const token = session.read()?.token
  const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', base + path)
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }))
    request.addEventListener('error', () => reject(new ApiFailure(0, texts.failure.savePhoto)))
    request.send(form)
  })
  if (status === 401 && token && replay) {
    await refreshSession(token)
    return upload<T>(path, form, onProgress, false)
  }
  let read: unknown = null
  try {
    read = JSON.parse(text)
  } catch {
    // an answer that is no JSON is told as a failure below
  }
  return checked<T>(status, read)
}
