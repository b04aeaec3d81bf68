import type { FastifyContextConfig, FastifySchema } from 'fastify'
import type { TSchema } from 'typebox'
import type { QueryParameter } from './list-parameters.ts'

/** A successful example request: path id, other parameters of the path, and body. */
interface Example {
  id?: string
  path?: Record<string, string>
  body?: object
}

declare module 'fastify' {
  /** Route properties for the OpenAPI document beyond what Fastify validates. */
  interface FastifySchema {
    /** Documented query parameters. */
    parameters?: readonly QueryParameter[]
    /** Successful example requests by name; openapi.test.ts sends each. */
    examples?: Record<string, Example>
    /** Required body fields (else 422); validated by the use case, which has the messages. */
    requiredFields?: readonly string[]
    /** Body of a multipart upload. */
    multipart?: TSchema
    /** The first field may also be sent as a text/csv body. */
    csv?: boolean
    /** Problem statuses beyond those derived from path, method and body. */
    problemStatuses?: readonly number[]
    /** Responses have an ETag; PUT and DELETE accept If-Match. */
    versioned?: boolean
  }
}

/** A registered route. */
export interface RouteToDescribe {
  method: string
  url: string
  config: FastifyContextConfig
  schema: FastifySchema
}

/** Only signed-in users have keys, and secret responses are never stored. */
export const acceptsIdempotencyKey = ({ method, config }: RouteToDescribe) =>
  method !== 'GET' && !config.public && !config.secret

/** Only changes of a versioned resource can conflict. */
export const acceptsIfMatch = ({ method, schema }: RouteToDescribe) =>
  schema.versioned === true && (method === 'PUT' || method === 'DELETE')
