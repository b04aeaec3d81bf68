import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import qs from 'qs'
import { type Static, Type } from 'typebox'
import { isDay } from '@chisholm/domain/dates'
import { invalid } from './failures.ts'

/** Nested keys and arrays in brackets, as the calls of specification section 7 send them. */
export const parseForm = (text: string) =>
  qs.parse(text, { depth: 4, parameterLimit: 2000, arrayLimit: 1000 }) as Record<string, unknown>

/** Reads JSON and form-encoded bodies alike. */
export function readBodies(app: FastifyInstance): void {
  app.register(formbody, { parser: parseForm })
  // plain text carries no fields: refused as a type, not misread
  app.removeContentTypeParser('text/plain')
  // a request without a body lacks every field, and is told which
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.schema?.body && (request.body === undefined || request.body === null)) request.body = {}
  })
}

/** Fields of a body before they are read: a form knows only texts, JSON also numbers, booleans and null. */
const bodyField = (title: string, description: string) =>
  Type.Union([Type.String({ maxLength: 20_000 }), Type.Number(), Type.Boolean(), Type.Null()], { title, description })
export const BodyText = bodyField('BodyText', 'A text; empty clears the field.')
export type BodyText = Static<typeof BodyText>
export const BodyId = bodyField('BodyId', 'A UUID; empty clears the field.')
export const BodyDay = bodyField('BodyDay', 'YYYY-MM-DD, or a moment for its day in UTC; empty clears the field.')
export const BodyMoment = bodyField(
  'BodyMoment',
  'ISO 8601 with offset, YYYY-MM-DD HH:mm:ss (UTC) or YYYY-MM-DD; empty clears the field.',
)
export const BodyNumber = bodyField('BodyNumber', 'A number; empty clears the field.')
export const BodyFlag = Type.Union([Type.Boolean(), Type.Integer(), Type.String({ maxLength: 5 }), Type.Null()], {
  title: 'BodyFlag',
  description: '1, 0, true or false.',
})

/** Trims a text; an empty one clears the field. Gives undefined when the field was not sent at all. */
export function readText(value: BodyText | undefined): string | null | undefined {
  if (value === undefined) return undefined
  const text = value === null ? '' : String(value).trim()
  return text === '' ? null : text
}

/** As readText, on one line: breaks and other runs of space become one space. */
export function readLine(value: BodyText | undefined): string | null | undefined {
  const text = readText(value)
  return text?.replace(/\s+/g, ' ') ?? text
}

/** Reads `1`, `0`, `true`, `false` in any form. @throws invalid */
export function readFlag(field: string, value: unknown): boolean | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if ([true, 1, '1', 'true'].includes(value as string)) return true
  if ([false, 0, '0', 'false'].includes(value as string)) return false
  throw invalid({ [field]: [`${field} must be 1, 0, true or false.`] })
}

const timePattern = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/**
 * Reads a moment: ISO 8601 with offset, `YYYY-MM-DD HH:mm:ss` (UTC) or `YYYY-MM-DD` (its midnight in UTC).
 * @returns null when it is none of these or does not exist
 */
export function parseMoment(text: string): Date | null {
  const trimmed = text.trim()
  if (!timePattern.test(trimmed) || !isDay(trimmed.slice(0, 10))) return null
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/.test(trimmed.slice(10))
  const iso = trimmed.replace(' ', 'T') + (trimmed.length === 10 ? 'T00:00:00Z' : zoned ? '' : 'Z')
  const moment = new Date(iso)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** Reads a moment of a body; empty clears it. @throws invalid with `mistake` as its text */
export function readMoment(field: string, value: BodyText | undefined, mistake: string): Date | null | undefined {
  const text = readText(value)
  if (text === undefined || text === null) return text
  const moment = parseMoment(text)
  if (!moment) throw invalid({ [field]: [mistake] })
  return moment
}

/** Reads a calendar day (`YYYY-MM-DD`, or the UTC day of a moment); empty clears it. @throws invalid */
export function readDay(field: string, value: BodyText | undefined, mistake: string): string | null | undefined {
  const moment = readMoment(field, value, mistake)
  return moment instanceof Date ? moment.toISOString().slice(0, 10) : moment
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[089ab][0-9a-f]{3}-[0-9a-f]{12}$/i
export const isUuid = (text: string) => uuidPattern.test(text)

/** Reads an id of a body; empty clears it. @throws invalid with `mistake` as its text */
export function readId(field: string, value: BodyText | undefined, mistake: string): string | null | undefined {
  const text = readText(value)
  if (text && !isUuid(text)) throw invalid({ [field]: [mistake] })
  return text?.toLowerCase() ?? text
}

/** Reads a number of a body; empty clears it. @throws invalid */
export function readNumber(field: string, value: BodyText | undefined): number | null | undefined {
  const text = readText(value)
  if (text === undefined || text === null) return text
  const number = Number(text)
  if (!Number.isFinite(number)) throw invalid({ [field]: [`${field} must be a number.`] })
  return number
}
