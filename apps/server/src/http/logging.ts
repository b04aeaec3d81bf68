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
import { loggedError } from './logged-error.ts'
import { levelOfRefusal, type Refusal, refusalOf } from './refusals.ts'
import { isProbe, routeOf } from './route-of.ts'
import { trustedPeer } from './trusted-peer.ts'

export type LogDestination = DestinationStream

/** One line of JSON for each event, so that no newline in what people send begins another. */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  timestamp: stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  // Headers carry tokens, addresses carry signatures: of a request there is the line below and nothing else.
  serializers: { err: loggedError, req: () => undefined, res: () => undefined },
})

/** Parts of a request's line that `shownRequest` says in words. */
const ofRequest = ['method', 'route', 'status', 'ms']

/** Where lines go that people read as they come; undefined when the standard output is no terminal but a log. */
export async function terminalLog(): Promise<LogDestination | undefined> {
  if (!process.stdout.isTTY) return undefined
  const { default: pretty } = await import('pino-pretty')
  return pretty({
    sync: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: ['pid', 'hostname', 'requestId', ...ofRequest].join(','),
    messageFormat: (line, key) => shownRequest(line) ?? String(line[key]),
  })
}

function shownRequest({ method, route, status, ms }: Record<string, unknown>): string | undefined {
  return method === undefined ? undefined : `${String(method)} ${String(route)} ${String(status)} in ${String(ms)} ms`
}

/** What Fastify needs to know of the log, and of the ids that requests have in it. */
export function logging(settings: Settings, stream?: LogDestination) {
  return {
    logger: { ...logOptions(settings.logLevel), ...(stream && { stream }) },
    logController: new OneLine({ requestIdLogLabel: 'requestId' }),
    genReqId: requestIds(settings.trustedProxies),
  } satisfies FastifyServerOptions
}

const wellFormed = /^[\w.-]{8,64}$/

/** An id of our own; a proxy whose word we take may bring one, so that its log and ours can be read together. */
function requestIds(trustedProxies: string[]): (request: IncomingMessage) => string {
  const isTrusted = trustedPeer(trustedProxies)
  return (request) => {
    const given = request.headers['x-request-id']
    return typeof given === 'string' && wellFormed.test(given) && isTrusted(request) ? given : uuidv7()
  }
}

/** Writes one line for each request, once its answer has left. */
class OneLine extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const refusal = refusalOf(request, reply.statusCode)
    const line = {
      // where it came from is told of what was refused, and of nobody else
      ...(refusal && { event: refusal, source: request.ip }),
      ...(request.person && { userId: request.person.id }),
      ...(request.traced && { traceId: request.traced.id }),
      method: request.method,
      route: routeOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(error && { err: error }),
    }
    request.log[levelOf(request, error ? 500 : reply.statusCode, refusal)](line, 'request')
  }

  /** What the problem documents do not catch. The words of the error are left to the serializer. */
  override defaultErrorLog(error: Error, request: FastifyRequest): void {
    request.log.error({ err: error }, 'request failed')
  }
}

function levelOf(request: FastifyRequest, status: number, refusal: Refusal | null) {
  if (refusal) return levelOfRefusal(refusal)
  if (isProbe(request)) return 'debug'
  return status >= 500 ? 'error' : 'info'
}

/** Tells every caller the id by which its request is found in the log. */
export function tellRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
}
