import type { FastifyRequest } from 'fastify'

/** Route pattern of a request, or `none`. Never the URL, whose query may contain a signature. */
export const routePattern = (request: FastifyRequest): string =>
  request.is404 ? 'none' : (request.routeOptions.url ?? 'none')

/** Health checks and scrapes, logged at debug level. */
export const isMonitoringRequest = (request: FastifyRequest): boolean =>
  ['/healthz', '/readyz', '/metrics'].includes(routePattern(request))
