import { STATUS_CODES } from 'node:http'
import { type ProblemCode, problemType } from '@chisholm/domain/problem-types'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import type { Problem } from '@chisholm/domain/schemas/envelopes'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorMessage } from '../operator-error.ts'
import { isDatabaseUnavailable } from '../database/connection-errors.ts'
import { isStorageUnavailable } from '../storage/storage-unavailable-error.ts'
import { checkSession, isSessionChecked } from './authentication.ts'
import { AppError, type AppErrorKind, type FieldErrors } from './app-error.ts'

const statusByKind: Record<AppErrorKind, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  stale: 412,
  'too-large': 413,
  'not-accepted-type': 415,
  invalid: 422,
  'too-many': 429,
}

/** Seconds after which clients should try again. By then an embedded database has restarted. */
const retryAfter = 3

/** SQLSTATE program_limit_exceeded: among others, a text that is too long for an index. */
const tooLargeForIndex = '54000'

/** Turns every error into a problem document (RFC 9457, decisions.md section 3). */
export function registerErrorHandler(app: FastifyInstance): void {
  app.decorateRequest('securityEvent', null)
  app.setErrorHandler((error: FastifyError | AppError, request, reply) =>
    request.session && !isSessionChecked(request)
      ? replyToErrorOfSession(error, request, reply)
      : replyToError(error, request, reply),
  )
  app.setNotFoundHandler((_request, reply) => replyWithProblem(reply, 404, texts.refusal.notFound))
}

/** If the session has ended, replies with 401, even if the request is also invalid. */
async function replyToErrorOfSession(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
  try {
    // without the database, the check would only take another wait for a connection
    if (request.person && !isDatabaseUnavailable(error)) await checkSession(request)
  } catch (thrown) {
    // cast: `checkSession` throws these
    return replyToError(thrown as FastifyError | AppError, request, reply)
  }
  return replyToError(error, request, reply)
}

function replyToError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof AppError) {
    request.securityEvent = error.securityEvent ?? null
    if (error.retryAfter) reply.header('retry-after', error.retryAfter)
    return replyWithProblem(reply, statusByKind[error.kind], error.message, error)
  }
  if (error.validation) return replyToSchemaError(error, reply)
  const status = error.statusCode ?? 500
  if (status === 413)
    return replyWithProblem(reply, 413, serverTexts.refusal.tooLong(Math.floor(request.routeOptions.bodyLimit / 1024)))
  if (status === 429) return replyWithProblem(reply, 429, texts.failure.tooManyAttempts)
  if (status < 500)
    return replyWithProblem(
      reply,
      status,
      status === 415
        ? 'Send application/json, application/x-www-form-urlencoded or, for uploads, multipart/form-data.'
        : serverTexts.refusal.malformed,
    )
  if (error.code === tooLargeForIndex) return replyWithProblem(reply, 422, serverTexts.refusal.textTooLong)
  // before that of the database, because both have the errors of a connection
  const unavailable = isStorageUnavailable(error) ? 'storage' : isDatabaseUnavailable(error) ? 'database' : null
  if (unavailable) {
    request.log.warn({ reason: errorMessage(error) }, `${unavailable} unavailable`)
    return replyUnavailable(reply)
  }
  request.log.error({ err: error }, 'request failed')
  return replyWithProblem(reply, 500, texts.refusal.unexpected)
}

/** Replies with 503, to try again soon. */
export const replyUnavailable = (reply: FastifyReply) =>
  replyWithProblem(reply.header('retry-after', retryAfter), 503, serverTexts.refusal.unavailable)

/**
 * Replies to a URL that the router rejects, because it cannot be decoded or has a parameter that is too long. No hook
 * sees such a request.
 */
export function replyToBadUrl(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, text } =
    error.code === 'FST_ERR_MAX_PARAM_LENGTH'
      ? { status: 404, text: texts.refusal.notFound }
      : { status: 400, text: serverTexts.refusal.malformed }
  const refusal = status === 404 ? { event: 'not-found', source: request.ip } : {}
  request.log.info({ ...refusal, method: request.method, route: 'none', status }, 'request')
  void replyWithProblem(reply.header('x-request-id', request.id), status, text)
}

/** Replies to a request that violates its schema: 404 for an invalid id in the path, errors by field for a body. */
function replyToSchemaError(error: FastifyError, reply: FastifyReply) {
  if (error.validationContext === 'params') return replyWithProblem(reply, 404, texts.refusal.notFound)
  const errors: FieldErrors = {}
  const issues = error.validation ?? []
  for (const issue of issues) {
    if (isOtherAlternative(issue, issues)) continue
    const field = [issue.instancePath.slice(1).replaceAll('/', '.'), issue.params['missingProperty']]
      .filter(Boolean)
      .join('.')
      .replace(/^$/, 'body')
    errors[field] ??= [describeSchemaError(field, issue)]
  }
  const text = Object.values(errors)[0]?.[0]
  if (error.validationContext !== 'body')
    return replyWithProblem(reply, 400, [serverTexts.refusal.malformed, text].filter(Boolean).join(' '))
  return replyWithProblem(reply, 422, text ?? texts.refusal.invalid, { errors })
}

type SchemaError = NonNullable<FastifyError['validation']>[number]

/**
 * Whether an issue is that of an alternative the caller did not choose: a list with a wrong entry is no text either,
 * but only the entry has to be corrected.
 */
const isOtherAlternative = ({ keyword, instancePath }: SchemaError, issues: readonly SchemaError[]) =>
  (keyword === 'type' || keyword === 'anyOf') &&
  issues.some((other) => other.instancePath.startsWith(`${instancePath}/`))

/** Describes an invalid field in plain words instead of those of JSON Schema. */
function describeSchemaError(field: string, { keyword, params }: SchemaError): string {
  const { form } = serverTexts.refusal
  const limit = Number(params['limit'])
  if (keyword === 'required') return form.missing(field)
  if (keyword === 'maxLength') return form.tooLong(field, limit)
  if (keyword === 'maxItems') return form.tooMany(field, limit)
  if (keyword === 'type' && params['type'] === 'string') return form.oneText(field)
  if (keyword === 'type' && params['type'] === 'array') return form.list(field)
  if (keyword === 'type' && params['type'] === 'object') return form.object(field)
  if (keyword === 'additionalProperties') return form.unknown(field, String(params['additionalProperty']))
  return form.other(field)
}

function replyWithProblem(
  reply: FastifyReply,
  status: number,
  message: string,
  { errors, code }: { errors?: FieldErrors | undefined; code?: ProblemCode | undefined } = {},
) {
  const problem: Problem = {
    type: code ? problemType(code) : 'about:blank',
    title: STATUS_CODES[status] ?? 'Failure',
    status,
    detail: message,
    success: false,
    message,
    ...(errors && { errors }),
  }
  // RFC 9110 requires a challenge; some clients do not read a 401 without one
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.status(status).type('application/problem+json').serializer(JSON.stringify).send(problem)
}
