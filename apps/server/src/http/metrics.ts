import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import { readQueueDepth } from '../jobs/queue-depth.queries.ts'
import { processRegistry } from '../process-metrics.ts'
import { metricsOfWorkers } from '../workers.ts'
import type { Settings } from '../settings.ts'
import { countLostFiles } from '../storage/count-lost-files.queries.ts'
import { orNullOnTimeout, registerCapacityMetrics } from './capacity-metrics.ts'
import { notFound } from './app-error.ts'
import { mayReadMetrics } from './metrics-access.ts'
import { securityEventOf } from './security-events.ts'
import { routePattern } from './route-pattern.ts'

/** Counts and times requests, and serves GET /metrics to Prometheus (see `mayReadMetrics`). */
export async function registerMetrics(
  app: FastifyInstance,
  database: Database,
  { metricsToken: token, dataDir }: Pick<Settings, 'metricsToken' | 'dataDir'>,
): Promise<void> {
  const registry = new Registry()
  registerRequestMetrics(app, registry)
  registerDatabaseMetrics(database, registry)
  registerCapacityMetrics(database, dataDir, registry)
  const metrics = metricsOfWorkers([processRegistry, registry])
  app.get('/metrics', { config: { public: true }, schema: { hide: true } }, async (request, reply) => {
    if (!mayReadMetrics(request.raw, token)) throw notFound()
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await metrics())
  })
}

function registerRequestMetrics(app: FastifyInstance, registry: Registry): void {
  const requests = new Counter({
    name: 'chisholm_requests_total',
    help: 'Requests answered, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'chisholm_request_duration_seconds',
    help: 'Duration of requests, by route',
    labelNames: ['route'],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'chisholm_refusals_total',
    help: 'Rejected requests by event of the log',
    labelNames: ['event'],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const event = securityEventOf(request, reply.statusCode)
    if (event) refusals.inc({ event })
    const route = routePattern(request)
    requests.inc({ method: request.method, route, status: String(reply.statusCode) })
    durations.observe({ route }, reply.elapsedTime / 1000)
    done()
  })
}

/** These figures are read at each scrape. */
function registerDatabaseMetrics({ db, pool }: Database, registry: Registry): void {
  const connections = new Gauge({
    name: 'chisholm_database_connections',
    help: 'Connections of the pool: open, idle, and requests waiting for one',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  const jobs = new Gauge({
    name: 'chisholm_jobs',
    aggregator: 'first',
    help: 'Jobs in the queue by name and state; the same on every server',
    labelNames: ['job', 'state'],
    registers: [],
    async collect() {
      this.reset()
      // The other figures matter most when the database does not respond.
      for (const { job, state, count } of (await orNullOnTimeout(readQueueDepth(db))) ?? [])
        this.set({ job, state }, count)
    },
  })
  const lost = new Gauge({
    name: 'chisholm_lost_files',
    aggregator: 'first',
    help: 'Photos in use whose file is missing or damaged; the same on every server',
    registers: [],
    async collect() {
      const count = await orNullOnTimeout(countLostFiles(db))
      if (count === null) this.reset()
      else this.set(count)
    },
  })
  // The order matters: counting jobs takes a connection itself.
  for (const gauge of [connections, jobs, lost]) registry.registerMetric(gauge)
}
