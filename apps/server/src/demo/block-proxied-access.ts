import { serverTexts } from '@chisholm/domain/server-texts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readText } from '../http/body-fields.ts'
import { forbidden } from '../http/app-error.ts'
import type { Settings } from '../settings.ts'
import { isDemoAddress, isDemoUser } from './accounts.ts'

/** Headers added by proxies. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** Whether a request is of a demo account or names one. Only a name asks the database: few requests have one. */
async function concernsDemo({ person, body, services }: FastifyRequest): Promise<boolean> {
  if (person) return isDemoUser(person)
  // cast: the route schema validates it; any field may be missing
  const email = readText((body as { username?: string } | null)?.username)
  return email ? isDemoAddress(services.db, email) : false
}

/** Rejects demo accounts for proxied requests unless DEMO=1: a loopback address is not private behind a proxy. */
export function blockProxiedDemoAccess(app: FastifyInstance, { demo }: Settings): void {
  if (demo === 'asked') return
  app.addHook('preHandler', async (request) => {
    const isProxied = proxyHeaders.some((name) => request.headers[name] !== undefined)
    if (isProxied && (await concernsDemo(request))) throw forbidden(serverTexts.refusal.demoFromElsewhere)
  })
}
