import Fastify from 'fastify'
import { apiRoutes } from './app.ts'
import { registerOpenApi } from './http/openapi/register-openapi.ts'

/** The document of the API, made of its routes alone: without a database, and nobody is answered. */
export async function generateOpenApi(): Promise<unknown> {
  const app = Fastify()
  await registerOpenApi(app)
  await app.register(apiRoutes, { prefix: '/api/v1' })
  await app.ready()
  const document = app.swagger()
  await app.close()
  return document
}
