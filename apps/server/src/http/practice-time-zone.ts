import type { Zone } from '@chisholm/domain/dates'
import type { FastifyRequest } from 'fastify'

const zones = new WeakMap<FastifyRequest, Promise<Zone>>()

/** The time zone of the practice. It is read once per request. */
export function practiceTimeZone(request: FastifyRequest): Promise<Zone> {
  const known =
    zones.get(request) ?? request.services.provider(request.services.db).then((provider) => provider.time_zone)
  zones.set(request, known)
  return known
}
