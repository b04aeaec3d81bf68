import type { FastifyInstance } from 'fastify'
import { demoIsPresent } from './demo/accounts.ts'
import type { Parts } from './http/context.ts'
import { notFound } from './http/failures.ts'

/** Whether strangers are answered: with the document where it is public, with 404 where there is none. */
async function answersStrangers({ db, settings }: Parts): Promise<boolean> {
  if (settings.apiDocs === undefined) return demoIsPresent(db)
  return settings.apiDocs !== 'signed-in'
}

/** The document of the API; its page in the web app asks for it, with the token of who is signed in. */
export async function apiDocumentRoute(api: FastifyInstance): Promise<void> {
  api.get('/openapi.json', { config: { public: answersStrangers }, schema: { hide: true } }, (request) => {
    if (request.house.settings.apiDocs === 'off') throw notFound()
    return api.swagger()
  })
}
