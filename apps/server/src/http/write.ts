import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '../database/transaction.ts'
import type { WriteContext } from './context.ts'
import { keepAnswer } from './idempotency.ts'
import { contextOf } from './sign-in.ts'

/**
 * Answers a request that changes something: one request is one transaction. The change, its audit lines, its jobs and the
 * answer kept under the request's Idempotency-Key all happen, or none of them.
 */
export async function write<Answer extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (ctx: WriteContext) => Promise<Answer>,
): Promise<Answer> {
  const answer = await inTransaction(contextOf(request), async (ctx) => {
    const done = await work(ctx)
    await keepAnswer(ctx.db, request, reply, done)
    return done
  })
  if (request.idempotency) request.idempotency.answered = true
  return answer
}
