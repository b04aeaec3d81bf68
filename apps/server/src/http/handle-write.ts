import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '../database/transaction.ts'
import type { WriteContext } from './context.ts'
import { storeResponse } from './idempotency.ts'
import { contextOf, recheckSession } from './authentication.ts'

/**
 * Runs the transaction of a request that writes, among the writes that the account may have at once and with a session
 * that is still valid.
 */
export const runWrite = <Result>(
  request: FastifyRequest,
  work: (ctx: WriteContext) => Promise<Result>,
): Promise<Result> =>
  request.services.limitWrites(contextOf(request).person.id, async () => {
    await recheckSession(request)
    return inTransaction(contextOf(request), work)
  })

/**
 * Runs a request that writes in one transaction: the change, its audit entries, its jobs and the stored response are
 * committed together or not at all.
 */
export async function handleWrite<Result extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (ctx: WriteContext) => Promise<Result>,
): Promise<Result> {
  const answer = await runWrite(request, async (ctx) => {
    const result = await work(ctx)
    await storeResponse(ctx.db, request, reply, result)
    return result
  })
  if (request.idempotency) request.idempotency.isStored = true
  return answer
}
