import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import qs from 'qs'
import { type Static, Type } from 'typebox'
import { serverConstants } from '@chisholm/domain/constants'
import { dayOf, isDay, startOfDay, type Zone } from '@chisholm/domain/dates'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { keysOf } from '@chisholm/domain/typed-objects'
import { AppError, type FieldErrors, invalid, malformed } from './app-error.ts'
import { parseDecimal } from './parse-decimal.ts'

const { maxFormFields } = serverConstants

/** The one name that qs drops from every object. A space behind it makes it an unknown name like any other. */
const protoSegment = /(?<=^|\[)__proto__(?=\[|\]|$)/g

/**
 * A lone percent sign stands for itself.
 * @throws malformed  the percent-encoded bytes are no UTF-8
 */
function requireUtf8(encoded: string): void {
  if (!encoded.includes('%') || /%(?![0-9a-f]{2})/i.test(encoded)) return
  try {
    decodeURIComponent(encoded)
  } catch {
    throw malformed(serverTexts.refusal.bodyIsNoUtf8)
  }
}

/** Parses keys that hold nested fields and arrays in brackets (specification section 7). */
const parseFields = (text: string, isBody: boolean) =>
  // cast: qs returns an object of strings, arrays and objects
  qs.parse(text, {
    depth: 4,
    parameterLimit: maxFormFields,
    arrayLimit: 1000,
    throwOnLimitExceeded: isBody,
    // qs drops names of Object.prototype from other objects, and an unknown filter is refused, not ignored
    plainObjects: true,
    decoder: (encoded, decode: (text: string, _: unknown, charset: string) => string, charset, type) => {
      if (isBody) requireUtf8(encoded)
      const decoded = decode(encoded, undefined, charset)
      return type === 'key' ? decoded.replaceAll(protoSegment, '$& ') : decoded
    },
  }) as Record<string, unknown>

/** Parses the query of a URL. It never throws, which the router could not handle; a URL is too short for the limit. */
export const parseQuery = (text: string) => parseFields(text, false)

/** Parses the fields of a form. @throws AppError  it has more fields than are read */
export function parseForm(text: string): Record<string, unknown> {
  try {
    return parseFields(text, true)
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('too-large', serverTexts.refusal.tooManyFields(maxFormFields))
    throw error
  }
}

/** Every route accepts both JSON and forms. */
export function registerBodyParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    // many clients send the content type with requests that have no body
    if (bytes.length === 0) return done(null, undefined)
    if (!isUtf8(bytes)) return done(malformed(serverTexts.refusal.bodyIsNoUtf8))
    // it calls `done`
    void parseJson(request, bytes.toString(), done)
  })
  app.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_request: unknown, bytes: Buffer) => {
      if (!isUtf8(bytes)) throw malformed(serverTexts.refusal.bodyIsNoUtf8)
      return parseForm(bytes.toString())
    },
  )
  // Plain text has no fields, so it is rejected as a media type.
  app.removeContentTypeParser('text/plain')
  app.addHook('preValidation', (request, _reply, done) => {
    if (isJson(request) && !isObject(request.body)) return done(malformed(serverTexts.refusal.bodyIsNoObject))
    // An empty body becomes an object without fields, so that each missing field is reported.
    if (request.routeOptions.schema?.body && request.body === undefined) request.body = {}
    done()
  })
}

const isJson = ({ headers, body }: FastifyRequest) =>
  body !== undefined && headers['content-type']?.startsWith('application/json') === true

const isObject = (body: unknown) => typeof body === 'object' && body !== null && !Array.isArray(body)

/** Fields as they arrive: forms send only text, JSON also numbers, booleans and null. */
const bodyField = (title: string, description: string) =>
  Type.Union([Type.String({ maxLength: 20_000 }), Type.Number(), Type.Boolean(), Type.Null()], { title, description })
export const BodyText = bodyField('BodyText', 'A text; empty clears the field.')
export type BodyText = Static<typeof BodyText>
export const BodyId = bodyField('BodyId', 'A UUID; empty clears the field.')
export const BodyDay = bodyField(
  'BodyDay',
  'YYYY-MM-DD, or a timestamp, of which the day in the time zone of the site (or of the practice) counts; empty clears the field.',
)
export const BodyTimestamp = bodyField(
  'BodyTimestamp',
  'ISO 8601 with offset, YYYY-MM-DD HH:mm:ss (UTC), or YYYY-MM-DD for the start of that day in the time zone of the site (or of the practice); empty clears the field.',
)
export const BodyNumber = bodyField('BodyNumber', 'A number; empty clears the field.')
export const BodyFlag = Type.Union([Type.Boolean(), Type.Integer(), Type.String({ maxLength: 5 }), Type.Null()], {
  title: 'BodyFlag',
  description: '1, 0, true or false.',
})

/** Trims a text; an empty one becomes null. Returns undefined if the field was not sent. */
export function readText(value: BodyText | undefined): string | null | undefined {
  if (value === undefined) return undefined
  const text = value === null ? '' : String(value).trim()
  return text === '' ? null : text
}

/** Like `readText`, and collapses white space to single spaces. Accented letters become one character (Unicode NFC). */
export function readLine(value: BodyText | undefined): string | null | undefined {
  const text = readText(value)
  return text?.replace(/\s+/g, ' ').normalize('NFC') ?? text
}

/** Several texts, sent as a list or as one text with commas, trimmed and without empty ones. */
export const readTexts = (value: string | string[] | null | undefined): string[] =>
  (typeof value === 'string' ? value.split(',') : (value ?? [])).map((one) => one.trim()).filter(Boolean)

/** @throws invalid  the value is neither true, false, 1 nor 0 */
export function readFlag(field: string, value: unknown): boolean | undefined {
  if (value === undefined || value === null || value === '') return undefined
  // cast: `includes` accepts its element type only
  if ([true, 1, '1', 'true'].includes(value as string)) return true
  // cast: `includes` accepts its element type only
  if ([false, 0, '0', 'false'].includes(value as string)) return false
  throw invalid({ [field]: [`${field} must be 1, 0, true or false.`] })
}

const firstDay = '0001-01-01'
const timePattern = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/
const offsetPattern = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/

/** The offset from UTC with which a timestamp ends, like `Z`, `-07:00`, `-0700` or `-07`, or undefined. */
export const offsetOf = (timestamp: string): string | undefined => offsetPattern.exec(timestamp.slice(10))?.[0]

/** The API supports the years 1 to 9999. */
export const minTimestamp = new Date('0001-01-01T00:00:00.000Z')
export const maxTimestamp = new Date('9999-12-31T23:59:59.999Z')

/**
 * Parses ISO 8601 with an offset, `YYYY-MM-DD HH:mm:ss` (UTC) or `YYYY-MM-DD` (the start of that day in the zone).
 * @returns null if the text is none of these
 */
export function parseTimestamp(text: string, zone: Zone): Date | null {
  const trimmed = text.trim()
  if (!timePattern.test(trimmed) || !isDay(trimmed.slice(0, 10))) return null
  const timestamp = isDay(trimmed)
    ? startOfDay(trimmed, zone)
    : new Date(withMinutesOfOffset(trimmed.replace(' ', 'T')))
  return timestamp >= minTimestamp && timestamp <= maxTimestamp ? timestamp : null
}

/** Completes the offset as `Date` reads it: without one it is UTC, and `-07` is `-07:00`. */
function withMinutesOfOffset(time: string): string {
  const offset = offsetOf(time)
  if (offset === undefined) return `${time}Z`
  return offset.length === '-07'.length ? `${time}:00` : time
}

/**
 * Reads a timestamp. An empty value clears the field.
 * @throws invalid  with `errorText`, if it is not a timestamp
 */
export function readTimestamp(
  field: string,
  value: BodyText | undefined,
  errorText: string,
  zone: Zone,
): Date | null | undefined {
  const text = readText(value)
  if (text === undefined || text === null) return text
  const timestamp = parseTimestamp(text, zone)
  if (!timestamp) throw invalid({ [field]: [errorText] })
  return timestamp
}

/**
 * Reads a day: `YYYY-MM-DD`, or a timestamp, which is converted to its day in the zone. An empty value clears the
 * field.
 * @throws invalid  it is neither
 */
export function readDay(
  field: string,
  value: BodyText | undefined,
  errorText: string,
  zone: Zone,
): string | null | undefined {
  const text = readText(value)
  if (text && isDay(text) && text >= firstDay) return text
  const timestamp = readTimestamp(field, value, errorText, zone)
  if (!timestamp) return timestamp
  const day = dayOf(timestamp, zone)
  if (!isDay(day)) throw invalid({ [field]: [errorText] })
  return day
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[089ab][0-9a-f]{3}-[0-9a-f]{12}$/i
/** Whether a text has the form of an id, a UUID with the version and variant of RFC 9562. The caller chooses its kind. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller chooses the kind of id
export const isUuid = <Id extends string = string>(text: string): text is Id => idPattern.test(text)

/**
 * Reads an id. An empty value clears the field.
 * @param errorText  by default it tells that the field must be a UUID
 * @throws invalid   with `errorText`, if it is not a UUID
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller chooses the kind of id
export function readId<Id extends string = string>(
  field: string,
  value: BodyText | undefined,
  errorText: string = serverTexts.validation.uuidRequired(field),
): Id | null | undefined {
  const text = readText(value)
  if (text && !isUuid(text)) throw invalid({ [field]: [errorText] })
  // cast: any UUID may be an id of this kind
  return (text?.toLowerCase() ?? text) as Id | null | undefined
}

/** Reads a number of any size; NaN if it is none, for the validation of the domain. An empty value clears the field. */
export function readAnyNumber(value: BodyText | undefined): number | null | undefined {
  const text = readText(value)
  return text === undefined || text === null ? text : parseDecimal(text)
}

interface NumberRange {
  min: number
  max: number
}

/**
 * Reads a number. An empty value clears the field.
 * @throws invalid  it is not a number, or is out of range
 */
export function readNumber(
  field: string,
  value: BodyText | undefined,
  { min, max }: NumberRange,
): number | null | undefined {
  const number = readAnyNumber(value)
  if (number === undefined || number === null || (number >= min && number <= max)) return number
  throw invalid({ [field]: [texts.validation.between(min, max)] })
}

/**
 * Reads a whole number. An empty value clears the field.
 * @throws invalid  it is not a whole number, or is out of range
 */
export function readInteger(
  field: string,
  value: BodyText | undefined,
  { min, max }: NumberRange,
): number | null | undefined {
  const number = readAnyNumber(value)
  if (number === undefined || number === null) return number
  if (Number.isInteger(number) && number >= min && number <= max) return number
  throw invalid({ [field]: [texts.validation.wholeBetween(min, max)] })
}

/**
 * Reads the fields of a body, each by its function.
 * @throws invalid  the error has those of all fields
 */
export function readEach<Fields extends object>(readers: { [Field in keyof Fields]: () => Fields[Field] }): Fields {
  const fields: Partial<Fields> = {}
  const errors: FieldErrors = {}
  for (const field of keysOf(readers))
    try {
      fields[field] = readers[field]()
    } catch (thrown) {
      if (!(thrown instanceof AppError && thrown.kind === 'invalid')) throw thrown
      Object.assign(errors, thrown.errors)
    }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  // cast: every field was read
  return fields as Fields
}
