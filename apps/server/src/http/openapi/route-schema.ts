import type { FastifyContextConfig, FastifySchema } from 'fastify'
import type { TSchema } from 'typebox'
import type { QueryParameter } from './list-parameters.ts'

/** One request an operation answers with success: the id in its path and its body. */
interface Example {
  id?: string
  body?: object
}

declare module 'fastify' {
  /** What the document tells of a route beside what Fastify checks. */
  interface FastifySchema {
    /** The query, parameter by parameter. */
    parameters?: readonly QueryParameter[]
    /** Requests that succeed, by a name; each is sent by openapi.test.ts. */
    examples?: Record<string, Example>
    /** Fields of the body without which the answer is 422; the use case checks them and has the words. */
    requiredFields?: readonly string[]
    /** The body of an upload. */
    multipart?: TSchema
    /** The first field of an upload may also be the whole body, as text/csv. */
    csv?: boolean
    /** Failures that cannot be told from path, method and body. */
    problemStatuses?: readonly number[]
    /** Answers carry an ETag; PUT and DELETE honour If-Match. */
    versioned?: boolean
  }
}

/** A route as it was registered. */
export interface RouteToDescribe {
  method: string
  url: string
  config: FastifyContextConfig
  schema: FastifySchema
}

/** A POST, PUT or DELETE with a key happens once; only who is signed in has keys, and answers that are secret are not kept. */
export const acceptsIdempotencyKey = ({ method, config }: RouteToDescribe) =>
  method !== 'GET' && !config.public && !config.secret

/** Only what changes a thing that has a version can be out of date. */
export const acceptsIfMatch = ({ method, schema }: RouteToDescribe) =>
  schema.versioned === true && (method === 'PUT' || method === 'DELETE')
