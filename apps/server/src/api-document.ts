import Fastify from 'fastify'
import { apiRoutes } from './app.ts'
import { describeApi } from './http/api-document.ts'

/** The document of the API, made of its routes alone: without a database, and nobody is answered. */
export async function apiDocument(): Promise<unknown> {
  const app = Fastify()
  await describeApi(app)
  await app.register(apiRoutes, { prefix: '/api/v1' })
  await app.ready()
  const document = app.swagger()
  await app.close()
  return document
}
