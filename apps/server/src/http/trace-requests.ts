import type { Context, Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'
import { telemetry } from '../tracing.ts'
import { isProbe, routeOf } from './route-of.ts'
import { trustedPeer } from './trusted-peer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What is traced of this request; null when traces are off. */
    traced: { id: string; context: Context } | null
  }
}

/**
 * Makes a span of each request, with its route and without its query, which may hold a signature or a code. A plug-in of
 * OpenTelemetry's would tell the whole address.
 */
export function traceRequests(app: FastifyInstance, settings: Settings): void {
  app.decorateRequest('traced', null)
  const api = telemetry()
  if (!api) return
  const { context, propagation, trace, SpanKind, SpanStatusCode } = api
  const isTrusted = trustedPeer(settings.trustedProxies)
  const tracer = trace.getTracer('chisholm')

  app.addHook('onRequest', (request, reply, done) => {
    if (isProbe(request)) return done()
    const caller = isTrusted(request.raw) ? propagation.extract(context.active(), request.headers) : context.active()
    const name = `${request.method} ${routeOf(request)}`
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes: attributesOf(request) }, caller)
    request.traced = { id: span.spanContext().traceId, context: trace.setSpan(caller, span) }
    reply.raw.once('close', () => {
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      end(span, request, reply)
    })
    context.with(request.traced.context, done)
  })
  // a body arrives in events of the connection, which belongs to no request
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.traced) context.with(request.traced.context, done)
    else done()
  })
}

const attributesOf = (request: FastifyRequest) => ({
  'http.request.method': request.method,
  'http.route': routeOf(request),
  'url.scheme': request.protocol,
  'chisholm.request.id': request.id,
})

function end(span: Span, request: FastifyRequest, { statusCode }: FastifyReply): void {
  span.setAttribute('http.response.status_code', statusCode)
  if (request.person) span.setAttribute('user.id', request.person.id)
  span.end()
}
