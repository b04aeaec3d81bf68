import { useSyncExternalStore } from 'react'
import { ApiFailure } from './client.ts'
import type { Entry } from './entries.ts'
import { keptEntries } from './kept-entries.ts'
import { queryClient } from './query-client.ts'
import { session } from './session.ts'

interface OutboxState {
  /** Entries to show on top of the server's data, in order; includes acknowledged ones not refetched yet. */
  shown: readonly Entry[]
  /** Entries the server does not have yet. */
  waiting: readonly Entry[]
  /** Whether the last attempt reached the server. */
  reached: boolean
  /** Whether it was reached but failed: entries then wait for the server, not for a connection. */
  failed: boolean
  /** Whether the device's entries have been loaded. */
  isRead: boolean
}

let state: OutboxState = { shown: [], waiting: [], reached: true, failed: false, isRead: false }
let last = { reached: true, failed: false }
/** Entries whose form still awaits the result and shows them itself. */
const awaited = new Set<string>()
/** Entries accepted by the server, kept until its data has been refetched. */
const taken = new Map<string, Entry>()
const sentHere = new Set<string>()
const listeners = new Set<() => void>()
const otherTabs = new BroadcastChannel('chisholm.outbox')

/** Loads the entries from the device and publishes them. */
async function look(): Promise<void> {
  const kept = await keptEntries.of(session.read()?.uuid ?? '')
  const entries = [...kept, ...[...taken.values()].filter((entry) => kept.every(({ id }) => id !== entry.id))]
  const shown = entries.filter(({ id }) => !awaited.has(id)).sort((one, other) => one.at - other.at)
  draw({ shown, waiting: shown.filter(({ id }) => !taken.has(id)), ...last, isRead: true })
}

/** Refetches post-mortems and animals. @returns whether the server was reached */
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
  // avoids rendering every screen while the outbox stays empty
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

/** Observable state of the outbox. */
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

  /** Marks an entry as accepted by the server. */
  sent(entry: Entry): void {
    taken.set(entry.id, entry)
    sentHere.add(entry.id)
    draw({ ...state, waiting: state.waiting.filter(({ id }) => id !== entry.id) })
  },

  /**
   * Drops accepted entries once their data has been refetched, so that nothing disappears in between.
   * @returns whether that succeeded
   */
  async settle(round: { reached: boolean; failed: boolean; refused: boolean }): Promise<boolean> {
    last = { reached: round.reached, failed: round.failed }
    const done = [...taken.keys()]
    // a refusal means that the data shown here is outdated
    const read = (done.length === 0 && !round.refused) || (await readAnew())
    if (read) for (const id of done) taken.delete(id)
    await look()
    tellOtherTabs(done.length > 0)
    return read
  },

  /** Refetches when another tab has sent the entry. */
  async gone(entry: Entry): Promise<void> {
    if (!sentHere.has(entry.id)) await readAnew()
  },

  /** Called on sign-out. */
  forget(): void {
    taken.clear()
    draw({ shown: [], waiting: [], reached: true, failed: false, isRead: false })
  },

  /** Hides a new entry while its form waits for the response. */
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

/** The outbox of the signed-in user. */
export const useOutbox = () => useSyncExternalStore(outboxState.subscribe, outboxState.now)
