import { setTimeout as delay } from 'node:timers/promises'

type Api = typeof import('@opentelemetry/api')
let started: { api: Api; shutdown: () => Promise<void> } | undefined

/** Timeout for sending the last spans. */
const shutdownTimeout = 3000

/** The tracing API; undefined while tracing is off. */
export const telemetryApi = (): Api | undefined => started?.api

/** Starts OpenTelemetry if its standard environment variables are set; otherwise nothing is loaded. */
export async function startTracing(env: Record<string, string | undefined>): Promise<void> {
  if (!isTracingEnabled(env)) return
  const [api, { NodeSDK }] = await Promise.all([import('@opentelemetry/api'), import('@opentelemetry/sdk-node')])
  const sdk = new NodeSDK({
    ...(!hasServiceName(env) && { serviceName: 'chisholm' }),
    // metrics are scraped by Prometheus, logs go to standard output
    metricReaders: [],
    logRecordProcessors: [],
  })
  sdk.start()
  started = { api, shutdown: () => sdk.shutdown() }
}

/** Sends remaining spans; an unavailable collector does not block the shutdown. */
export async function stopTracing(): Promise<void> {
  if (!started) return
  const sent = started.shutdown().catch(() => {})
  await Promise.race([sent, delay(shutdownTimeout, undefined, { ref: false })])
}

/**
 * Creates a span for a database query within a request; the job queue's polling is not traced.
 * @param text  SQL without parameter values
 */
export function traceQuery<Result>(text: string, runQuery: () => Result | Promise<Result>): Result | Promise<Result> {
  const api = started?.api
  if (!api?.trace.getActiveSpan()) return runQuery()
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
  const name = /\w+/.exec(text)?.[0].toLowerCase() ?? 'statement'
  const span = api.trace.getTracer('chisholm').startSpan(name, { kind: api.SpanKind.CLIENT, attributes })
  const failed = (thrown: unknown) => {
    span.setStatus({ code: api.SpanStatusCode.ERROR })
    throw thrown
  }
  return Promise.resolve(runQuery())
    .catch(failed)
    .finally(() => span.end())
}

/** Tracing is on when an exporter or endpoint is set. */
function isTracingEnabled(env: Record<string, string | undefined>): boolean {
  const variable = (name: string) => env[name]?.trim() ?? ''
  const exporter = variable('OTEL_TRACES_EXPORTER')
  if (variable('OTEL_SDK_DISABLED').toLowerCase() === 'true' || exporter === 'none') return false
  return [exporter, variable('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'), variable('OTEL_EXPORTER_OTLP_ENDPOINT')].some(
    Boolean,
  )
}

const hasServiceName = (env: Record<string, string | undefined>): boolean =>
  Boolean(env['OTEL_SERVICE_NAME']) || /(^|,)\s*service\.name=/.test(env['OTEL_RESOURCE_ATTRIBUTES'] ?? '')
