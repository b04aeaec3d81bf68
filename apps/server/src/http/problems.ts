import { STATUS_CODES } from 'node:http'
import { type ProblemCode, problemType } from '@chisholm/domain/problem-types'
import { texts } from '@chisholm/domain/texts'
import type { Problem } from '@chisholm/domain/shapes'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { reasonOf } from '../cannot-start.ts'
import { isUnavailable } from '../database/unavailable.ts'
import { Failure, type FailureKind, type FieldTexts } from './failures.ts'

const statusOfKind: Record<FailureKind, number> = {
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

/** Seconds until another try makes sense: an embedded database is there again by then. */
const retryAfter = 3

/** Answers every failure as an RFC 9457 problem document with the fields of decisions.md section 3. */
export function answerProblems(app: FastifyInstance): void {
  app.decorateRequest('refusal', null)
  app.setErrorHandler((error: FastifyError | Failure, request, reply) => {
    if (error instanceof Failure) {
      request.refusal = error.refusal ?? null
      if (error.retryAfter) reply.header('retry-after', error.retryAfter)
      return answer(reply, statusOfKind[error.kind], error.message, error.errors, error.code)
    }
    if (error.validation) return answerMisfit(error, reply)
    const status = error.statusCode ?? 500
    if (status === 413)
      return answer(reply, 413, texts.refusal.tooLong(Math.floor(request.routeOptions.bodyLimit / 1024)))
    if (status === 429) return answer(reply, 429, texts.failure.tooManyAttempts)
    if (status < 500)
      return answer(
        reply,
        status,
        status === 415
          ? 'Send application/json, application/x-www-form-urlencoded or, for uploads, multipart/form-data.'
          : texts.refusal.malformed,
      )
    if (isUnavailable(error)) {
      request.log.warn({ reason: reasonOf(error) }, 'the database was away')
      return answer(reply.header('retry-after', retryAfter), 503, texts.refusal.unavailable)
    }
    request.log.error({ err: error }, 'request failed')
    return answer(reply, 500, texts.refusal.unexpected)
  })
  app.setNotFoundHandler((_request, reply) => answer(reply, 404, texts.refusal.notFound))
}

/**
 * Answers an address no route can be looked up by: one that cannot be decoded, or with an id longer than any. No hook
 * sees such a request.
 */
export function answerBadAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, text } =
    error.code === 'FST_ERR_MAX_PARAM_LENGTH'
      ? { status: 404, text: texts.refusal.notFound }
      : { status: 400, text: texts.refusal.malformed }
  const refusal = status === 404 ? { event: 'not-found', source: request.ip } : {}
  request.log.info({ ...refusal, method: request.method, route: 'none', status }, 'request')
  void answer(reply.header('x-request-id', request.id), status, text)
}

/** A shape the schema refuses: an id in the path that is no id names nothing; a body is told field by field. */
function answerMisfit(error: FastifyError, reply: FastifyReply) {
  if (error.validationContext === 'params') return answer(reply, 404, texts.refusal.notFound)
  if (error.validationContext !== 'body') return answer(reply, 400, `${texts.refusal.malformed} ${error.message}`)
  const errors: FieldTexts = {}
  for (const misfit of error.validation ?? []) {
    const field =
      misfit.instancePath.slice(1).replaceAll('/', '.') || String(misfit.params['missingProperty'] ?? 'body')
    errors[field] ??= [`${field} ${misfit.message ?? 'is not valid'}`]
  }
  return answer(reply, 422, Object.values(errors)[0]?.[0] ?? texts.refusal.invalid, errors)
}

function answer(reply: FastifyReply, status: number, message: string, errors?: FieldTexts, code?: ProblemCode) {
  const problem: Problem = {
    type: code ? problemType(code) : 'about:blank',
    title: STATUS_CODES[status] ?? 'Failure',
    status,
    detail: message,
    success: false,
    message,
    ...(errors && { errors }),
  }
  return reply.status(status).type('application/problem+json').serializer(JSON.stringify).send(problem)
}
