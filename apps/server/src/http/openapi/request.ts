import { serverConstants } from '@chisholm/domain/constants'
import type { OpenApiOperation, OpenApiParameter } from './operation.ts'
import { type RouteToDescribe, acceptsIfMatch, acceptsIdempotencyKey } from './route-schema.ts'

const bodyTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']

/** Parameters and request body of an operation, in every content type that it accepts. */
export function describeRequest(operation: OpenApiOperation, route: RouteToDescribe) {
  const path = (operation.parameters ?? []).map((parameter) => ({
    ...parameter,
    ...pathExamples(route, parameter.name),
  }))
  const parameters: OpenApiParameter[] = [...path, ...(route.schema.parameters ?? []), ...headerParameters(route)]
  return { parameters, requestBody: requestBody(operation, route) }
}

/** Placeholders in the path have the same names as those in the body, because they belong together. */
const pathExamples = ({ schema }: RouteToDescribe, parameter: string) => ({
  examples: Object.fromEntries(
    Object.entries(schema.examples ?? {}).map(([name, { id, path }]) => [name, { value: path?.[parameter] ?? id }]),
  ),
})

function headerParameters(route: RouteToDescribe): OpenApiParameter[] {
  const { maxLength } = serverConstants.idempotencyKey
  return [
    ...(acceptsIdempotencyKey(route)
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            description:
              'Requests with the same key and body within 24 hours are executed once; retries get the first response.',
            schema: { type: 'string', minLength: 1, maxLength },
            examples: { key: { value: 'a7c1-4471' } },
          },
        ]
      : []),
    ...(acceptsIfMatch(route)
      ? [
          {
            name: 'If-Match',
            in: 'header',
            description: 'Expected ETag; 412 if the resource has changed since.',
            schema: { type: 'string' },
            examples: { any: { value: '*' } },
          },
        ]
      : []),
  ]
}

function requestBody(operation: OpenApiOperation, { schema }: RouteToDescribe): OpenApiOperation['requestBody'] {
  const withBody = Object.entries(schema.examples ?? {}).filter(([, { body }]) => body)
  const examples = Object.fromEntries(withBody.map(([name, { body }]) => [name, { value: body }]))
  const shape = schema.multipart ?? operation.requestBody?.content['application/json']?.schema
  if (!shape) return undefined
  const media = { schema: { ...shape, ...(schema.requiredFields && { required: schema.requiredFields }) }, examples }
  const types = schema.multipart ? ['multipart/form-data'] : bodyTypes
  const content = Object.fromEntries(types.map((type) => [type, media]))
  return {
    required: schema.requiredFields !== undefined,
    content: { ...content, ...(schema.csv && { 'text/csv': csvMedia(withBody) }) },
  }
}

/** A CSV file may also be sent as the whole body. */
const csvMedia = (given: [string, { body?: object }][]) => ({
  schema: { type: 'string' },
  examples: Object.fromEntries(given.map(([name, { body }]) => [name, { value: Object.values(body ?? {})[0] }])),
})
