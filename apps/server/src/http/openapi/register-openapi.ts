import swagger from '@fastify/swagger'
import { Problem } from '@chisholm/domain/schemas/envelopes'
import type { FastifyInstance } from 'fastify'
import { version } from '../../version.ts'
import { type OpenApiOperation, completeOperation } from './operation.ts'
import type { RouteToDescribe } from './route-schema.ts'
import { extractNamedSchemas } from './named-schemas.ts'
import { exampleIds, exampleTexts } from './example-values.ts'

const description = `Ids are UUIDs; clients may choose the ids of resources they create. Bodies are JSON or
form-encoded with nested keys in brackets. Times are ISO 8601 in UTC. Filters may have the prefix veterinary_records. or
veterinary_record_animals., and accept the operators isnull, gt, gte, lt, lte and like; the useful ones are documented.
Errors are problem documents (RFC 9457). Ids and texts of examples are placeholders, listed in x-example-ids and
x-example-texts.`.replaceAll('\n', ' ')

/** Generates the OpenAPI document of all routes that are registered afterwards. `app.swagger()` returns it. */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  const routes = new Map<string, RouteToDescribe>()
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Chisholm', version: version(), description },
      servers: [{ url: '/' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    convertConstToEnum: false,
    transform: ({ schema = {}, url, route }) => {
      const [method] = [route.method].flat()
      const path = url.replaceAll(/:(\w+)/g, '{$1}')
      routes.set(`${method} ${path}`, { method: String(method), url, config: route.config ?? {}, schema })
      // The query is validated as one nested object, whereas `parameters` documents its fields one by one.
      const { querystring: _validated, ...documented } = schema
      return { schema: documented, url }
    },
    transformObject: (generated) => {
      if (!('openapiObject' in generated)) return generated.swaggerObject
      const document = generated.openapiObject
      for (const [path, operations] of Object.entries(document.paths ?? {}))
        for (const [method, operation] of Object.entries(operations ?? {})) {
          const route = routes.get(`${method.toUpperCase()} ${path}`)
          // cast: the plug-in generated it from a route, so it is not a reference
          if (route) completeOperation(operation as OpenApiOperation, route)
        }
      const placeholders = { 'x-example-ids': exampleIds, 'x-example-texts': exampleTexts }
      return { ...extractNamedSchemas(document, [Problem]), ...placeholders }
    },
  })
}
