import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { apiBase } from './api-base.ts'
import { ApiError, UndecidedError, isRetryable, noConnection } from './api-error.ts'
import { delay } from './delay.ts'
import { notifyIfSecondFactorRequired } from './second-factor-required.ts'
import { refreshSession } from './refresh-session.ts'
import { noteServerTime } from './server-clock.ts'
import { session } from './session.ts'
import type { ResponseOf, BodyOf, ParamsArgument, ParamsOf, PathOf } from './call-types.ts'
import { uiTexts } from '../ui-texts.ts'

export { ApiError, isPermanentError } from './api-error.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Calls of the API, whose types come from its schemas. They throw ApiError, whose message can be shown to the user. */
export const api = {
  get: <P extends PathOf<'get'>>(path: P, ...[params]: ParamsArgument<ParamsOf<'get', P>>) =>
    sendOnceKeyed<ResponseOf<'get', P>>('GET', buildUrl(path, params)),
  post: <P extends PathOf<'post'>>(
    path: P,
    body: BodyOf<'post', P>,
    ...[params]: ParamsArgument<ParamsOf<'post', P>>
  ) => sendOnceKeyed<ResponseOf<'post', P>>('POST', buildUrl(path, params), body),
  put: <P extends PathOf<'put'>>(path: P, body: BodyOf<'put', P>, ...[params]: ParamsArgument<ParamsOf<'put', P>>) =>
    sendOnceKeyed<ResponseOf<'put', P>>('PUT', buildUrl(path, params), body),
  delete: <P extends PathOf<'delete'>>(path: P, ...[params]: ParamsArgument<ParamsOf<'delete', P>>) =>
    sendOnceKeyed<ResponseOf<'delete', P>>('DELETE', buildUrl(path, params)),
  upload: <P extends PathOf<'upload'>>(path: P, upload: Upload, ...[params]: ParamsArgument<ParamsOf<'upload', P>>) =>
    withRetries(constants.retries.POST, () => uploadOnce<ResponseOf<'upload', P>>(buildUrl(path, params), upload)),
  send,
}

/** Fills the placeholders of the path. All other parameters become the query. */
export function buildUrl(path: string, params: object = {}): string {
  const query = new URLSearchParams()
  let url = path
  for (const [name, value] of Object.entries(params)) {
    if (path.includes(`{${name}}`)) url = url.replace(`{${name}}`, encodeURIComponent(String(value)))
    else if (value !== undefined && value !== '') query.set(name, String(value))
  }
  const queryString = query.toString()
  return queryString ? `${url}?${queryString}` : url
}

interface ApiRequest {
  method: Method
  path: string
  body?: object | undefined
  key?: string | undefined
  /** The version that the request changes, as its ETag. */
  ifMatch?: string | null
  /** Timeout in milliseconds. By default it is long, and ends only requests on a dead connection. */
  timeout?: number
}

const retriesOf = (method: Method) => ({ ...constants.retries, DELETE: 0 })[method]

/** Sends a request under a new idempotency key, so that the server runs it once, however often it is retried. */
async function sendOnceKeyed<T>(method: Method, path: string, body?: object): Promise<T> {
  const key = method === 'POST' || method === 'PUT' ? crypto.randomUUID() : undefined
  return withRetries(retriesOf(method), () => sendOnce<T>({ method, path, body, key }))
}

/**
 * Sends a request that was stored on the device, under the key that was stored with it.
 * @param owner  the user who made the request; it is never sent on behalf of another user
 */
function send(request: ApiRequest, owner: string): Promise<ApiResponse<unknown>> {
  return withRetries(retriesOf(request.method), () => {
    if (session.read()?.uuid !== owner) throw new Error(texts.failure.authenticate)
    const bytes = request.body === undefined ? 0 : JSON.stringify(request.body).length
    const { requestTimeout, slowestUpload } = constants.outbox
    return exchange({ ...request, timeout: requestTimeout + bytes / slowestUpload })
  })
}

/** Retries network and server errors as specification 7 says, but not while the browser is offline. */
async function withRetries<T>(retries: number, send: () => Promise<T>): Promise<T> {
  const owner = session.read()?.uuid
  for (let attempt = 0; ; attempt++) {
    try {
      return await send()
    } catch (failure) {
      if (!isRetryable(failure) || attempt >= retries || !navigator.onLine) throw failure
      await delay(constants.retryDelay)
      // never on behalf of whoever has signed in since
      if (session.read()?.uuid !== owner) throw failure
    }
  }
}

const sendOnce = async <T>(request: ApiRequest): Promise<T> => (await exchange<T>(request)).body

interface ApiResponse<T> {
  body: T
  etag: string | null
}

async function exchange<T>(request: ApiRequest, mayRefresh = true): Promise<ApiResponse<T>> {
  const { method, path, body, key, ifMatch, timeout = constants.requestTimeout } = request
  const user = session.read()
  const token = user?.token
  const sentAt = Date.now()
  const response = await fetch(apiBase + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
      ...(ifMatch && { 'if-match': ifMatch }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeout),
  }).catch(() => {
    throw noConnection()
  })
  if (response.status === 401 && user && mayRefresh) {
    await refreshSession(user)
    return exchange<T>(request, false)
  }
  const receivedAt = Date.now()
  const content: unknown = await response.json().catch(ignoreSyntaxError)
  // a proxy or the sign-in page of a Wi-Fi may have another time
  if (content !== null) noteServerTime(response.headers.get('date'), sentAt, receivedAt)
  const answered = parseResponse<T>(response.status, content)
  return { body: answered, etag: response.headers.get('etag') }
}

/** A body that is not JSON counts as none. @throws ApiError  the connection broke within the body */
export function ignoreSyntaxError(failure: unknown): null {
  if (failure instanceof SyntaxError) return null
  throw noConnection()
}

/** The fields that indicate success or failure of a response. */
interface ResponseEnvelope {
  success?: boolean
  state?: string
  status?: string | number
  type?: string
  message?: string
  errors?: Record<string, string[]>
}

/** According to specification 7, success is `success: true`, `state: okay` or `status: success`. */
function parseResponse<T>(status: number, body: unknown): T {
  // cast: reads these fields only, each of which may be missing
  const envelope = body as ResponseEnvelope | null
  const isSuccess =
    envelope !== null && (envelope.success === true || envelope.state === 'okay' || envelope.status === 'success')
  // cast: the server serialises successful responses by this schema
  if (status < 400 && isSuccess) return body as T
  throw toApiError(status, envelope)
}

/** The error of a response that is not a success. @param body  null if it is not JSON */
export function toApiError(status: number, body: unknown): ApiError {
  // cast: reads these fields only, each of which may be missing
  const envelope = body as ResponseEnvelope | null
  notifyIfSecondFactorRequired(envelope?.type)
  const ErrorClass = envelope?.success === false ? ApiError : UndecidedError
  // A success that is not of the API is the page of a Wi-Fi that asks for a sign-in.
  const unexplained = envelope === null && status < 400 ? uiTexts.networkAnswered : texts.refusal.unexpected
  return new ErrorClass(status, envelope?.message ?? unexplained, envelope?.errors, envelope?.type)
}

interface Upload {
  method?: 'POST' | 'PUT'
  form: FormData
  /** The idempotency key, which is the same for every retry. */
  key: string
  /** Called with a fraction from 0 to 1. */
  onProgress: (fraction: number) => void
  /** Milliseconds without progress or response after which the connection counts as dead. */
  stallTimeout?: number
  /** The user who made the request; it is never sent on behalf of another user. By default whoever is signed in. */
  owner?: string
}

/** Uses XMLHttpRequest, because fetch does not report the progress of an upload. */
async function uploadOnce<T>(path: string, upload: Upload, mayRefresh = true): Promise<T> {
  const user = session.read()
  if (upload.owner !== undefined && user?.uuid !== upload.owner) throw new Error(texts.failure.authenticate)
  const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(upload.method ?? 'POST', apiBase + path)
    request.setRequestHeader('idempotency-key', upload.key)
    if (user) request.setRequestHeader('authorization', `Bearer ${user.token}`)
    let stalled: ReturnType<typeof setTimeout> | undefined
    const watch = () => {
      clearTimeout(stalled)
      if (upload.stallTimeout !== undefined) stalled = setTimeout(() => request.abort(), upload.stallTimeout)
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      watch()
      upload.onProgress(total > 0 ? loaded / total : 0)
    })
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }))
    for (const event of ['error', 'abort']) request.addEventListener(event, () => reject(noConnection()))
    request.addEventListener('loadend', () => clearTimeout(stalled))
    watch()
    request.send(upload.form)
  })
  if (status === 401 && user && mayRefresh) {
    await refreshSession(user)
    return uploadOnce<T>(path, upload, false)
  }
  let body: unknown = null
  try {
    body = JSON.parse(text)
  } catch {
    // `parseResponse` reports a body that is not JSON.
  }
  return parseResponse<T>(status, body)
}
