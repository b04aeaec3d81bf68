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
 * Sends what waits from now on: at once, and whenever there is new hope.
 * @param afterwards  sends what waits elsewhere for these changes, and says whether it must be tried again
 * @returns what ends it
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

/** Sends all that can go, one tab at a time. Who asks before the tab has its turn shares that turn. */
export function sendNow(): Promise<void> {
  clearTimeout(timer)
  queued ??= navigator.locks
    .request('chisholm.outbox', () => {
      queued = undefined
      return sendAll(session.read()?.uuid ?? '')
    })
    .then(async ({ reached, left, refused }) => {
      const settled = await outboxState.settle({ reached, failed: reached && left, refused })
      // a form waits for its own change and for nothing that follows
      void (reached ? follow() : Promise.resolve(true)).then((more) => {
        if (more) void outboxState.settle({ reached: false, failed: false, refused: false })
        if (left || more || !settled) sendLater()
      })
    })
  return queued
}

/** Tries again after a pause that grows as long as it is in vain. */
function sendLater(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void sendNow(), nextPause)
  nextPause = Math.min(nextPause * 2, constants.outbox.longestPause)
}

/** What became of all that waited: whether the server was reached, whether another try may help, what it refused. */
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
    // trouble inside the server, or a first try still at work there: of this ticket alone
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

/** Says whether a refusal only tells that an earlier try, whose answer was lost, did the work. */
const isThereAlready = ({ kind, method }: Entry, { status, type }: ApiFailure) =>
  (method === 'DELETE' && status === 404) || (kind === 'send ticket' && type === problemType('already-sent'))
