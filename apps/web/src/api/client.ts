import { constants } from '@chisholm/domain/constants'
import { problemType } from '@chisholm/domain/problem-types'
import { texts } from '@chisholm/domain/texts'
import { noteRefusal } from './refusals.ts'
import { refreshSession } from './refresh.ts'
import { session } from './session.ts'
import type { AnswerOf, BodyOf, Given, ParamsOf, PathOf } from './typed.ts'
import { uiTexts } from '../ui-texts.ts'

/** A request that the server refused, or that never reached it (status 0). */
export class ApiFailure extends Error {
  readonly status: number
  readonly errors: Record<string, string[]>
  /** The problem type (RFC 9457), where the app reacts to it. */
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

/** Typed calls of the API. They throw ApiError, whose message can be shown to the user. */
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

/** Fills the placeholders of the path; all other parameters become the query. */
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
  /** Milliseconds to wait for a response. */
  timeout?: number
}

const retriesOf = (method: Method) => ({ ...constants.retries, DELETE: 0 })[method]

/** Sends a request under a new idempotency key: the server runs it once, however often it is retried. */
async function call<T>(method: Method, path: string, body?: object): Promise<T> {
  const key = method === 'POST' || method === 'PUT' ? crypto.randomUUID() : undefined
  return retried(retriesOf(method), () => once<T>({ method, path, body, key }))
}

/**
 * Sends a request that was stored on the device, under the key stored with it.
 * @param owner  the user it belongs to: it is never sent on behalf of another
 */
function send(request: Request, owner: string): Promise<unknown> {
  return retried(retriesOf(request.method), () => {
    if (session.read()?.uuid !== owner) throw new Error(texts.failure.authenticate)
    return once({ ...request, timeout: constants.outbox.requestTimeout })
  })
}

/** The outcome is unknown, so the request may be retried under the same key. */
const isUndecided = (failure: unknown) =>
  failure instanceof ApiFailure &&
  (failure.status === 0 || failure.status >= 500 || failure.type === problemType('still-running'))

/** The server decided against the request: the same request would get the same response. */
export const isRefusal = (failure: unknown): failure is ApiFailure =>
  failure instanceof ApiFailure &&
  failure.status >= 400 &&
  failure.status < 500 &&
  // 401, 408 and 429 say nothing about the request itself
  ![401, 408, 429].includes(failure.status) &&
  !isUndecided(failure)

/** Retries network and server errors as specification 7 says; not while the browser is offline. */
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
    throw new ApiFailure(0, uiTexts.noConnection)
  })
  if (answer.status === 401 && token && replay) {
    await refreshSession(token)
    return once<T>(request, false)
  }
  return checked<T>(answer.status, await answer.json().catch(() => null))
}

/** The fields by which a response tells success from failure. */
interface Verdict {
  success?: boolean
  state?: string
  status?: string | number
  type?: string
  message?: string
  errors?: Record<string, string[]>
}

/** Specification 7: success is `success: true`, `state: okay` or `status: success`. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the shape of the answer
function checked<T>(status: number, read: unknown): T {
  // cast: what a server answers is asked for these fields only, which may be missing
  const verdict = read as Verdict | null
  const good =
    verdict !== null && (verdict.success === true || verdict.state === 'okay' || verdict.status === 'success')
  // successful responses have the shape of their schema
  // cast: what the server answers with success has the shape of its schema
  if (status < 400 && good) return read as T
  noteRefusal(verdict?.type)
  throw new ApiFailure(status, verdict?.message ?? texts.refusal.unexpected, verdict?.errors, verdict?.type)
}

interface Upload {
  form: FormData
  /** The idempotency key, the same for every retry. */
  key: string
  /** Called with a fraction from 0 to 1. */
  onProgress: (share: number) => void
}

/** Uses XMLHttpRequest, because fetch reports no upload progress. */
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
    // parseResponse reports a body that is not JSON
  }
  return checked<T>(status, read)
}
