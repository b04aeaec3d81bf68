import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { notFound } from './failures.ts'

const isLoopback = (address: string) => address === '::1' || /^(?:::ffff:)?127\./.test(address)

/** Counts and times every request by route and status; GET /metrics tells Prometheus, on this machine only. */
export async function measure(app: FastifyInstance): Promise<void> {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const durations = new Histogram({
    name: 'chisholm_request_duration_seconds',
    help: 'Time from request to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [register],
  })
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    }
    durations.observe(labels, reply.elapsedTime / 1000)
  })
  app.get('/metrics', { config: { public: true }, schema: { hide: true } }, async (request, reply) => {
    if (!isLoopback(request.ip)) throw notFound()
    return reply.type(register.contentType).send(await register.metrics())
  })
}
