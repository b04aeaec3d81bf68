import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import type { DestinationStream, LoggerOptions } from 'pino'
import { pino, stdTimeFunctions } from 'pino'
import type { Settings } from '../settings.ts'
import { serializeError } from '../error-for-log.ts'
import { securityEventLevel, type SecurityEvent, securityEventOf } from './security-events.ts'
import { isMonitoringRequest, routePattern } from './route-pattern.ts'
import { createTrustedPeerCheck } from './trusted-peer.ts'

export type LogDestination = DestinationStream

/** Each entry is one line of JSON, so that user input cannot forge a line. */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  timestamp: stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  // Headers contain tokens and URLs contain signatures, so only the line written below describes a request.
  serializers: { err: serializeError, req: () => undefined, res: () => undefined },
})

/** Standard output, which all loggers of a process share; `closeLog` ends it. */
export const standardOutput = () => pino.destination(1)

/** Maximum time in milliseconds for the last lines, if nobody reads them. */
const closeTimeout = 1000

/**
 * Writes the last lines before the process exits. At the exit itself, sonic-boom 4 tries without end to write them to a
 * pipe that nobody reads any more.
 */
export async function closeLog(log: ReturnType<typeof standardOutput>): Promise<void> {
  // fails with an `error` event, too
  const closed = once(log, 'close', { signal: AbortSignal.timeout(closeTimeout) })
  log.end()
  await closed.catch(() => log.destroy())
  log.write = () => true
}

/** Fields that `formatRequest` prints, so that they are not printed twice. */
const requestFields = ['method', 'route', 'status', 'ms']

/** A readable log for a terminal. Returns undefined if standard output is not a terminal. */
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

export function loggerOptions(settings: Settings, stream?: LogDestination) {
  return {
    logger: { ...logOptions(settings.logLevel), ...(stream && { stream }) },
    logController: new RequestLogController({ requestIdLogLabel: 'requestId' }),
    genReqId: createRequestIdGenerator(settings.trustedProxies),
  } satisfies FastifyServerOptions
}

const wellFormed = /^[\w.-]{8,64}$/

/**
 * Generates random request ids; `newId` would take 8 % of the server's time for a search. A trusted proxy may send its
 * own, so that its log and ours can be matched.
 */
function createRequestIdGenerator(trustedProxies: string[]): (request: IncomingMessage) => string {
  const isTrusted = createTrustedPeerCheck(trustedProxies)
  return (request) => {
    const received = request.headers['x-request-id']
    return typeof received === 'string' && wellFormed.test(received) && isTrusted(request) ? received : randomUUID()
  }
}

/** Writes one line per request, after the response has been sent. */
class RequestLogController extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const securityEvent = securityEventOf(request, reply.statusCode)
    const line = {
      // The source is logged for security events only.
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

  /** Errors that bypass the error handler come here. The serializer formats them. */
  override defaultErrorLog(error: Error, request: FastifyRequest): void {
    request.log.error({ err: error }, 'request failed')
  }
}

function logLevel(request: FastifyRequest, status: number, securityEvent: SecurityEvent | null) {
  if (securityEvent) return securityEventLevel(securityEvent)
  if (isMonitoringRequest(request)) return 'debug'
  return status >= 500 ? 'error' : 'info'
}

/** Sends the request id with every response, so that a user can name it. */
export function sendRequestIdHeader(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}
