import type { OpenApiResponse, OpenApiOperation } from './operation.ts'
import { type RouteToDescribe, acceptsIfMatch, acceptsIdempotencyKey } from './route-schema.ts'

const descriptions: Record<string, string> = {
  400: 'The query or body cannot be parsed, or a filter or sort field is unknown; the detail names it.',
  401: 'Missing or expired access token; at sign-in: wrong credentials.',
  403: 'The role does not allow this; or `type` names what is required first: a second factor, or confirming the password; or a demo account is used through a proxy.',
  404: 'The resource does not exist or is not visible to the user.',
  409: 'Not allowed in the current state, the id is already in use, or a request with this key is still running.',
  412: 'If-Match does not match the current version.',
  413: 'The body or a file is too large.',
  415: 'Unsupported content type.',
  422: 'Validation failed, see `errors` by field; or the key was used with another body.',
  429: 'Too many attempts, or too many requests of the account are waiting; see Retry-After.',
  503: 'The database or the file storage is unavailable, or another change holds what this one needs; see Retry-After.',
  '5XX': 'Server error.',
}

/**
 * The problem responses of an operation. They follow from its path, method and body, and from the list in its schema.
 */
export function problemResponses(operation: OpenApiOperation, route: RouteToDescribe): Record<string, OpenApiResponse> {
  const hasBody = operation.requestBody !== undefined
  const isWrite = route.method !== 'GET'
  const statuses = [
    '400',
    ...(route.config.public ? [] : ['401']),
    ...(route.config.public && !hasBody ? [] : ['403']),
    ...(route.url.includes(':id') ? ['404'] : []),
    // 404: the stored response is about a site that the user no longer sees
    ...(acceptsIdempotencyKey(route) ? ['404', '409'] : []),
    ...(isWrite && !route.config.public ? ['429'] : []),
    ...(acceptsIfMatch(route) ? ['412'] : []),
    // an operation without a body is rejected, too, if one comes that cannot be read
    ...(isWrite ? ['413', '415'] : []),
    ...(hasBody || acceptsIdempotencyKey(route) ? ['422'] : []),
    ...(route.schema.problemStatuses ?? []).map(String),
    '503',
    '5XX',
  ]
  return Object.fromEntries([...new Set(statuses)].map((status) => [status, problemResponse(status)]))
}

const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } }
const headers: Record<string, OpenApiResponse['headers']> = {
  401: { 'WWW-Authenticate': { description: 'The way to sign in: Bearer.', schema: { type: 'string' } } },
  429: retryAfter,
  503: retryAfter,
}

const problemResponse = (status: string): OpenApiResponse => ({
  description: descriptions[status] ?? 'Rejected.',
  ...(headers[status] && { headers: headers[status] }),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})
