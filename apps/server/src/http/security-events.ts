import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The security event of an error. Null if its status implies the event. */
    securityEvent: SecurityEvent | null
  }
}

/** The names appear in log and metrics. */
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

export const securityEventOf = (request: Pick<FastifyRequest, 'securityEvent'>, status: number): SecurityEvent | null =>
  request.securityEvent ?? eventByStatus[status] ?? null

/** Expired tokens and dead links are routine. All other events deserve a warning. */
const routineEvents: SecurityEvent[] = ['unauthenticated', 'not-found']

export const securityEventLevel = (event: SecurityEvent): 'info' | 'warn' =>
  routineEvents.includes(event) ? 'info' : 'warn'
