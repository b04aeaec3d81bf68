import type { FastifyContextConfig, FastifySchema } from 'fastify'
import type { TSchema } from 'typebox'
import type { QueryParameter } from './list-parameters.ts'

/** A request that succeeds: the id and the other parameters of its path, and its body. */
interface Example {
  id?: string
  path?: Record<string, string>
  body?: object
}

declare module 'fastify' {
  /** Documentation of a route for the OpenAPI document, in addition to Fastify's schema. */
  interface FastifySchema {
    parameters?: readonly QueryParameter[]
    /** Requests that succeed, by name. openapi.test.ts sends each of them. */
    examples?: Record<string, Example>
    /** Fields without which the response is 422. The use case validates them, because it has the messages. */
    requiredFields?: readonly string[]
    multipart?: TSchema
    /** Whether a CSV file may be sent as the whole body (text/csv), in place of the first field of the form. */
    csv?: boolean
    /** Problem statuses that do not follow from path, method and body. */
    problemStatuses?: readonly number[]
    /** Whether responses have an ETag, and PUT and DELETE accept If-Match. */
    versioned?: boolean
  }
}

export interface RouteToDescribe {
  method: string
  url: string
  config: FastifyContextConfig
  schema: FastifySchema
}

/** Keys belong to signed-in users, and responses with secrets are never stored. */
export const acceptsIdempotencyKey = ({ method, config }: RouteToDescribe) =>
  method !== 'GET' && !config.public && config.secret !== true

/** Only changes of a resource with a version can conflict, and those that list 412 themselves. */
export const acceptsIfMatch = ({ method, schema }: RouteToDescribe) =>
  (schema.versioned === true && (method === 'PUT' || method === 'DELETE')) ||
  schema.problemStatuses?.includes(412) === true
