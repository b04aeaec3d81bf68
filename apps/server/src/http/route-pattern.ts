import type { FastifyRequest } from 'fastify'

/** The pattern of the route a request met, `none` without one. Never its address, whose query may hold a signature. */
export const routePattern = (request: FastifyRequest): string =>
  request.is404 ? 'none' : (request.routeOptions.url ?? 'none')

/** What asks every few seconds whether all is well is told apart from what people do. */
export const isMonitoringRequest = (request: FastifyRequest): boolean =>
  ['/healthz', '/readyz', '/metrics'].includes(routePattern(request))
