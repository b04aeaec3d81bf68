import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** What a failure says of itself where its status does not tell. */
    securityEvent: SecurityEvent | null
  }
}

/** What the log and the metrics call a refusal that somebody who attacks may have caused. */
export type SecurityEvent =
  | 'sign-in-failed'
  | 'wrong-code'
  | 'wrong-password'
  | 'rate-limited'
  | 'forbidden'
  | 'not-found'
  | 'unauthenticated'

const eventByStatus: Record<number, SecurityEvent> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  429: 'rate-limited',
}

/** Which refusal the answer to a request was, or null. */
export const securityEventOf = (request: Pick<FastifyRequest, 'securityEvent'>, status: number): SecurityEvent | null =>
  request.securityEvent ?? eventByStatus[status] ?? null

/** Access tokens run out and links grow old every day; the rest is worth a look when there is much of it. */
const routineEvents: SecurityEvent[] = ['unauthenticated', 'not-found']

export const securityEventLevel = (event: SecurityEvent): 'info' | 'warn' =>
  routineEvents.includes(event) ? 'info' : 'warn'
