import { apiBase } from './api-base.ts'
import { noConnection } from './api-error.ts'
import { buildUrl, ignoreSyntaxError, toApiError } from './client.ts'
import { refreshSession } from './refresh-session.ts'
import { session } from './session.ts'
import type { ParamsOf, PathOf } from './call-types.ts'

/**
 * Downloads a file of the API through the browser.
 * @returns the name of the file
 * @throws ApiError
 */
export async function download<P extends PathOf<'download'>>(
  path: P,
  params: ParamsOf<'download', P>,
): Promise<string> {
  const response = await fetchFile(buildUrl(path, params))
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'chisholm'
  saveFile(await readBytes(response), name)
  return name
}

/**
 * Fetches a resource of the API as a PDF.
 * @throws ApiError
 */
export async function fetchPdf<P extends PathOf<'get'> | PathOf<'download'>>(
  path: P,
  params: ParamsOf<'get', P> | ParamsOf<'download', P>,
): Promise<Blob> {
  return readBytes(await fetchFile(buildUrl(path, params), 'application/pdf'))
}

/** @throws ApiError  the connection broke within the file */
const readBytes = (response: Response): Promise<Blob> =>
  response.blob().catch(() => {
    throw noConnection()
  })

/**
 * Fetches a response of the API that has no JSON envelope, with the access token if there is one.
 * @throws ApiError
 */
export async function fetchFile(path: string, accept = '*/*', mayRefresh = true): Promise<Response> {
  const user = session.read()
  const headers = { accept, ...(user && { authorization: `Bearer ${user.token}` }) }
  const response = await fetch(apiBase + path, { headers }).catch(() => {
    throw noConnection()
  })
  if (response.ok) return response
  if (response.status === 401 && user && mayRefresh) {
    await refreshSession(user)
    return fetchFile(path, accept, false)
  }
  throw toApiError(response.status, await response.json().catch(ignoreSyntaxError))
}

export function saveFile(bytes: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  // By then the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
