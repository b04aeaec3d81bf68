import type { Zone } from '@chisholm/domain/dates'
import type { FastifyRequest } from 'fastify'
import { isSessionChecked } from './authentication.ts'

const zones = new WeakMap<FastifyRequest, Promise<Zone>>()

/** The time zone of the practice. It is read once per request. */
export function practiceTimeZone(request: FastifyRequest): Promise<Zone> {
  const { services, person } = request
  const version = isSessionChecked(request) ? person?.practiceVersion : undefined
  const known =
    zones.get(request) ?? services.provider(services.db, undefined, version).then((details) => details.time_zone)
  zones.set(request, known)
  return known
}
