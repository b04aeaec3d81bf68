import { useSyncExternalStore } from 'react'
import { ApiFailure } from './client.ts'
import type { Entry } from './entries.ts'
import { keptEntries } from './kept-entries.ts'
import { queryClient } from './query-client.ts'
import { session } from './session.ts'

interface OutboxState {
  /** What screens show over what the server told, in its order; also what the server has and did not tell yet. */
  shown: readonly Entry[]
  /** What the server does not have yet. */
  waiting: readonly Entry[]
  /** Whether the last try reached the server. */
  reached: boolean
  /** Whether it was reached and failed: what waits then does not wait for a connection. */
  failed: boolean
  /** Whether the device has been asked what it keeps. */
  isRead: boolean
}

let state: OutboxState = { shown: [], waiting: [], reached: true, failed: false, isRead: false }
let last = { reached: true, failed: false }
/** Entries of a form that still waits for its answer: the form shows them itself. */
const awaited = new Set<string>()
/** Entries the server took, until what it tells holds them. */
const taken = new Map<string, Entry>()
const sentHere = new Set<string>()
const listeners = new Set<() => void>()
const otherTabs = new BroadcastChannel('chisholm.outbox')

/** Reads anew what lies on the device, and draws it. */
async function look(): Promise<void> {
  const kept = await keptEntries.of(session.read()?.uuid ?? '')
  const entries = [...kept, ...[...taken.values()].filter((entry) => kept.every(({ id }) => id !== entry.id))]
  const shown = entries.filter(({ id }) => !awaited.has(id)).sort((one, other) => one.at - other.at)
  draw({ shown, waiting: shown.filter(({ id }) => !taken.has(id)), ...last, isRead: true })
}

/** Reads from the server what changed there. @returns whether it could be reached */
async function readAnew(): Promise<boolean> {
  void queryClient.invalidateQueries({ queryKey: ['animals'] })
  try {
    await queryClient.invalidateQueries({ queryKey: ['post-mortems'] }, { throwOnError: true })
    return true
  } catch (failure) {
    return failure instanceof ApiFailure && failure.status > 0
  }
}

function draw(next: OutboxState): void {
  const isEmpty = ({ shown, waiting }: OutboxState) => shown.length + waiting.length === 0
  // mostly nothing waits: screens are not drawn anew for it
  const isSame = (['reached', 'failed', 'isRead'] as const).every((name) => state[name] === next[name])
  if (isEmpty(state) && isEmpty(next) && isSame) return
  state = next
  for (const listener of listeners) listener()
}

const tellOtherTabs = (somethingSent: boolean) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin anyway
  otherTabs.postMessage(somethingSent)
}
otherTabs.addEventListener('message', ({ data: somethingSent }) => {
  void (somethingSent ? readAnew() : Promise.resolve()).then(look)
})

/** What the outbox shows of itself. */
export const outboxState = {
  now: () => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  async look(): Promise<void> {
    await look()
    tellOtherTabs(false)
  },

  /** The server took an entry. */
  sent(entry: Entry): void {
    taken.set(entry.id, entry)
    sentHere.add(entry.id)
    draw({ ...state, waiting: state.waiting.filter(({ id }) => id !== entry.id) })
  },

  /**
   * Lets go of what the server took once it is read from there, so that nothing is out of sight in between.
   * @returns whether that went well
   */
  async settle(round: { reached: boolean; failed: boolean; refused: boolean }): Promise<boolean> {
    last = { reached: round.reached, failed: round.failed }
    const done = [...taken.keys()]
    // what was refused met another state than the one shown here
    const read = (done.length === 0 && !round.refused) || (await readAnew())
    if (read) for (const id of done) taken.delete(id)
    await look()
    tellOtherTabs(done.length > 0)
    return read
  },

  /** Another tab may have sent an entry: this one reads it then. */
  async gone(entry: Entry): Promise<void> {
    if (!sentHere.has(entry.id)) await readAnew()
  },

  /** Shows nothing of who is signed in no longer. */
  forget(): void {
    taken.clear()
    draw({ shown: [], waiting: [], reached: true, failed: false, isRead: false })
  },

  /** Hides a new entry while its form waits for the answer. */
  async whileAwaited<T>(id: string | null, wait: () => Promise<T>): Promise<T> {
    if (id) awaited.add(id)
    await outboxState.look()
    try {
      return await wait()
    } finally {
      if (id) awaited.delete(id)
      await outboxState.look()
    }
  },
}

/** What waits in the outbox of the person signed in; the component is drawn anew when that changes. */
export const useOutbox = () => useSyncExternalStore(outboxState.subscribe, outboxState.now)
