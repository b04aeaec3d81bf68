import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { isUuid } from './body-fields.ts'

/** Path parameters of a route with one id. The type of the id names its kind; default: any. */
export const idParameter = <Id extends string = string>() =>
  Type.Object({ id: Type.Unsafe<Id>(Type.String({ format: 'uuid' })) })

/** Converts ids in paths to lower case, as PostgreSQL returns them: use cases compare them with those of rows. */
export function registerLowerCaseIds(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    // cast: the parameters of a path are texts
    const params = request.params as Record<string, string>
    for (const [name, value] of Object.entries(params)) if (isUuid(value)) params[name] = value.toLowerCase()
    done()
  })
}
