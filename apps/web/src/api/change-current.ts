import { ApiError } from './api-error.ts'
import { api } from './client.ts'
import { newId } from './new-id.ts'
import { session } from './session.ts'

/** How often a change is tried, while others change the same record at the same moment. */
const attempts = 4

interface Saved<Data> {
  data: Data
  message?: string
}

/**
 * Changes a record on top of what others saved by now: reads it, and saves only if nobody changed it since.
 * @param path  of the record
 * @param bodyOf  what to save, made of the current record
 * @param savedAt  the path that takes the body, if it is another one
 * @throws ApiError  as all requests
 */
export async function changeCurrent<Data>(
  path: string,
  bodyOf: (current: Data) => object,
  savedAt = path,
): Promise<Saved<Data>> {
  const owner = session.read()?.uuid ?? ''
  for (let attempt = 1; ; attempt++) {
    const { body: current, etag } = await api.send({ method: 'GET', path }, owner)
    // cast: what the API responds with
    const body = bodyOf((current as Saved<Data>).data)
    try {
      const saved = await api.send({ method: 'PUT', path: savedAt, body, key: newId(), ifMatch: etag }, owner)
      // cast: what the API responds with
      return saved.body as Saved<Data>
    } catch (failure) {
      const wasChanged = failure instanceof ApiError && failure.status === 412
      if (!wasChanged || attempt === attempts) throw failure
    }
  }
}
