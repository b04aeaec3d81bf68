import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '../database/transaction.ts'
import type { WriteContext } from './context.ts'
import { storeResponse } from './idempotency.ts'
import { contextOf } from './authentication.ts'

/**
 * Answers a request that changes something: one request is one transaction. The change, its audit lines, its jobs and the
 * answer kept under the request's Idempotency-Key all happen, or none of them.
 */
export async function handleWrite<Answer extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (ctx: WriteContext) => Promise<Answer>,
): Promise<Answer> {
  const answer = await inTransaction(contextOf(request), async (ctx) => {
    const result = await work(ctx)
    await storeResponse(ctx.db, request, reply, result)
    return result
  })
  if (request.idempotency) request.idempotency.isStored = true
  return answer
}
