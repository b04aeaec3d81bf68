import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { notFound } from '../../http/app-error.ts'
import { sendFile } from '../../http/send-file.ts'
import { contentTypeOfKey } from '../../storage/storage-keys.ts'
import { readLogo } from './logo.ts'

const File = Type.Object({ name: Type.String() })
const year = 365 * 24 * 3600

/** Serves the logo of the practice without sign-in, because the sign-in page shows it. */
export const logoFileRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const schema = { params: File, hide: true }
  app.get('/files/logos/:name', { config: { public: true }, schema }, async (request, reply) => {
    const { db, storage, provider } = request.services
    const key = `logos/${request.params.name}`
    const logo = (await provider(db)).logoKey === key ? await readLogo({ storage }, key) : null
    if (logo === null) throw notFound()
    const cacheControl = `public, max-age=${year}, immutable`
    return sendFile(reply, { type: contentTypeOfKey(key), cacheControl }, logo)
  })
}
