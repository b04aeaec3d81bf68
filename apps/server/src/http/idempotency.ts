import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { lives } from '../database/presence.ts'
import { type BodyText, readId } from './bodies.ts'
import { conflict, invalid, malformed } from './failures.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What is sent or answered is a secret: no answer is kept to be given again. */
    secret?: boolean
  }
  interface FastifyRequest {
    /** The key this request answers for the first time, and the id reserved for what it creates. */
    idempotency: { key: string; reservedId: string } | null
  }
}

const once = new Set(['POST', 'PUT'])

/** The answer kept under a key, and who works on it. */
interface Answer {
  server: number | null
  answer_status: number
  answer_type: string
  answer_etag: string | null
  answer_body: string | null
}

/** After this long a request that never answered is taken for dead even while its server lives. */
const abandonedAfter = '60 seconds'

/**
 * Makes every POST and PUT with an `Idempotency-Key` happen once: the same user, key and body within 24 hours get the
 * first answer again (decisions.md section 3). A PUT needs it where it is a step: what was sent is not sent twice.
 */
export function answerOnce(app: FastifyInstance): void {
  app.decorateRequest('idempotency', null)

  app.addHook('preHandler', async (request, reply) => {
    const key = request.headers['idempotency-key']
    if (!once.has(request.method) || typeof key !== 'string' || !request.person) return
    if (request.routeOptions.config.secret) return
    if (key.length === 0 || key.length > constants.idempotencyKey.maxLength)
      throw malformed(`Idempotency-Key must have 1 to ${constants.idempotencyKey.maxLength} characters.`)
    const fingerprint = fingerprintOf(request)
    const reservedId = await claim(request, key, fingerprint)
    if (reservedId) {
      request.idempotency = { key, reservedId }
      return
    }
    const first = await request.house.db
      .selectFrom('idempotency_keys')
      .select(['fingerprint', 'answer_status', 'answer_type', 'answer_etag', 'answer_body'])
      .where('user_id', '=', request.person.id)
      .where('key', '=', key)
      .executeTakeFirst()
    if (first && !first.fingerprint.equals(fingerprint)) throw invalid({ 'Idempotency-Key': [texts.refusal.keyReused] })
    if (!first?.answer_status) throw conflict(texts.refusal.stillRunning)
    if (first.answer_etag !== null) reply.header('etag', first.answer_etag)
    return reply
      .status(first.answer_status)
      .type(first.answer_type ?? 'application/json')
      .header('idempotency-replayed', 'true')
      .serializer((text: unknown) => String(text))
      .send(first.answer_body ?? '')
  })

  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.idempotency) return payload
    const answer = {
      answer_status: reply.statusCode,
      answer_type: String(reply.getHeader('content-type') ?? 'application/json'),
      answer_etag: textOrNull(reply.getHeader('etag')),
      answer_body: textOrNull(payload),
    }
    const change = reply.statusCode >= 500 ? { server: null } : answer
    try {
      await changeKey(request, change)
    } catch (error) {
      request.log.warn({ err: error }, 'the answer could not be kept')
      void letGo(request)
    }
    return payload
  })
}

const changeKey = (request: FastifyRequest, change: Partial<Answer>) =>
  request.house.db
    .updateTable('idempotency_keys')
    .set(change)
    .where('user_id', '=', request.person?.id ?? '')
    .where('key', '=', request.idempotency?.key ?? '')
    .execute()

/**
 * Lets another try run, as soon as the database is there again. The reserved id stays: what the first try may have
 * made after all is not made twice.
 */
async function letGo(request: FastifyRequest): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    await sleep(1000, undefined, { ref: false })
    const done = await changeKey(request, { server: null }).then(
      () => true,
      () => false,
    )
    if (done) return
  }
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

/** @returns the id reserved for what the request creates, or null when the key is somebody's already */
async function claim(request: FastifyRequest, key: string, fingerprint: Buffer): Promise<string | null> {
  const claimed = await sql<{ reserved_id: string }>`
    insert into idempotency_keys as known (user_id, key, fingerprint, reserved_id, server)
    values (${request.person?.id}, ${key}, ${fingerprint}, ${uuidv7()}, ${request.house.serverNumber})
    on conflict (user_id, key) do update
      set created_at = now(),
          fingerprint = excluded.fingerprint,
          server = excluded.server,
          reserved_id = case when known.fingerprint = excluded.fingerprint then known.reserved_id else excluded.reserved_id end,
          answer_status = null,
          answer_etag = null,
          answer_body = null
      where known.created_at < now() - interval '24 hours'
         or (known.answer_status is null and known.fingerprint = excluded.fingerprint
             and (known.server is null or not ${lives(sql`known.server`)}
                  or known.created_at < now() - ${sql.lit(abandonedAfter)}::interval))
    returning reserved_id`.execute(request.house.db)
  return claimed.rows[0]?.reserved_id ?? null
}

/** What makes two requests the same. A streamed upload is known by its size: its parts carry their own ids. */
function fingerprintOf(request: FastifyRequest): Buffer {
  const body = request.isMultipart?.()
    ? (request.headers['content-length'] ?? '')
    : Buffer.isBuffer(request.body)
      ? request.body
      : JSON.stringify(request.body ?? null)
  return createHash('sha256').update(`${request.method} ${request.url}\n`).update(body).digest()
}

/** The id of what a request creates: `id` of its body, or reserved for its key, or new. @throws invalid  no UUID */
export function idToCreate(request: FastifyRequest): string {
  const { id } = request.body as { id?: BodyText }
  return readId('id', id, 'id must be a UUID.') ?? request.idempotency?.reservedId ?? uuidv7()
}
