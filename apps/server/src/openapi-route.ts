import type { FastifyInstance } from 'fastify'
import { isDemoLoaded } from './demo/accounts.ts'
import type { Services } from './http/context.ts'
import { notFound } from './http/app-error.ts'

/** Whether strangers are answered: with the document where it is public, with 404 where there is none. */
async function isDocumentPublic({ db, settings }: Services): Promise<boolean> {
  if (settings.apiDocs === undefined) return isDemoLoaded(db)
  return settings.apiDocs !== 'signed-in'
}

/** The document of the API; its page in the web app asks for it, with the token of who is signed in. */
export async function openApiRoute(api: FastifyInstance): Promise<void> {
  api.get('/openapi.json', { config: { public: isDocumentPublic }, schema: { hide: true } }, (request) => {
    if (request.services.settings.apiDocs === 'off') throw notFound()
    return api.swagger()
  })
}
