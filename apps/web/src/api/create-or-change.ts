import { problemType } from '@chisholm/domain/problem-types'
import { ApiError } from './client.ts'

/**
 * Creates a record under an id that was chosen here. If a request before this one has created it, because its response
 * was lost or the input was continued meanwhile, the record gets the input by now.
 */
export async function createOrChange<Body extends { id?: unknown }, Created, Changed>(
  body: Body,
  create: (body: Body) => Promise<Created>,
  change: (id: string, body: Body) => Promise<Changed>,
): Promise<Created | Changed> {
  try {
    return await create(body)
  } catch (failure) {
    if (typeof body.id !== 'string' || !isIdInUse(failure)) throw failure
    return change(body.id, body)
  }
}

const isIdInUse = (failure: unknown) => failure instanceof ApiError && failure.type === problemType('id-in-use')
