import { texts } from '@chisholm/domain/texts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readText } from '../http/body-fields.ts'
import { forbidden } from '../http/app-error.ts'
import type { Settings } from '../settings.ts'
import { isDemoAccount } from './accounts.ts'

/** What proxies add to the requests they hand on. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

const emailOfRequest = ({ person, body }: FastifyRequest): string =>
  // references: the schema of the route checks it, and any field may be missing
  person?.email ?? readText((body as { username?: string } | null)?.username) ?? ''

/**
 * Refuses demo accounts to who comes through a proxy, unless the demo was asked for by hand: a server on a loopback
 * address is not private once something in front of it hands requests on.
 */
export function blockProxiedDemoAccess(app: FastifyInstance, { demo }: Settings): void {
  if (demo === 'asked') return
  app.addHook('preHandler', async (request) => {
    const isProxied = proxyHeaders.some((name) => request.headers[name] !== undefined)
    if (isProxied && isDemoAccount(emailOfRequest(request))) throw forbidden(texts.refusal.demoFromElsewhere)
  })
}
