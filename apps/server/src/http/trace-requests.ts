import type { Context, Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'
import { telemetryApi } from '../tracing.ts'
import { isMonitoringRequest, routePattern } from './route-pattern.ts'
import { createTrustedPeerCheck } from './trusted-peer.ts'

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
  // a body arrives in events of the connection, which belongs to no request
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
