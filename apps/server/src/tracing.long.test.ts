import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startServerWithVet } from './testing/server-with-vet.ts'

interface Sent {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

type Running = Awaited<ReturnType<typeof startServerWithVet>>
let server: Running | undefined
let collector: Server
/** The requests to the collector, as text and as spans. */
let texts: string[] = []
const spans = () =>
  texts.flatMap((text) => {
    const { resourceSpans } = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] }
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  })
const attribute = ({ attributes }: Sent, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue
}

beforeEach(async () => {
  texts = []
  collector = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      texts.push(Buffer.concat(chunks).toString())
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  await server?.close()
  server = undefined
  collector.close()
})

const endpoint = () => {
  const address = collector.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}
const signIn = ({ address, vet }: Running, headers: Record<string, string> = {}) =>
  fetch(`${address}/api/v1/auth/login?code=in-the-query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(vet),
  })

test('a collector receives each request with its route and database queries, and the log contains the trace id', async () => {
  server = await startServerWithVet({
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint(),
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_SERVICE_NAME: 'chisholm-under-test',
  })
  const answer = await signIn(server, { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` })
  expect(answer.status).toBe(200)
  await fetch(`${server.address}/readyz`)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)

  const [request, ...more] = spans().filter(({ name }) => name === 'POST /api/v1/auth/login')
  if (!request) throw new Error('no span of the request')
  expect(more).toEqual([])
  expect(attribute(request, 'http.route')).toBe('/api/v1/auth/login')
  expect(Number(attribute(request, 'http.response.status_code'))).toBe(200)
  // a trace of an untrusted caller is not continued
  expect(request.parentSpanId ?? '').toBe('')
  expect(request.traceId).not.toBe('a'.repeat(32))

  const questions = spans().filter((span) => attribute(span, 'db.query.text') !== undefined)
  expect(questions.length).toBeGreaterThan(3)
  expect(questions.map((span) => attribute(span, 'db.query.text'))).toContainEqual(
    expect.stringMatching(/from "users" .*= \$1/),
  )
  for (const { traceId, parentSpanId } of questions)
    expect([traceId, parentSpanId]).toEqual([request.traceId, request.spanId])

  expect(spans().filter(({ name }) => name.includes('/readyz'))).toEqual([])
  expect(texts.join('')).toContain('chisholm-under-test')
  for (const hidden of [server.vet.password, server.vet.username, 'in-the-query', 'pgboss'])
    expect([hidden, texts.join('').includes(hidden)]).toEqual([hidden, false])
  expect(server.output()).toContain(`"traceId":"${request.traceId}"`)
})

test.each([
  ['nobody says where traces go', () => ({ OTEL_SERVICE_NAME: 'chisholm' })],
  ['they are switched off', () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint(), OTEL_SDK_DISABLED: 'true' })],
  ['they go nowhere', () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint(), OTEL_TRACES_EXPORTER: 'none' })],
])(
  'when %s there are none',
  async (_, settings) => {
    server = await startServerWithVet({ LOG_LEVEL: 'info', ...settings() })
    expect((await signIn(server)).status).toBe(200)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(texts).toEqual([])
    expect(server.output()).toContain('"route":"/api/v1/auth/login"')
    expect(server.output()).not.toContain('traceId')
  },
  60_000,
)
