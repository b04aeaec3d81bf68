import Fastify from 'fastify'
import { apiRoutes } from './api-routes.ts'
import { registerOpenApi } from './http/openapi/register-openapi.ts'

/** Generates the OpenAPI document from the route schemas alone; needs no database. */
export async function generateOpenApi(): Promise<unknown> {
  const app = Fastify()
  await registerOpenApi(app)
  await app.register(apiRoutes, { prefix: '/api/v1' })
  await app.ready()
  const document = app.swagger()
  await app.close()
  return document
}
