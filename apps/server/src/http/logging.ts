import type { IncomingMessage } from 'node:http'
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import type { DestinationStream, LoggerOptions } from 'pino'
import { stdTimeFunctions } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import type { Settings } from '../settings.ts'
import { serializeError } from './serialize-error.ts'
import { securityEventLevel, type SecurityEvent, securityEventOf } from './security-events.ts'
import { isMonitoringRequest, routePattern } from './route-pattern.ts'
import { createTrustedPeerCheck } from './trusted-peer.ts'

export type LogDestination = DestinationStream

/** One line of JSON for each event, so that no newline in what people send begins another. */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  timestamp: stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  // Headers carry tokens, addresses carry signatures: of a request there is the line below and nothing else.
  serializers: { err: serializeError, req: () => undefined, res: () => undefined },
})

/** Parts of a request's line that `shownRequest` says in words. */
const requestFields = ['method', 'route', 'status', 'ms']

/** Where lines go that people read as they come; undefined when the standard output is no terminal but a log. */
export async function terminalLog(): Promise<LogDestination | undefined> {
  if (!process.stdout.isTTY) return undefined
  const { default: pretty } = await import('pino-pretty')
  return pretty({
    sync: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: ['pid', 'hostname', 'requestId', ...requestFields].join(','),
    messageFormat: (line, key) => formatRequest(line) ?? String(line[key]),
  })
}

function formatRequest({ method, route, status, ms }: Record<string, unknown>): string | undefined {
  return method === undefined ? undefined : `${String(method)} ${String(route)} ${String(status)} in ${String(ms)} ms`
}

/** What Fastify needs to know of the log, and of the ids that requests have in it. */
export function loggerOptions(settings: Settings, stream?: LogDestination) {
  return {
    logger: { ...logOptions(settings.logLevel), ...(stream && { stream }) },
    logController: new RequestLogController({ requestIdLogLabel: 'requestId' }),
    genReqId: createRequestIdGenerator(settings.trustedProxies),
  } satisfies FastifyServerOptions
}

const wellFormed = /^[\w.-]{8,64}$/

/** An id of our own; a proxy whose word we take may bring one, so that its log and ours can be read together. */
function createRequestIdGenerator(trustedProxies: string[]): (request: IncomingMessage) => string {
  const isTrusted = createTrustedPeerCheck(trustedProxies)
  return (request) => {
    const received = request.headers['x-request-id']
    return typeof received === 'string' && wellFormed.test(received) && isTrusted(request) ? received : uuidv7()
  }
}

/** Writes one line for each request, once its answer has left. */
class RequestLogController extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const securityEvent = securityEventOf(request, reply.statusCode)
    const line = {
      // where it came from is told of what was refused, and of nobody else
      ...(securityEvent && { event: securityEvent, source: request.ip }),
      ...(request.person && { userId: request.person.id }),
      ...(request.traced && { traceId: request.traced.id }),
      method: request.method,
      route: routePattern(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(error && { err: error }),
    }
    request.log[logLevel(request, error ? 500 : reply.statusCode, securityEvent)](line, 'request')
  }

  /** What the problem documents do not catch. The words of the error are left to the serializer. */
  override defaultErrorLog(error: Error, request: FastifyRequest): void {
    request.log.error({ err: error }, 'request failed')
  }
}

function logLevel(request: FastifyRequest, status: number, securityEvent: SecurityEvent | null) {
  if (securityEvent) return securityEventLevel(securityEvent)
  if (isMonitoringRequest(request)) return 'debug'
  return status >= 500 ? 'error' : 'info'
}

/** Tells every caller the id by which its request is found in the log. */
export function sendRequestIdHeader(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
}
