import type { FastifyInstance } from 'fastify'
import { malformed } from './app-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set if the route stores nothing of a request, so that its text need not be checked. */
    storesNothing?: boolean
  }
}

/** No body has fields as deep as this. Deeper ones would exhaust the stack of what reads them. */
const maxDepth = 20

/** Rejects text that PostgreSQL cannot store (U+0000 and unpaired surrogates) in bodies, forms, queries and paths. */
export function registerUnstorableTextCheck(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.config.storesNothing) return
    rejectUnstorableText(request.params)
    rejectUnstorableText(request.query)
    if (!Buffer.isBuffer(request.body)) rejectUnstorableText(request.body)
  })
}

/** @throws malformed  such a character is in a text or in the name of a field, or fields are nested too deep */
export function rejectUnstorableText(value: unknown, field?: string, depth = 0): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      throw malformed(
        `${field === undefined ? 'A text' : `"${printable(field)}"`} has a character that cannot be stored: U+0000 or half of a surrogate pair.`,
      )
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (depth > maxDepth) throw malformed(`Fields may be nested at most ${maxDepth} deep.`)
  for (const [name, one] of Object.entries(value)) {
    if (!Array.isArray(value)) rejectUnstorableText(name, name)
    rejectUnstorableText(one, Array.isArray(value) ? field : name, depth + 1)
  }
}

const printable = (field: string) => field.replaceAll('\0', '\\0').toWellFormed()
