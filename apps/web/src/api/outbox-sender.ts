import { constants } from '@chisholm/domain/constants'
import { problemType } from '@chisholm/domain/problem-types'
import { ApiFailure, api, isRefusal } from './client.ts'
import { type Entry, nextToSend } from './entries.ts'
import { keptEntries } from './kept-entries.ts'
import { newId } from './new-id.ts'
import { outboxState } from './outbox-state.ts'
import { session } from './session.ts'

let follow = () => Promise.resolve(false)
let queued: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let nextPause: number = constants.outbox.firstPause

/**
 * Sends pending entries now and whenever the connection may be back.
 * @param sendDependents  sends what depends on these entries (photos); resolves to true when it must be retried
 * @returns stops sending
 */
export function startSending(afterwards: () => Promise<boolean>): () => void {
  follow = afterwards
  const hopes = [
    [globalThis, 'online'],
    [globalThis, 'focus'],
    [document, 'visibilitychange'],
  ] as const
  for (const [target, event] of hopes) target.addEventListener(event, sendWithHope)
  void outboxState.look().then(sendNow)
  return () => {
    for (const [target, event] of hopes) target.removeEventListener(event, sendWithHope)
    clearTimeout(timer)
    outboxState.forget()
  }
}

const sendWithHope = () => {
  nextPause = constants.outbox.firstPause
  void sendNow()
}

/** Sends all entries, in one tab at a time. Calls made before this tab gets the lock share one run. */
export function sendNow(): Promise<void> {
  clearTimeout(timer)
  queued ??= navigator.locks
    .request('chisholm.outbox', () => {
      queued = undefined
      return sendAll(session.read()?.uuid ?? '')
    })
    .then(async ({ reached, left, refused }) => {
      const settled = await outboxState.settle({ reached, failed: reached && left, refused })
      // not awaited: a form waits for its own change only
      void (reached ? follow() : Promise.resolve(true)).then((more) => {
        if (more) void outboxState.settle({ reached: false, failed: false, refused: false })
        if (left || more || !settled) sendLater()
      })
    })
  return queued
}

/** Retries with exponential backoff. */
function sendLater(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void sendNow(), nextPause)
  nextPause = Math.min(nextPause * 2, constants.outbox.longestPause)
}

/** Result of one run: was the server reached, are entries left to retry, was any refused. */
interface Round {
  reached: boolean
  left: boolean
  refused: boolean
}

async function sendAll(owner: string): Promise<Round> {
  const held = new Set<string>()
  let refused = false
  for (;;) {
    const entry = nextToSend(await keptEntries.of(owner), held)
    if (!entry) return { reached: true, left: held.size > 0, refused }
    const verdict = await send(owner, entry)
    if (verdict === 'unreachable') return { reached: false, left: true, refused }
    if (verdict === 'sent') nextPause = constants.outbox.firstPause
    if (verdict === 'refused') refused = true
    if (verdict === 'failed') held.add(entry.ticketId)
  }
}

async function send(owner: string, entry: Entry): Promise<'sent' | 'refused' | 'failed' | 'unreachable'> {
  try {
    await api.send(entry, owner)
  } catch (failure) {
    // 409 and above: a server error, or the first attempt is still running; affects this post-mortem only
    if (!isRefusal(failure)) return failure instanceof ApiFailure && failure.status >= 409 ? 'failed' : 'unreachable'
    if (!isThereAlready(entry, failure)) {
      const { status, message, errors } = failure
      await keptEntries.change(owner, {
        ...entry,
        key: newId(),
        refusal: { status, message, errors },
      })
      return 'refused'
    }
  }
  await keptEntries.drop(owner, [entry])
  outboxState.sent(entry)
  return 'sent'
}

/** An earlier attempt succeeded, but its response was lost. */
const isThereAlready = ({ kind, method }: Entry, { status, type }: ApiFailure) =>
  (method === 'DELETE' && status === 404) || (kind === 'send ticket' && type === problemType('already-sent'))
