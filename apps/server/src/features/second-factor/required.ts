import type { FastifyInstance } from 'fastify'
import { isVet } from '@chisholm/domain/permissions'
import type { Parts } from '../../http/context.ts'
import { secondFactorRequired } from '../../http/failures.ts'
import { factorsOf } from './second-factor.queries.ts'

/** With REQUIRE_SECOND_FACTOR=vets: refuses vet roles everything but setting up a second factor, until they have one. */
export function requireSecondFactor(app: FastifyInstance, parts: Parts): void {
  if (parts.settings.requireSecondFactor !== 'vets') return
  app.addHook('onRequest', async ({ person, routeOptions: { config } }) => {
    if (!person || !isVet(person) || config.beforeSecondFactor) return
    if (!(await factorsOf(parts.db, person.id)).any) throw secondFactorRequired()
  })
}
