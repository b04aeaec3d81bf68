import { createECDH } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { isSilenceable } from '@chisholm/domain/notifications'
import { serverTexts } from '@chisholm/domain/server-texts'
import { keysOf } from '@chisholm/domain/typed-objects'
import type { PushSubscriptionId } from '../../database/ids.ts'
import { acquireAdvisoryLock } from '../../database/advisory-lock.ts'
import { isUniqueViolation } from '../../database/constraint-violations.ts'
import { idInUse, invalid, notFound } from '../../http/app-error.ts'
import type { WriteContext } from '../../http/context.ts'
import type { Job } from '../../jobs/jobs.ts'
import { pushesSent } from '../../process-metrics.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import { lockOwnAccount } from '../auth/index.ts'
import { isPushAddress, lookupPublic } from './push-address.ts'
import { isPushed } from './channels.ts'
import * as queries from './push.queries.ts'
import { keysWith, publicPushKey } from './vapid-keys.ts'

/** The subscription of a browser, as returned by its `toJSON()`. */
export interface BrowserSubscription {
  endpoint: string | null
  p256dh: string | null
  auth: string | null
}

/** The log of the server. */
interface PushLog {
  warn(details: object, text: string): void
}

const subject = (id: string) => ({ type: 'push-subscription', id })
/** More browsers than anybody uses; beyond this number, the oldest ones are deleted. */
const maxPerUser = 20
const lifeSeconds = 24 * 3600
const timeout = 10_000
/** Milliseconds after a timeout in which pushes to the same service fail at once instead of waiting. */
const pauseAfterTimeout = 60_000
/** The end of this pause, by host of the push service. */
const pausedUntil = new Map<string, number>()

/**
 * Subscribes a browser to the user's push notifications until its sign-in ends. Repeating it changes nothing; the
 * subscription of a browser that somebody else used passes to the user. A known browser keeps its id.
 * @throws invalid   it is no subscription, or its push service is no public https address
 * @throws conflict  the id is in use
 */
export async function addSubscription(
  ctx: WriteContext,
  id: PushSubscriptionId,
  { endpoint, p256dh, auth }: BrowserSubscription,
): Promise<{ id: PushSubscriptionId; created_at: Date }> {
  const isAllowed = endpoint !== null && isPushAddress(endpoint, ctx.settings.pushServices)
  if (!isAllowed || !isPublicKey(p256dh) || !isAuthSecret(auth))
    throw invalid({ endpoint: [serverTexts.validation.pushAddress] })
  const server_key = publicPushKey(ctx)
  await lockOwnAccount(ctx)
  const known = await queries.subscriptionByEndpoint(ctx.db, endpoint)
  const fields = { user_id: ctx.person.id, sign_in_id: ctx.person.signInId, p256dh, auth, server_key }
  if (known && keysOf(fields).every((field) => known[field] === fields[field])) return known
  // Of two concurrent requests with one id, the second would fail on the primary key before it sees the first.
  await acquireAdvisoryLock(ctx.db, `push subscription ${id}`)
  const added = await queries.upsertSubscription(ctx.db, { id, endpoint, ...fields }).catch((error: unknown) => {
    throw isUniqueViolation(error, 'push_subscriptions_pkey') ? idInUse() : error
  })
  await queries.deleteOldest(ctx.db, ctx.person.id, maxPerUser)
  await recordAudit(ctx.db, ctx, {
    action: 'push subscription added',
    subject: subject(added.id),
    after: { push_service: new URL(endpoint).host },
  })
  return added
}

function isPublicKey(text: string | null): text is string {
  if (text === null || !/^[\w-]{80,100}={0,2}$/.test(text)) return false
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  try {
    // throws unless it is a point on the curve
    curve.computeSecret(Buffer.from(text, 'base64url'))
    return true
  } catch {
    return false
  }
}
const isAuthSecret = (text: string | null): text is string =>
  text !== null && /^[\w-]{20,32}={0,2}$/.test(text) && Buffer.from(text, 'base64url').length === 16

/** @throws notFound  the user has no such subscription */
export async function removeSubscription(ctx: WriteContext, id: PushSubscriptionId): Promise<void> {
  if (!(await queries.deleteSubscription(ctx.db, id, ctx.person.id))) throw notFound()
  await recordAudit(ctx.db, ctx, { action: 'push subscription deleted', subject: subject(id), before: {} })
}

/**
 * Sends a push, which contains only the kind and the number of the ticket. A subscription that the push service no
 * longer recognises is deleted. A push that the service rejects is logged; it would reject it again.
 * @throws the push service could not be reached, is busy, or did not respond a moment ago, so that the job is retried
 */
export async function sendPush(services: Services, { data }: Job<'push.send'>, log: PushLog): Promise<void> {
  const subscription = await queries.subscriptionOfReader(services.db, data.id, data.sites)
  // the user may have signed out, or have turned off pushes of this kind, while this one waited
  if (!subscription || !isPushed(data.kind, subscription.channels?.[data.kind] ?? null)) return
  const keys = keysWith(services, subscription.server_key)
  const isAllowed = isPushAddress(subscription.endpoint, services.settings.pushServices)
  if (!keys || !isAllowed) return void (await queries.deleteSubscription(services.db, data.id))
  // The library is loaded with the first push, to save memory.
  const { default: webPush } = await import('web-push')
  const { email } = await services.provider(services.db)
  const { endpoint, p256dh, auth } = subscription
  const request = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify({ kind: data.kind, number: data.number }),
    {
      TTL: lifeSeconds,
      urgency: isSilenceable(data.kind) ? 'normal' : 'high',
      vapidDetails: { subject: email ? `mailto:${email}` : contactOf(services), ...keys },
    },
  )
  const { host } = new URL(endpoint)
  // a danger has workers of its own, which may wait
  if (data.kind !== 'danger' && (pausedUntil.get(host) ?? 0) > Date.now())
    throw new Error('The push service did not respond a moment ago.')
  const status = await post(endpoint, request, services.settings.pushServices === 'loopback').catch(
    (error: unknown) => {
      pushesSent.inc({ outcome: 'failed' })
      if (isTimeout(error)) pause(host)
      throw error
    },
  )
  const outcome = outcomeOf(status)
  pushesSent.inc({ outcome })
  if (outcome === 'unsubscribed') await queries.deleteSubscription(services.db, data.id)
  if (outcome !== 'failed') return
  if (status === 429 || status >= 500) throw new Error(`The push service answered ${status}.`)
  log.warn({ service: host, status }, 'a push was rejected')
}

function pause(host: string): void {
  const now = Date.now()
  for (const [paused, until] of pausedUntil) if (until <= now) pausedUntil.delete(paused)
  pausedUntil.set(host, now + pauseAfterTimeout)
}

/** The signal of a request only ends it for its timeout. */
const isTimeout = (error: unknown) => error instanceof Error && error.name === 'AbortError'

function outcomeOf(status: number): 'sent' | 'unsubscribed' | 'failed' {
  if (status >= 200 && status < 300) return 'sent'
  return status === 404 || status === 410 ? 'unsubscribed' : 'failed'
}

/** The contact address of the sender, which push services require. */
const contactOf = ({ settings: { publicUrl } }: Services) =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:no-reply@${new URL(publicUrl).hostname}.invalid`

/** Posts without following redirects, to public addresses only. @returns the status */
function post(
  endpoint: string,
  { headers, body }: { headers: object; body?: unknown },
  allowsLoopback: boolean,
): Promise<number> {
  const url = new URL(endpoint)
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const send = url.protocol === 'http:' ? http.request : https.request
  const request = send(
    url,
    {
      method: 'POST',
      // cast: the headers that web-push makes are texts and numbers
      headers: headers as http.OutgoingHttpHeaders,
      agent: false,
      signal: AbortSignal.timeout(timeout),
      ...(!allowsLoopback && { lookup: lookupPublic }),
    },
    (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    },
  )
  request.on('error', reject)
  // cast: web-push encrypts into a buffer
  request.end(body as Buffer)
  return promise
}
