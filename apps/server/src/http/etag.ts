import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { stale } from './app-error.ts'

/** The ETags of an If-Match header, any of which may be the current one; null: every one matches. */
export type IfMatch = readonly string[] | null

const versionEtag = (version: number) => `"${version}"`

const contentEtag = (data: object) => `"${hash('sha256', JSON.stringify(data), 'base64url').slice(0, 22)}"`

/** Sets a strong ETag, the version of the row. */
export const setEtag = (reply: FastifyReply, version: number) => reply.header('etag', versionEtag(version))

/** Sets a strong ETag for a resource without a version column: a hash of the body. */
export const setContentEtag = (reply: FastifyReply, data: object) => reply.header('etag', contentEtag(data))

/** Reads the If-Match of a request. An ETag that a proxy has weakened counts, because it still names the version. */
export function readIfMatch(request: FastifyRequest): IfMatch {
  const header = request.headers['if-match']?.trim()
  return !header || header === '*' ? null : (header.match(/"[^"]*"/g) ?? [])
}

/** @throws stale  the caller sent an If-Match and it does not match the current content */
export function requireContentMatch(expected: IfMatch, current: object): void {
  if (expected && !expected.includes(contentEtag(current))) throw stale()
}

/** @throws stale  the caller sent an If-Match and it does not match the current version */
export function requireVersionMatch(expected: IfMatch, current: number): void {
  if (expected && !expected.includes(versionEtag(current))) throw stale()
}
