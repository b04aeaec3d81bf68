import type { Context, Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'
import { telemetryApi } from '../tracing.ts'
import { isMonitoringRequest, routePattern } from './route-pattern.ts'
import { createTrustedPeerCheck } from './trusted-peer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace of the request, or null while tracing is off. */
    traced: { id: string; context: Context } | null
  }
}

/**
 * Creates a span per request, named by its route. The query is omitted, because it may contain a signature or a code;
 * OpenTelemetry's own plug-in would record whole URLs.
 */
export function registerTracing(app: FastifyInstance, settings: Settings): void {
  app.decorateRequest('traced', null)
  const api = telemetryApi()
  if (!api) return
  const { context, propagation, trace, SpanKind, SpanStatusCode } = api
  const isTrusted = createTrustedPeerCheck(settings.trustedProxies)
  const tracer = trace.getTracer('chisholm')

  app.addHook('onRequest', (request, reply, done) => {
    if (isMonitoringRequest(request)) return done()
    const caller = isTrusted(request.raw) ? propagation.extract(context.active(), request.headers) : context.active()
    const name = `${request.method} ${routePattern(request)}`
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes: spanAttributes(request) }, caller)
    request.traced = { id: span.spanContext().traceId, context: trace.setSpan(caller, span) }
    reply.raw.once('close', () => {
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      endSpan(span, request, reply)
    })
    context.with(request.traced.context, done)
  })
  // Parsing the body loses the async context.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.traced) context.with(request.traced.context, done)
    else done()
  })
}

const spanAttributes = (request: FastifyRequest) => ({
  'http.request.method': request.method,
  'http.route': routePattern(request),
  'url.scheme': request.protocol,
  'chisholm.request.id': request.id,
})

function endSpan(span: Span, request: FastifyRequest, { statusCode }: FastifyReply): void {
  span.setAttribute('http.response.status_code', statusCode)
  if (request.person) span.setAttribute('user.id', request.person.id)
  span.end()
}
