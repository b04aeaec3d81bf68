import type { FastifyRequest } from 'fastify'
import { baseUrl } from '../../http/authentication.ts'
import type { WebOrigin } from './passkeys.ts'

/** The origin to which passkeys are bound. */
export function webOriginOf(request: FastifyRequest): WebOrigin {
  const { origin, hostname } = new URL(baseUrl(request))
  return { origin, hostname }
}
