import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { version } from '../version.ts'
import type { Services } from '../services.ts'
import { isStopping } from './graceful-stop.ts'
import { writeToDatabase } from './health.queries.ts'

const runningVersion = version()

/** A probe within this many milliseconds gets the previous result. */
const minProbeInterval = 1000
/** This is less than the two seconds after which most probes give up. */
const probeTimeout = 1500

/** Adds /healthz, which says that the process runs, and /readyz, which says whether it can serve requests. */
export function registerHealthRoutes(app: FastifyInstance): void {
  const isPublic = { config: { public: true }, schema: { hide: true } } as const
  const checkWrites = createWriteProbe()
  app.get('/healthz', isPublic, () => ({ status: 'ok', version: runningVersion }))
  app.get('/readyz', isPublic, async (request, reply) => {
    if (isStopping(app)) return reply.status(503).send({ status: 'stopping' })
    try {
      await withTimeout(probeTimeout, checkWrites(request.services))
      return { status: 'ready', version: runningVersion }
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply.status(503).send({ status: 'not ready' })
    }
  })
}

/** Checks whether database and storage can be written to. Only one check runs at a time. */
function createWriteProbe(): (services: Pick<Services, 'db' | 'storage'>) => Promise<unknown> {
  let last: { result: Promise<unknown>; endedAt: number } | undefined
  return ({ db, storage }) => {
    if (last && Date.now() - last.endedAt < minProbeInterval) return last.result
    const probe = { result: Promise.all([writeToDatabase(db), storage.check()]), endedAt: Number.POSITIVE_INFINITY }
    const ended = () => (probe.endedAt = Date.now())
    probe.result.then(ended, ended)
    last = probe
    return probe.result
  }
}

async function withTimeout(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const abort = new AbortController()
  const late = sleep(milliseconds, undefined, { signal: abort.signal }).then(() => {
    throw new Error(`database and storage did not take a write within ${milliseconds / 1000} s`)
  })
  try {
    await Promise.race([work, late])
  } finally {
    abort.abort()
    late.catch(() => {})
  }
}
