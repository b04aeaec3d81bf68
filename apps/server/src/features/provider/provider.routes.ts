import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { One } from '@chisholm/domain/shapes'
import { Type } from 'typebox'

const text = Type.String()
const Provider = Type.Object({ name: text, phone: text, email: text, url: text }, { title: 'Provider' })

/** The veterinary practice this deployment serves; known to everyone, also before signing in. */
export const providerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const schema = {
    operationId: 'getProvider',
    summary: 'Who runs this deployment',
    response: { 200: One(Provider) },
  }
  app.get('/provider', { config: { public: true }, schema }, async (request) => ({
    success: true,
    data: request.house.settings.provider,
  }))
}
