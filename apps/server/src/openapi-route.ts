import type { FastifyInstance } from 'fastify'
import { isDemoLoaded } from './demo/accounts.ts'
import type { Services } from './services.ts'
import { notFound } from './http/app-error.ts'

/** Whether the document is readable without signing in; `off` is answered with 404 by the route. */
async function isDocumentPublic({ db, settings }: Services): Promise<boolean> {
  if (settings.apiDocs === undefined) return isDemoLoaded(db)
  return settings.apiDocs !== 'signed-in'
}

/** Serves the OpenAPI document, which the API page of the web app loads with the user's token. */
export async function openApiRoute(api: FastifyInstance): Promise<void> {
  api.get('/openapi.json', { config: { public: isDocumentPublic }, schema: { hide: true } }, (request) => {
    if (request.services.settings.apiDocs === 'off') throw notFound()
    return api.swagger()
  })
}
