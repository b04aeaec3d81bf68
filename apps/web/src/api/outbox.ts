import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { ApiFailure, api, isRefusal } from './client.ts'
import {
  type Change,
  creates,
  type Deletion,
  type Entry,
  mend,
  needlessBefore,
  nextToSend,
  type Refusal,
  withDependents,
  writes,
} from './entries.ts'
import { keptEntries } from './kept-entries.ts'
import { newId } from './new-id.ts'
import { outboxState } from './outbox-state.ts'
import { session } from './session.ts'

/**
 * The way of every change of a ticket to the server (docs/decisions/0005-outbox.md): it is written to the device
 * first and sent from there, one after the other, until the server has it or refuses it.
 */
export const outbox = {
  /**
   * Keeps a change, sends it, and waits a little for the answer. A change of what was refused corrects that.
   * @returns  whether the server has it, or it waits on this device
   * @throws ApiFailure  the server refused it; a new change is taken back then, for its form still has what was typed
   */
  async submit(change: Change, names: Record<string, string> = {}): Promise<'sent' | 'waiting'> {
    const owner = ownerNow()
    const { mended, needless } = mend(await keptEntries.of(owner), { change, names, key: newId() })
    if (mended) await keptEntries.change(owner, mended)
    const entry = mended ?? (await keptEntries.append(owner, change, names))
    await keptEntries.drop(owner, needless)
    return outboxState.whileAwaited(mended ? null : entry.id, async () => {
      await Promise.race([sendNow(), pause(constants.outbox.patience)])
      const left = (await keptEntries.of(owner)).find(({ id }) => id === entry.id)
      if (!left) {
        await outboxState.gone(entry)
        return 'sent'
      }
      if (!left.refusal) return 'waiting'
      if (!mended) await keptEntries.drop(owner, [entry])
      throw new ApiFailure(left.refusal.status, left.refusal.message, left.refusal.errors)
    })
  },

  /** Tries at once to send all that waits. */
  sendNow,

  /** Gives a refused entry another try: in its place, or, when it only does something with the ticket, at the end. */
  async retry(entry: Entry): Promise<void> {
    const owner = ownerNow()
    if (writes(entry)) await keptEntries.change(owner, { ...entry, refusal: null })
    else {
      await keptEntries.append(owner, entry, entry.names)
      await keptEntries.drop(owner, [entry])
    }
    await outboxState.look()
    await sendNow()
  },

  /** Deletes a ticket or an animal, whether the server has it or not. Gives and throws as `submit`. */
  async remove(deletion: Deletion): Promise<'sent' | 'waiting'> {
    const owner = ownerNow()
    const needless = needlessBefore(await keptEntries.of(owner), deletion)
    await keptEntries.drop(owner, needless)
    if (!needless.some((entry) => creates(entry, deletion))) return outbox.submit(deletion)
    await outboxState.look()
    void sendNow()
    return 'sent'
  },

  /** Gives up an entry, and those that make no sense without it. */
  async discard(entry: Entry): Promise<void> {
    const owner = ownerNow()
    await keptEntries.drop(owner, withDependents(await keptEntries.of(owner), entry))
    await outboxState.look()
    await sendNow()
  },

  /** Forgets all that a person has not sent: part of signing out. */
  async clear(owner: string): Promise<void> {
    await keptEntries.drop(owner, await keptEntries.of(owner))
    await outboxState.look()
  },

  /**
   * Sends what waits from now on: at once, and whenever there is new hope.
   * @param afterwards  sends what waits elsewhere for these changes, and says whether it must be tried again
   * @returns what ends it
   */
  start(afterwards: () => Promise<boolean>): () => void {
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
  },
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
const ownerNow = () => session.read()?.uuid ?? ''

let follow = () => Promise.resolve(false)
let queued: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let nextPause: number = constants.outbox.firstPause

const sendWithHope = () => {
  nextPause = constants.outbox.firstPause
  void sendNow()
}

/** Sends all that can go, one tab at a time. Who asks before the tab has its turn shares that turn. */
function sendNow(): Promise<void> {
  clearTimeout(timer)
  queued ??= navigator.locks
    .request('chisholm.outbox', () => {
      queued = undefined
      return sendAll(ownerNow())
    })
    .then(async ({ reached, left }) => {
      const settled = await outboxState.settle(!left)
      // a form waits for its own change and for nothing that follows
      void (reached ? follow() : Promise.resolve(true)).then((more) => {
        if (more) void outboxState.settle(false)
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

/** @returns whether the server was reached, and whether something is left that another try may bring there */
async function sendAll(owner: string): Promise<{ reached: boolean; left: boolean }> {
  const held = new Set<string>()
  for (;;) {
    const entry = nextToSend(await keptEntries.of(owner), held)
    if (!entry) return { reached: true, left: held.size > 0 }
    const verdict = await send(owner, entry)
    if (verdict === 'unreachable') return { reached: false, left: true }
    if (verdict === 'sent') nextPause = constants.outbox.firstPause
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
        refusal: { status, message, errors } satisfies Refusal,
      })
      return 'refused'
    }
  }
  await keptEntries.drop(owner, [entry])
  outboxState.sent(entry)
  return 'sent'
}

/** Says whether a refusal only tells that an earlier try, whose answer was lost, did the work. */
const isThereAlready = ({ kind, method }: Entry, { status, message }: ApiFailure) =>
  (method === 'DELETE' && status === 404) || (kind === 'send ticket' && message === texts.refusal.alreadySent)
