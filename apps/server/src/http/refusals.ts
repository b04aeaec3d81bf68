import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** What a failure says of itself where its status does not tell. */
    refusal: Refusal | null
  }
}

/** What the log and the metrics call a refusal that somebody who attacks may have caused. */
export type Refusal =
  | 'sign-in-failed'
  | 'wrong-code'
  | 'wrong-password'
  | 'rate-limited'
  | 'forbidden'
  | 'not-found'
  | 'unauthenticated'

const ofStatus: Record<number, Refusal> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  429: 'rate-limited',
}

/** Which refusal the answer to a request was, or null. */
export const refusalOf = (request: Pick<FastifyRequest, 'refusal'>, status: number): Refusal | null =>
  request.refusal ?? ofStatus[status] ?? null

/** Access tokens run out and links grow old every day; the rest is worth a look when there is much of it. */
const ordinary: Refusal[] = ['unauthenticated', 'not-found']

export const levelOfRefusal = (refusal: Refusal): 'info' | 'warn' => (ordinary.includes(refusal) ? 'info' : 'warn')
