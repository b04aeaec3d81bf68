import { finished } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serverConstants } from '@chisholm/domain/constants'

const { anonymousBody } = serverConstants

/** Whether a request is handled without a session. Its body is in memory before anything is known of its sender. */
const isAnonymous = ({ is404, routeOptions }: Pick<FastifyRequest, 'is404' | 'routeOptions'>) =>
  is404 || Boolean(routeOptions.config.public)

const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>) =>
  'transfer-encoding' in headers || Number(headers['content-length']) > 0

/**
 * Limits the bodies that the server holds for people without a session: in size, by `anonymousBody.max` as the body limit
 * of all routes and a higher one of those with a session, and in time. Otherwise a thousand connections with unfinished
 * bodies fill the memory.
 * @param bodyMax  limit in bytes on routes that need a session and have no limit of their own
 */
export function limitAnonymousBodies(
  app: FastifyInstance,
  bodyMax: number,
  timeout: number = anonymousBody.timeout,
): void {
  app.addHook('onRoute', (route) => {
    if (!route.config?.public) route.bodyLimit ??= bodyMax
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (isAnonymous(request) && hasBody(request)) {
      const timer = setTimeout(() => request.raw.destroy(), timeout).unref()
      finished(request.raw, () => clearTimeout(timer))
    }
    done()
  })
}
