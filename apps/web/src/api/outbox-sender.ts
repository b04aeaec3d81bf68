import { constants } from '@chisholm/domain/constants'
import type { Animal, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { texts } from '@chisholm/domain/texts'
import { problemType } from '@chisholm/domain/problem-types'
import { isRefusal, isServerFailure } from './api-error.ts'
import { type ApiError, api } from './client.ts'
import {
  type CreationEntry,
  distributeRefusal,
  includedIn,
  withCombinedRequest,
  withoutCombining,
} from './combined-request.ts'
import { type BasedEntry, conflictWith, isBased, rebase } from './concurrent-changes.ts'
import type { OutboxEntry, Refusal } from './outbox-entries.ts'
import { nextToSend } from './outbox-rules.ts'
import { runInOneTab } from './run-in-one-tab.ts'
import { outboxStore } from './outbox-store.ts'
import { outboxLock } from './web-locks.ts'
import { newId } from './new-id.ts'
import { outboxState } from './outbox-state.ts'
import { seenBefore, type SeenBeforeReport } from './seen-before.ts'
import { session } from './session.ts'

/** 'nothing' if none was ready to be sent. */
export type DependentsResult = 'sent' | 'nothing' | 'failed' | 'unreachable'

/** Data that depends on outbox entries: the photos of their animals. */
interface Dependents {
  /** Sends those that are ready. @returns 'sent' or 'nothing' if none must be sent again later, else the reason */
  send: () => Promise<DependentsResult>
  /** Whether any of a post-mortem's photos is queued. */
  isWaiting: (postMortemId: string) => Promise<boolean>
}

/** Tells the user about animals of a post-mortem that were sent after their form was left. */
type NotifySeenBefore = (reports: readonly SeenBeforeReport[]) => void

let dependents: Dependents = { send: () => Promise.resolve('nothing'), isWaiting: () => Promise.resolve(false) }
let notifySeenBefore: NotifySeenBefore = () => undefined
let queuedSend: Promise<void> | undefined
let dependentsSent: Promise<DependentsResult> = Promise.resolve('nothing')
let retryTimer: ReturnType<typeof setTimeout> | undefined
let nextRetryDelay: number = constants.outbox.firstPause

/**
 * Sends pending entries now, and again whenever the connection may be back.
 * @returns a function that stops sending
 */
export function startSending(withDependents: Dependents, notify: NotifySeenBefore = () => undefined): () => void {
  dependents = withDependents
  notifySeenBefore = notify
  const wakeEvents = [
    [globalThis, 'online'],
    [globalThis, 'focus'],
    [document, 'visibilitychange'],
  ] as const
  for (const [target, event] of wakeEvents) target.addEventListener(event, sendWithoutBackoff)
  void outboxState.reload().then(sendNow)
  return () => {
    for (const [target, event] of wakeEvents) target.removeEventListener(event, sendWithoutBackoff)
    clearTimeout(retryTimer)
    outboxState.reset()
    seenBefore.clear()
  }
}

const sendWithoutBackoff = () => {
  nextRetryDelay = constants.outbox.firstPause
  void sendNow()
}

/**
 * Sends all entries. Only one tab does so at a time. Calls that are made before this tab gets the lock share one run.
 */
export function sendNow(): Promise<void> {
  clearTimeout(retryTimer)
  queuedSend ??= runInOneTab(outboxLock, () => {
    queuedSend = undefined
    return sendAll(session.read()?.uuid ?? '')
  }).then(async ({ reached, left, held, refused }) => {
    const reconciled = await outboxState.reconcile({ reached, failed: reached && left, refused })
    // This is not awaited, because a form waits only for its own change.
    dependentsSent = reached ? dependents.send() : Promise.resolve('unreachable')
    void dependentsSent.then((result) => {
      // its photos have arrived
      if (held && result === 'sent') nextRetryDelay = constants.outbox.firstPause
      afterDependents(result, left || held || !reconciled)
    })
  })
  return queuedSend
}

/** Like `sendNow`, but waits also for photos. */
export async function sendEverything(): Promise<void> {
  await sendNow()
  await dependentsSent
}

/** Sends photos that are ready, without the entries. What is left is sent again later. */
export async function sendDependents(): Promise<void> {
  afterDependents(await dependents.send(), false)
}

function afterDependents(result: DependentsResult, isAnythingLeft: boolean): void {
  const failed = result === 'failed'
  const isToRepeat = failed || result === 'unreachable'
  if (isToRepeat) void outboxState.reconcile({ reached: failed, failed, refused: false })
  if (isToRepeat || isAnythingLeft) scheduleRetry()
}

/** Retries after pauses, each of which is longer than the one before. */
function scheduleRetry(): void {
  clearTimeout(retryTimer)
  retryTimer = setTimeout(() => void sendNow(), nextRetryDelay)
  nextRetryDelay = Math.min(nextRetryDelay * 2, constants.outbox.longestPause)
}

/**
 * The result of one run: whether the server was reached, whether entries are left to retry, whether any waits for
 * photos, and whether any was refused.
 */
interface SendResult {
  reached: boolean
  left: boolean
  held: boolean
  refused: boolean
}

async function sendAll(owner: string): Promise<SendResult> {
  const blocked = new Set<string>()
  const sentKeys = new Set<string>()
  let [left, held, refused] = [false, false, false]
  for (;;) {
    const entries = await outboxStore.list(owner)
    const entry = nextToSend(entries, blocked)
    if (!entry) return { reached: true, left, held, refused }
    if (await waitsForPhotos(entry)) {
      held = true
      blocked.add(entry.postMortemId)
      continue
    }
    // a full device may not be able to delete what was sent
    if (sentKeys.has(entry.key)) {
      left = true
      blocked.add(entry.postMortemId)
      continue
    }
    const outcome = await send(owner, entry, entries)
    if (outcome === 'unreachable') return { reached: false, left: true, held, refused }
    if (outcome === 'sent') {
      sentKeys.add(entry.key)
      nextRetryDelay = constants.outbox.firstPause
    }
    if (outcome === 'refused') refused = true
    if (outcome === 'failed') {
      left = true
      blocked.add(entry.postMortemId)
    }
  }
}

/** If the practice demands photos, a post-mortem is sent to the veterinarians after its photos. */
const waitsForPhotos = async (entry: OutboxEntry): Promise<boolean> =>
  entry.kind === 'send post-mortem' && entry.afterPhotos === true && dependents.isWaiting(entry.postMortemId)

const send = (owner: string, entry: OutboxEntry, entries: readonly OutboxEntry[]): Promise<SendOutcome> =>
  mayCombine(entry)
    ? sendCombined(owner, entry, entries)
    : isBased(entry)
      ? sendBased(owner, entry)
      : sendEntry(owner, entry)

type SendOutcome = 'sent' | 'refused' | 'failed' | 'unreachable'

async function sendEntry(owner: string, entry: OutboxEntry): Promise<SendOutcome> {
  const { response, outcome, refusal } = await attemptEntry(entry, owner)
  if (refusal && !isAlreadyApplied(entry, refusal)) return refuse(owner, entry, toRefusal(refusal))
  if (!refusal && outcome !== 'sent') return outcome
  return acknowledge(owner, [entry], response)
}

/**
 * Something new may have been continued after it was stored or sent, or be there from an earlier request with other parts:
 * the server then gets its input by now.
 */
async function attemptEntry(entry: OutboxEntry, owner: string): Promise<Attempt> {
  const creation = await attempt(entry, owner)
  const created = createdBy(entry)
  if (!created || !isIdInUse(creation.refusal)) return creation
  const [id, body] = created
  return attempt({ method: 'PUT', path: `${entry.path}/${id}`, body, key: newId() }, owner)
}

const isIdInUse = (refusal: ApiError | undefined) => refusal?.type === problemType('id-in-use')

/** The id of what the entry creates, and the fields that can be changed; null if there is no such thing. */
function createdBy(entry: OutboxEntry): [id: string, fields: object] | null {
  if (entry.kind === 'create post-mortem') {
    const { id, ...details } = entry.body
    return [id, details]
  }
  if (entry.kind === 'add animal') {
    const { id, veterinary_record_id: _, ...fields } = entry.body
    return [id, fields]
  }
  if (entry.kind !== 'add sample') return null
  const { id, taken_at: _, ...fields } = entry.body
  return [id, fields]
}

/** Sends a change, unless somebody else has changed the same fields in the meantime. */
async function sendBased(owner: string, stored: BasedEntry): Promise<SendOutcome> {
  const path = stored.path.replace(/\/examination$/, '')
  const { response, outcome, refusal } = await attempt({ method: 'GET', path }, owner)
  if (!response) return refusal ? refuse(owner, stored, toRefusal(refusal)) : outcome
  // cast: the path is that of an animal or a post-mortem
  const { data } = response.body as { data: Animal | PostMortem }
  const entry = rebase(stored, data)
  const conflict = conflictWith(entry, data)
  if (conflict) return refuse(owner, entry, { status: 412, message: texts.refusal.stale, errors: {}, conflict })
  // The entry is stored first, so that the same request is repeated after a failure.
  if (entry.key !== stored.key) await outboxStore.update(owner, entry)
  const change = await attempt({ ...entry, ifMatch: response.etag }, owner)
  // Somebody changed it between the two requests. It is compared again later, under a new key.
  if (change.refusal?.status === 412) {
    await outboxStore.update(owner, { ...entry, key: newId() })
    return 'failed'
  }
  if (change.refusal) return refuse(owner, entry, toRefusal(change.refusal))
  return change.outcome === 'sent' ? acknowledge(owner, [entry], change.response) : change.outcome
}

async function refuse(owner: string, entry: OutboxEntry, refusal: Refusal): Promise<'refused'> {
  await outboxStore.update(owner, { ...entry, key: newId(), refusal })
  return 'refused'
}

const mayCombine = (entry: OutboxEntry): entry is CreationEntry =>
  entry.kind === 'create post-mortem' && entry.mayCombine === true

/** Sends a new post-mortem with the entries queued behind it, in one request. */
async function sendCombined(
  owner: string,
  creation: CreationEntry,
  entries: readonly OutboxEntry[],
): Promise<SendOutcome> {
  const next = withCombinedRequest(creation, entries)
  // An earlier request got no response, and this one differs from it.
  if (creation.combined && next.key !== creation.key) {
    const { response, outcome, refusal } = await attempt(
      { method: 'GET', path: `/post-mortems/${creation.postMortemId}` },
      owner,
    )
    if (response) return repeatOrSendParts(owner, creation, entries)
    if (refusal?.status !== 404) return outcome === 'unreachable' ? outcome : 'failed'
  }
  // The entry is stored first, so that the same request is repeated after a failure.
  await outboxStore.update(owner, next)
  const { response, outcome, refusal } = await attempt({ ...next, body: next.combined.body }, owner)
  if (isIdInUse(refusal)) {
    const alone = withoutCombining(next)
    await outboxStore.update(owner, alone)
    return sendEntry(owner, alone)
  }
  if (refusal)
    for (const entry of distributeRefusal(next, entries, toRefusal(refusal))) await outboxStore.update(owner, entry)
  return outcome === 'sent' ? acknowledge(owner, includedIn(next, entries), response) : outcome
}

/**
 * Confirms that a post-mortem is on the server from the request that got no response, by repeating it. It may also be there
 * from an even earlier request, with other details or fewer animals: then its parts are sent one by one.
 */
async function repeatOrSendParts(
  owner: string,
  creation: CreationEntry,
  entries: readonly OutboxEntry[],
): Promise<SendOutcome> {
  const { response, outcome, refusal } = await attempt({ ...creation, body: creation.combined?.body }, owner)
  if (outcome === 'sent') return acknowledge(owner, includedIn(creation, entries), response)
  if (!refusal) return outcome
  const alone = withoutCombining(creation)
  await outboxStore.update(owner, alone)
  return sendEntry(owner, alone)
}

interface Attempt {
  outcome: SendOutcome
  response?: { body: unknown; etag: string | null }
  refusal?: ApiError
}

async function attempt(request: Parameters<typeof api.send>[0], owner: string): Promise<Attempt> {
  try {
    return { outcome: 'sent', response: await api.send(request, owner) }
  } catch (failure) {
    if (isRefusal(failure)) return { outcome: 'refused', refusal: failure }
    // A server error, or a first attempt that is still running, affects only this post-mortem.
    return { outcome: isServerFailure(failure) ? 'failed' : 'unreachable' }
  }
}

const toRefusal = ({ status, message, errors, type }: ApiError): Refusal => ({ status, message, errors, type })

async function acknowledge(owner: string, entries: OutboxEntry[], response?: Attempt['response']): Promise<'sent'> {
  // otherwise, the screens are those of whoever has signed in meanwhile
  const isSameUser = () => session.read()?.uuid === owner
  const reports = isSameUser() ? seenBefore.readResponse(entries, response?.body) : []
  if (reports.length > 0 && !entries.some(outboxState.isAwaited)) notifySeenBefore(reports)
  await outboxStore.remove(owner, entries)
  if (isSameUser()) for (const entry of entries) outboxState.acknowledge(entry)
  return 'sent'
}

/** An earlier attempt succeeded, but its response was lost. */
const isAlreadyApplied = ({ kind, method }: OutboxEntry, { status, type }: ApiError) =>
  (method === 'DELETE' && status === 404) ||
  (kind === 'send post-mortem' && type === problemType('already-sent')) ||
  (kind === 'complete post-mortem' && type === problemType('already-completed'))
