import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/**
 * Serves the built web app: hashed assets for ever, the shell for every other path, so that each route of the
 * app works by link and by reload. Without a build only the API answers.
 */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  })
  const isPublic = { config: { public: true }, schema: { hide: true } } as const
  app.get('/assets/*', isPublic, (request, reply) => {
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return reply.sendFile(`assets/${(request.params as { '*': string })['*']}`)
  })
  for (const file of ['favicon.svg', 'manifest.webmanifest']) {
    if (existsSync(path.join(folder, file))) app.get(`/${file}`, isPublic, (_request, reply) => reply.sendFile(file))
  }
  app.get('/*', isPublic, (request, reply) => {
    if (request.url.startsWith('/api/') || request.url.startsWith('/files/')) return reply.callNotFound()
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
