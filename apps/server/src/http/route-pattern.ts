import type { FastifyRequest } from 'fastify'

/** The route pattern of a request, or `none`. Never use its URL instead: the query may contain a signature. */
export const routePattern = (request: FastifyRequest): string =>
  request.is404 ? 'none' : (request.routeOptions.url ?? 'none')

/** Health checks and scrapes are logged at debug level. */
export const isMonitoringRequest = (request: FastifyRequest): boolean =>
  ['/healthz', '/readyz', '/metrics'].includes(routePattern(request))
