import { constants } from '@chisholm/domain/constants'
import { problemType } from '@chisholm/domain/problem-types'
import { texts } from '@chisholm/domain/texts'
import { noteRefusal } from './refusals.ts'
import { refreshSession } from './refresh.ts'
import { session } from './session.ts'
import type { AnswerOf, BodyOf, Given, ParamsOf, PathOf } from './typed.ts'

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

const base = '/api/v1'
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Calls of the API. Failures throw ApiFailure with a message fit to show. */
export const api = {
  get: <P extends PathOf<'get'>>(path: P, ...[params]: Given<ParamsOf<'get', P>>) =>
    call<AnswerOf<'get', P>>('GET', addressOf(path, params)),
  post: <P extends PathOf<'post'>>(path: P, body: BodyOf<'post', P>, ...[params]: Given<ParamsOf<'post', P>>) =>
    call<AnswerOf<'post', P>>('POST', addressOf(path, params), body),
  put: <P extends PathOf<'put'>>(path: P, body: BodyOf<'put', P>, ...[params]: Given<ParamsOf<'put', P>>) =>
    call<AnswerOf<'put', P>>('PUT', addressOf(path, params), body),
  delete: <P extends PathOf<'delete'>>(path: P, ...[params]: Given<ParamsOf<'delete', P>>) =>
    call<AnswerOf<'delete', P>>('DELETE', addressOf(path, params)),
  upload: <P extends PathOf<'upload'>>(path: P, upload: Upload, ...[params]: Given<ParamsOf<'upload', P>>) =>
    retried(constants.retries.POST, () => uploadOnce<AnswerOf<'upload', P>>(addressOf(path, params), upload)),
  send,
}

/** Puts parameters in the braces of the path; what it has no braces for is its query. */
export function addressOf(path: string, params: object = {}): string {
  const search = new URLSearchParams()
  let address = path
  for (const [name, value] of Object.entries(params)) {
    if (path.includes(`{${name}}`)) address = address.replace(`{${name}}`, encodeURIComponent(String(value)))
    else if (value !== undefined && value !== '') search.set(name, String(value))
  }
  const query = search.toString()
  return query ? `${address}?${query}` : address
}

interface Request {
  method: Method
  path: string
  body?: object | undefined
  key?: string | undefined
  /** After so many milliseconds without an answer it is given up. */
  timeout?: number
}

const retriesOf = (method: Method) => ({ ...constants.retries, DELETE: 0 })[method]

/** Sends a request under one key, which makes the server do it once however often it is tried. */
async function call<T>(method: Method, path: string, body?: object): Promise<T> {
  const key = method === 'POST' || method === 'PUT' ? crypto.randomUUID() : undefined
  return retried(retriesOf(method), () => once<T>({ method, path, body, key }))
}

/**
 * Sends a request that was kept on the device, under the key it was kept with.
 * @param owner  whose request it is: it never goes up under another name
 */
function send(request: Request, owner: string): Promise<unknown> {
  return retried(retriesOf(request.method), () => {
    if (session.read()?.uuid !== owner) throw new Error(texts.failure.authenticate)
    return once({ ...request, timeout: constants.outbox.requestTimeout })
  })
}

/** Says whether a failure leaves open what became of a request: it may be sent again, under the same key. */
const isUndecided = (failure: unknown) =>
  failure instanceof ApiFailure &&
  (failure.status === 0 || failure.status >= 500 || failure.type === problemType('still-running'))

/** Says whether the server answered and will not do what was asked: to send the same again leads to the same answer. */
export const isRefusal = (failure: unknown): failure is ApiFailure =>
  failure instanceof ApiFailure &&
  failure.status >= 400 &&
  failure.status < 500 &&
  // signed out, too slow, too fast: none of these is about the request
  ![401, 408, 429].includes(failure.status) &&
  !isUndecided(failure)

/** What failed on the way or inside the server is tried again as specification 7 says, unless there is no way at all. */
async function retried<T>(retries: number, send: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send()
    } catch (failure) {
      if (!isUndecided(failure) || attempt >= retries || !navigator.onLine) throw failure
      await pause(constants.retryDelay)
    }
  }
}

async function once<T>(request: Request, replay = true): Promise<T> {
  const { method, path, body, key, timeout } = request
  const token = session.read()?.token
  const answer = await fetch(base + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(timeout && { signal: AbortSignal.timeout(timeout) }),
  }).catch(() => {
    throw new ApiFailure(0, 'No connection. What you entered is kept; please try again.')
  })
  if (answer.status === 401 && token && replay) {
    await refreshSession(token)
    return once<T>(request, false)
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

interface Upload {
  form: FormData
  /** The same for every try of the same upload. */
  key: string
  /** Called with a share from 0 to 1. */
  onProgress: (share: number) => void
}

/** Uploads a form and tells how far it is. */
async function uploadOnce<T>(path: string, upload: Upload, replay = true): Promise<T> {
  const token = session.read()?.token
  const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', base + path)
    request.setRequestHeader('idempotency-key', upload.key)
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      upload.onProgress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }))
    request.addEventListener('error', () => reject(new ApiFailure(0, texts.failure.savePhoto)))
    request.send(upload.form)
  })
  if (status === 401 && token && replay) {
    await refreshSession(token)
    return uploadOnce<T>(path, upload, false)
  }
  let read: unknown = null
  try {
    read = JSON.parse(text)
  } catch {
    // an answer that is no JSON is told as a failure below
  }
  return checked<T>(status, read)
}
