import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Security event of an error, if its status does not imply one. */
    securityEvent: SecurityEvent | null
  }
}

/** Names of security events in log and metrics. */
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

/** Security event of a response, or null. */
export const securityEventOf = (request: Pick<FastifyRequest, 'securityEvent'>, status: number): SecurityEvent | null =>
  request.securityEvent ?? eventByStatus[status] ?? null

/** Expired tokens and dead links are routine; the others deserve a warning. */
const routineEvents: SecurityEvent[] = ['unauthenticated', 'not-found']

export const securityEventLevel = (event: SecurityEvent): 'info' | 'warn' =>
  routineEvents.includes(event) ? 'info' : 'warn'
