import type { FastifyInstance } from 'fastify'
import { isVet } from '@chisholm/domain/permissions'
import type { Services } from '../../services.ts'
import { secondFactorRequired } from '../../http/app-error.ts'
import { readFactors } from './second-factor.queries.ts'

/** With REQUIRE_SECOND_FACTOR=vets, users with a vet role who have no second factor can do nothing but set one up. */
export function enforceSecondFactor(app: FastifyInstance, services: Services): void {
  if (services.settings.requireSecondFactor !== 'vets') return
  app.addHook('onRequest', async ({ person, routeOptions: { config } }) => {
    if (!person || !isVet(person) || config.allowWithoutSecondFactor) return
    if (!(await readFactors(services.db, person.id)).any) throw secondFactorRequired()
  })
}
