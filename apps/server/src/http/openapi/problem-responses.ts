import type { OpenApiResponse, OpenApiOperation } from './operation.ts'
import { type RouteToDescribe, acceptsIfMatch, acceptsIdempotencyKey } from './route-schema.ts'

const descriptions: Record<string, string> = {
  400: 'The query or the body cannot be read, or a filter or sort field is unknown: the answer names it.',
  401: 'No access token, or one that is not valid any more; at sign-in: wrong credentials.',
  403: 'The role of who is signed in may not do this at all; or type names what is missing: a second factor, or the password once more; or a demo account asks through a proxy.',
  404: 'There is no such thing, or it is not for this person to see.',
  409: 'The state forbids it, the id is used already, or the request with this key still runs.',
  412: 'If-Match names another version than the current one.',
  413: 'The body or a file is too large.',
  415: 'The body is of a type that is not accepted.',
  422: 'Fields are missing or do not fit: errors tells by field; or the key was used with another body.',
  429: 'Too many tries; Retry-After tells the seconds to wait.',
  '5XX': 'The server failed.',
}

/** Problem responses of an operation: from path, method, body, and its own list. */
export function problemResponses(operation: OpenApiOperation, route: RouteToDescribe): Record<string, OpenApiResponse> {
  const hasBody = operation.requestBody !== undefined
  const statuses = [
    ...(hasBody || route.schema.parameters ? ['400'] : []),
    ...(route.config.public ? [] : ['401']),
    ...(route.config.public && !hasBody ? [] : ['403']),
    ...(route.url.includes(':id') ? ['404'] : []),
    ...(acceptsIdempotencyKey(route) ? ['409'] : []),
    ...(acceptsIfMatch(route) ? ['412'] : []),
    ...(hasBody ? ['413', '415', '422'] : []),
    ...(route.schema.problemStatuses ?? []).map(String),
    '5XX',
  ]
  return Object.fromEntries([...new Set(statuses)].map((status) => [status, problemResponse(status)]))
}

const problemResponse = (status: string): OpenApiResponse => ({
  description: descriptions[status] ?? 'Refused.',
  ...(status === '429' && {
    headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
  }),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})
