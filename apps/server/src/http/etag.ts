import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { stale } from './app-error.ts'

/** Sets a strong ETag, the version of the row. */
export const setEtag = (reply: FastifyReply, version: number) => reply.header('etag', `"${version}"`)

const contentEtag = (data: object) =>
  `"${createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 22)}"`

/** Sets a strong ETag for a resource without a version column: a hash of the body. */
export const setContentEtag = (reply: FastifyReply, data: object) => reply.header('etag', contentEtag(data))

/** The If-Match of a request for a resource without a version column, or null. */
export function ifMatchContent(request: FastifyRequest): string | null {
  const header = request.headers['if-match']?.trim()
  return !header || header === '*' ? null : header.replace(/^W\//, '')
}

/** @throws stale  the caller sent an If-Match and it does not match the current content */
export function requireContentMatch(expected: string | null, current: object): void {
  if (expected !== null && expected !== contentEtag(current)) throw stale()
}

/** The version in the If-Match of a request, or null. */
export function ifMatchVersion(request: FastifyRequest): number | null {
  const header = request.headers['if-match']
  if (!header || header.trim() === '*') return null
  const version = /^(?:W\/)?"(\d+)"$/.exec(header.trim())?.[1]
  // An unknown ETag never matches.
  return version ? Number(version) : -1
}

/** @throws stale  the caller sent an If-Match and it does not match the current version */
export function requireVersionMatch(expected: number | null, current: number): void {
  if (expected !== null && expected !== current) throw stale()
}
