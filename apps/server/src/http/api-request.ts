import { constants } from '@chisholm/domain/constants'
import type { ApiOperation, ApiParameter } from './api-operation.ts'
import { type DescribedRoute, honoursIfMatch, takesKey } from './api-route.ts'

const bodyTypes = ['application/json', 'application/x-www-form-urlencoded']

/** What an operation takes: its path, query and headers, and its body in every form that is read. */
export function requestOf(operation: ApiOperation, route: DescribedRoute) {
  const path = (operation.parameters ?? []).map((parameter) => ({ ...parameter, ...pathExamples(route) }))
  const parameters: ApiParameter[] = [...path, ...(route.schema.parameters ?? []), ...headersOf(route)]
  return { parameters, requestBody: bodyOf(operation, route) }
}

/** The ids of the examples under the names of their bodies: the two belong together. */
const pathExamples = ({ schema }: DescribedRoute) => ({
  examples: Object.fromEntries(Object.entries(schema.examples ?? {}).map(([name, { id }]) => [name, { value: id }])),
})

function headersOf(route: DescribedRoute): ApiParameter[] {
  const { maxLength } = constants.idempotencyKey
  return [
    ...(takesKey(route)
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            description: 'The same key and body within 24 hours happen once and get the first answer again.',
            schema: { type: 'string', minLength: 1, maxLength },
            examples: { key: { value: 'a7c1-4471' } },
          },
        ]
      : []),
    ...(honoursIfMatch(route)
      ? [
          {
            name: 'If-Match',
            in: 'header',
            description: 'The ETag one has; when the thing was changed since, the answer is 412.',
            schema: { type: 'string' },
            examples: { any: { value: '*' } },
          },
        ]
      : []),
  ]
}

function bodyOf(operation: ApiOperation, { schema }: DescribedRoute): ApiOperation['requestBody'] {
  const given = Object.entries(schema.examples ?? {}).filter(([, { body }]) => body)
  const examples = Object.fromEntries(given.map(([name, { body }]) => [name, { value: body }]))
  const shape = schema.multipart ?? operation.requestBody?.content['application/json']?.schema
  if (!shape) return undefined
  const media = { schema: { ...shape, ...(schema.needs && { required: schema.needs }) }, examples }
  const types = schema.multipart ? ['multipart/form-data'] : bodyTypes
  const content = Object.fromEntries(types.map((type) => [type, media]))
  return {
    required: schema.needs !== undefined,
    content: { ...content, ...(schema.csv && { 'text/csv': csvOf(given) }) },
  }
}

/** An upload whose file is the whole body. */
const csvOf = (given: [string, { body?: object }][]) => ({
  schema: { type: 'string' },
  examples: Object.fromEntries(given.map(([name, { body }]) => [name, { value: Object.values(body ?? {})[0] }])),
})
