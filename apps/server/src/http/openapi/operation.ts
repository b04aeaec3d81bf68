import { problemResponses } from './problem-responses.ts'
import { describeRequest } from './request.ts'
import { type RouteToDescribe, acceptsIdempotencyKey } from './route-schema.ts'

type Schema = Record<string, unknown>
type Examples = Record<string, { value: unknown }>

export interface OpenApiParameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: Schema
  examples?: Examples
}

export interface OpenApiResponse {
  description: string
  headers?: Record<string, { description: string; schema: Schema }>
  content?: Record<string, { schema: Schema }>
}

/** The fields of an OpenAPI operation that this server writes. */
export interface OpenApiOperation {
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: OpenApiParameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema; examples?: Examples }> }
  responses: Record<string, OpenApiResponse>
}

/**
 * Adds to a generated operation everything that is not in a schema: tags, security, parameters, headers and problem
 * responses.
 */
export function completeOperation(operation: OpenApiOperation, route: RouteToDescribe): void {
  operation.tags ??= [/^\/api\/v1\/([\w-]+)/.exec(route.url)?.[1] ?? 'other']
  operation.security = route.config.public ? [] : [{ bearer: [] }]
  const { parameters, requestBody } = describeRequest(operation, route)
  if (parameters.length > 0) operation.parameters = parameters
  if (requestBody) operation.requestBody = requestBody
  for (const [status, answer] of Object.entries(operation.responses)) {
    if (answer.description === 'Default Response') answer.description = status === '201' ? 'Created.' : 'Done.'
    const headers = responseHeaders(route)
    if (Object.keys(headers).length > 0) answer.headers = headers
  }
  Object.assign(operation.responses, problemResponses(operation, route))
}

function responseHeaders(route: RouteToDescribe): NonNullable<OpenApiResponse['headers']> {
  const schema = { type: 'string' }
  return {
    ...(route.schema.versioned &&
      route.method !== 'DELETE' && { ETag: { description: 'Version of the resource.', schema } }),
    ...(acceptsIdempotencyKey(route) && {
      'Idempotency-Replayed': {
        description: 'true if this is the stored response of an earlier request with this key.',
        schema,
      },
    }),
  }
}
