import { texts } from '@chisholm/domain/texts'
import { addressOf, ApiFailure } from './client.ts'
import { refreshSession } from './refresh.ts'
import { session } from './session.ts'
import type { ParamsOf, PathOf } from './typed.ts'

/** Downloads a file of the API through the browser. @returns its name @throws ApiError */
export async function download<P extends PathOf<'download'>>(
  path: P,
  params: ParamsOf<'download', P>,
): Promise<string> {
  const answer = await fetchFile(`/api/v1${addressOf(path, params)}`)
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'chisholm'
  keepFile(await answer.blob(), name)
  return name
}

/** Fetches a response that has no JSON envelope, with the access token if there is one. @throws ApiError */
export async function fetchFile(address: string, replay = true): Promise<Response> {
  const token = session.read()?.token
  const answer = await fetch(address, { headers: token ? { authorization: `Bearer ${token}` } : {} })
  if (answer.ok) return answer
  if (answer.status === 401 && token && replay) {
    await refreshSession(token)
    return fetchFile(address, false)
  }
  const refusal = (await answer.json().catch(() => null)) as { message?: string } | null
  throw new ApiFailure(answer.status, refusal?.message ?? texts.refusal.unexpected)
}

/** Saves bytes as a download of this name. */
export function keepFile(bytes: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  // by then the browser has started to read it
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
