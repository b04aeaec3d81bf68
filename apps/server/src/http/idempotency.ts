import { createHash } from 'node:crypto'
import { pipeline, Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverConstants } from '@chisholm/domain/constants'
import { serverTexts } from '@chisholm/domain/server-texts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { parse, v7 as uuidv7 } from 'uuid'
import { lowestId, newId, type UserId } from '../database/ids.ts'
import { type BodyText, readId } from './body-fields.ts'
import type { Executor } from '../database/executor.ts'
import { conflict, invalid, malformed, notFound } from './app-error.ts'
import * as queries from './idempotency.queries.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether request or response holds a secret. Such a response is never stored. `derived`: the route derives it from
     * the id that is reserved for the Idempotency-Key, so that a repeated request gets it again.
     */
    secret?: boolean | 'derived'
  }
  interface FastifyRequest {
    /** Whether the body is multipart, which is identified by its fields and files, not by its bytes. */
    isMultipart: boolean
    /** Whether the body is a form with files, which the route reads with `receiveMultipart`. */
    isUpload: boolean
    /** Hash of the raw body, or null without an Idempotency-Key. */
    bodyHash: Buffer | null
    /** The key that the request holds, and the id reserved for what it creates. */
    idempotency: { key: string; reservedId: string; isStored: boolean } | null
  }
}

const methodsWithKey = new Set(['POST', 'PUT', 'DELETE'])
/** These responses are not stored, because the request had no effect. */
const notStoredStatuses = new Set([401, 403, 429])

/**
 * Executes each POST, PUT and DELETE with an `Idempotency-Key` once. The same user, key and body get the first response
 * again within 24 hours (decisions.md sections 3 and 10). Bodies are compared by hash. Uploads claim their key after
 * their files have arrived (`multipart.ts`).
 */
export function registerIdempotency(app: FastifyInstance): void {
  app.decorateRequest('bodyHash', null)
  app.decorateRequest('idempotency', null)
  app.addHook('preParsing', (request, _reply, payload, done) => done(null, hashBody(request, payload)))
  app.addHook('preHandler', async (request, reply) => {
    if (request.isUpload) return
    if (await claimKeyOrReplay(request, reply, request.bodyHash ?? Buffer.alloc(0))) return reply
  })

  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.idempotency) return payload
    const isStorable = reply.statusCode < 500 && !notStoredStatuses.has(reply.statusCode)
    try {
      if (!request.idempotency.isStored)
        await updateKey(request.services.db, request, isStorable ? responseState(reply, payload) : { server: null })
    } catch (error) {
      request.log.warn({ err: error }, 'the response could not be stored under its key')
      void releaseKey(request, request.idempotency.key)
    } finally {
      keysInProgress.delete(keyId(request, request.idempotency.key))
    }
    return payload
  })
}

/**
 * Keys of the requests running in this process. A key that the database assigns to this server can be claimed again if
 * it is missing here.
 */
const keysInProgress = new Set<string>()
const keyId = ({ services, person }: FastifyRequest, key: string) => `${services.serverNumber} ${person?.id} ${key}`

const hasIdempotencyKey = (request: FastifyRequest) =>
  methodsWithKey.has(request.method) &&
  request.headers['idempotency-key'] !== undefined &&
  request.routeOptions.config.secret !== true

/** The body is hashed while it streams to the parser. */
function hashBody(request: FastifyRequest, payload: RequestPayload): RequestPayload {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  if (!hasIdempotencyKey(request) || !hasBody || request.isMultipart) return payload
  const hash = createHash('sha256')
  const through: Transform & { receivedEncodedLength?: number } = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      through.receivedEncodedLength = (through.receivedEncodedLength ?? 0) + chunk.length
      done(null, chunk)
    },
    flush(done) {
      request.bodyHash = hash.digest()
      done()
    },
  })
  // `pipeline` also handles a connection that breaks.
  pipeline(payload, through, () => {})
  return through
}

/**
 * Claims the key of a request, or sends the stored response again.
 * @param bodyHash  identifies the body
 * @returns whether a response was sent
 * @throws invalid   the key was used with another body
 * @throws conflict  the first request with this key is still running
 * @throws notFound  the stored response is about a site that the user no longer sees
 */
export async function claimKeyOrReplay(
  request: FastifyRequest,
  reply: FastifyReply,
  bodyHash: Buffer,
): Promise<boolean> {
  const key = request.headers['idempotency-key']
  if (!hasIdempotencyKey(request) || typeof key !== 'string' || !request.person) return false
  if (key.length === 0 || key.length > serverConstants.idempotencyKey.maxLength)
    throw malformed(`Idempotency-Key must have 1 to ${serverConstants.idempotencyKey.maxLength} characters.`)
  const fingerprint = createHash('sha256').update(`${request.method} ${request.url}\n`).update(bodyHash).digest()
  const reservedId = await claimInProcess(request, key, fingerprint)
  if (reservedId) {
    request.idempotency = { key, reservedId, isStored: false }
    return false
  }
  const stored = await queries.storedResponse(request.services.db, request.person.id, key)
  if (stored && !stored.fingerprint.equals(fingerprint))
    throw invalid({ 'Idempotency-Key': [serverTexts.refusal.keyReused] }, 'key-reused')
  if (!stored?.answer_status) throw conflict(serverTexts.refusal.stillRunning, 'still-running')
  // the user may have lost a site since
  const { id: userId, sites } = request.person
  if (await queries.namesOtherSites(request.services.db, sites, { userId, key })) throw notFound()
  if (stored.answer_etag !== null) reply.header('etag', stored.answer_etag)
  void reply
    .status(stored.answer_status)
    .type(stored.answer_type ?? 'application/json')
    .header('idempotency-replayed', 'true')
    .serializer((text: unknown) => String(text))
    .send(stored.answer_body ?? '')
  return true
}

/** Whether this user has got a response under the Idempotency-Key of the request before. */
export async function hasStoredResponse({ services, headers, person }: FastifyRequest): Promise<boolean> {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || !person) return false
  return queries.isResponseStored(services.db, person.id, key)
}

/** Stores the response in the same transaction as the change that it reports. */
export async function storeResponse(db: Executor, request: FastifyRequest, reply: FastifyReply, answer: object) {
  if (!request.idempotency) return
  // the reserved id stays
  if (request.routeOptions.config.secret) return void (await updateKey(db, request, { server: null }))
  const type = 'application/json; charset=utf-8'
  await updateKey(db, request, { ...responseState(reply, reply.serialize(answer)), answer_type: type })
}

const responseState = (reply: FastifyReply, payload: unknown): Partial<queries.StoredResponse> => ({
  answer_status: reply.statusCode,
  answer_type: String(reply.getHeader('content-type') ?? 'application/json'),
  answer_etag: textOrNull(reply.getHeader('etag')),
  answer_body: textOrNull(payload),
})

const updateKey = (db: Executor, request: FastifyRequest, change: Partial<queries.StoredResponse>) =>
  queries.updateStoredResponse(db, request.person?.id ?? lowestId<UserId>(), request.idempotency?.key ?? '', change)

/**
 * Releases a key of this server once the database is back. The reserved id stays, so that a retry cannot create a
 * duplicate.
 */
async function releaseKey(request: FastifyRequest, key: string): Promise<void> {
  const { services, person } = request
  const name = keyId(request, key)
  for (let tries = 0; tries < 3600; tries++) {
    await sleep(1000, undefined, { ref: false })
    // a retry holds the key now, and releases it itself
    if (!person || keysInProgress.has(name)) return
    keysInProgress.add(name)
    const done = await queries.releaseKey(services.db, person.id, key, services.serverNumber).then(
      () => true,
      () => false,
    )
    keysInProgress.delete(name)
    if (done) return
  }
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

/** Like `claimKey`, but returns null at once if another request of this process holds the key. */
async function claimInProcess(request: FastifyRequest, key: string, fingerprint: Buffer): Promise<string | null> {
  const name = keyId(request, key)
  if (keysInProgress.has(name)) return null
  keysInProgress.add(name)
  let claimed: string | null = null
  try {
    claimed = await queries.claimKey(request, key, fingerprint)
  } catch (error) {
    // the key may have been claimed, and only the response was lost
    void releaseKey(request, key)
    throw error
  } finally {
    if (claimed === null) keysInProgress.delete(name)
  }
  return claimed
}

/**
 * Id of the resource that the request creates: `id` of the body, else the id reserved for the key, else a new one.
 * @throws invalid  `id` is not a UUID
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller chooses the kind of id
export function idToCreate<Id extends string = string>(request: FastifyRequest): Id {
  // cast: the route schema validates it; any field may be missing
  const { id } = request.body as { id?: BodyText }
  const sentId = readId<Id>('id', id)
  // cast: no row has this id yet
  return sentId ?? (request.idempotency?.reservedId as Id | undefined) ?? newId<Id>()
}

/** Ids for several resources that one request creates, in sort order. A retry with the same key gets the same ids. */
export function idsToCreate<Id extends string = string>(request: FastifyRequest, count: number): Id[] {
  // cast: no row has this id yet
  const first = (request.idempotency?.reservedId as Id | undefined) ?? newId<Id>()
  return Array.from({ length: count }, (_, index) => (index === 0 ? first : followingId<Id>(first, index)))
}

/**
 * Derives a UUID (version 7) that sorts `offset` places after another one of the same millisecond. The same arguments
 * always give the same UUID.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller chooses the kind of id
export function followingId<Id extends string = string>(id: string, offset: number): Id {
  const bytes = parse(id)
  // 32 bits serve as a counter (RFC 9562 section 6.2, method 1).
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = bytes.subarray(6)
  const counter = (a & 0x0f) * 2 ** 28 + b * 2 ** 20 + (c & 0x3f) * 2 ** 14 + d * 2 ** 6 + (e >> 2)
  const random = createHash('sha256').update(`${id} ${offset}`).digest()
  const msecs = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
  // cast: no other row has this id
  return uuidv7({ msecs, random: random.subarray(0, 16), seq: counter + offset }) as Id
}
