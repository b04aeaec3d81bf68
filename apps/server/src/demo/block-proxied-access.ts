import { serverTexts } from '@chisholm/domain/server-texts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readText } from '../http/body-fields.ts'
import { forbidden } from '../http/app-error.ts'
import type { Settings } from '../settings.ts'
import { isDemoAccount } from './accounts.ts'

/** Headers added by proxies. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

const emailOfRequest = ({ person, body }: FastifyRequest): string =>
  // cast: the route schema validates it; any field may be missing
  person?.email ?? readText((body as { username?: string } | null)?.username) ?? ''

/** Rejects demo accounts for proxied requests unless DEMO=1: a loopback address is not private behind a proxy. */
export function blockProxiedDemoAccess(app: FastifyInstance, { demo }: Settings): void {
  if (demo === 'asked') return
  app.addHook('preHandler', async (request) => {
    const isProxied = proxyHeaders.some((name) => request.headers[name] !== undefined)
    if (isProxied && (await isDemoAccount(request.services.db, emailOfRequest(request))))
      throw forbidden(serverTexts.refusal.demoFromElsewhere)
  })
}
