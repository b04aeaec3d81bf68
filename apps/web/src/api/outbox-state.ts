import { useSyncExternalStore } from 'react'
import { ApiError } from './client.ts'
import type { OutboxEntry } from './outbox-entries.ts'
import { outboxStore } from './outbox-store.ts'
import { queryClient } from './query-client.ts'
import { session } from './session.ts'
import { createListeners } from './listeners.ts'

interface OutboxState {
  /**
   * Entries to show on top of the server's data, in order, including those that were accepted but not fetched again
   * yet.
   */
  visible: readonly OutboxEntry[]
  /** Entries that the server does not have yet. */
  unsent: readonly OutboxEntry[]
  /** Whether the last attempt reached the server. */
  serverReached: boolean
  /** Whether the server was reached but failed. Entries then wait for the server, not for a connection. */
  serverFailed: boolean
  /** Whether the entries have been loaded from the device. */
  isLoaded: boolean
}

let state: OutboxState = { visible: [], unsent: [], serverReached: true, serverFailed: false, isLoaded: false }
let lastAttempt = { serverReached: true, serverFailed: false }
/** Entries whose result a form awaits. */
const pendingIds = new Set<string>()
/** Awaited entries that the form itself shows. */
const hiddenIds = new Set<string>()
/** Entries that the server has accepted. They stay until its data has been fetched again. */
const acknowledged = new Map<string, OutboxEntry>()
const sentByThisTab = new Set<string>()
const listeners = createListeners()
const otherTabs = new BroadcastChannel('chisholm.outbox')
/** The user of the entries in `state`. */
let shownOwner = ''

const currentOwner = () => session.read()?.uuid ?? ''

/**
 * Counts entries that another tab has sent or discarded as accepted, so that they, too, stay until the server's data has
 * been fetched again.
 * @returns whether there are any
 */
async function acknowledgeSentElsewhere(): Promise<boolean> {
  const owner = currentOwner()
  const storedIds = new Set((await outboxStore.list(owner)).map(({ id }) => id))
  if (owner !== shownOwner) return false
  const notStored = state.visible.filter(({ id }) => !acknowledged.has(id) && !storedIds.has(id))
  for (const entry of notStored) acknowledged.set(entry.id, entry)
  return notStored.length > 0
}

/** Fetches data again, and from then on does not show what had been accepted before. @returns whether that succeeded */
async function refetchAcknowledged(): Promise<boolean> {
  const refetchedIds = [...acknowledged.keys()]
  const refetched = await refetchServerData()
  if (refetched) for (const id of refetchedIds) acknowledged.delete(id)
  return refetched
}

/** Loads the entries from the device and publishes them. */
async function loadEntries(): Promise<void> {
  const owner = currentOwner()
  const stored = await outboxStore.list(owner)
  const entries = [
    ...stored,
    ...[...acknowledged.values()].filter((entry) => stored.every(({ id }) => id !== entry.id)),
  ]
  const visible = entries.filter(({ id }) => !hiddenIds.has(id)).sort((one, other) => one.at - other.at)
  const unsent = visible.filter(({ id }) => !acknowledged.has(id) && !pendingIds.has(id))
  shownOwner = owner
  setState({ visible, unsent, ...lastAttempt, isLoaded: true })
}

/**
 * Fetches post-mortems and animals again.
 * @returns whether the server was reached
 */
async function refetchServerData(): Promise<boolean> {
  void queryClient.invalidateQueries({ queryKey: ['animals'] })
  try {
    await queryClient.invalidateQueries({ queryKey: ['post-mortems'] }, { throwOnError: true })
    return true
  } catch (failure) {
    return failure instanceof ApiError && failure.status > 0
  }
}

function setState(next: OutboxState): void {
  const isEmpty = ({ visible, unsent }: OutboxState) => visible.length + unsent.length === 0
  // Without this, every screen would render again while the outbox stays empty.
  const isSame = (['serverReached', 'serverFailed', 'isLoaded'] as const).every((name) => state[name] === next[name])
  if (isEmpty(state) && isEmpty(next) && isSame) return
  state = next
  listeners.notify()
}

const notifyOtherTabs = (somethingSent: boolean) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is limited to one origin
  otherTabs.postMessage(somethingSent)
}
async function followOtherTab(somethingSent: boolean): Promise<void> {
  if ((await acknowledgeSentElsewhere()) || somethingSent) await refetchAcknowledged()
  await loadEntries()
}
otherTabs.addEventListener('message', ({ data }: MessageEvent<boolean>) => void followOtherTab(data))

export const outboxState = {
  getState: () => state,
  subscribe: listeners.subscribe,

  async reload(): Promise<void> {
    await loadEntries()
    notifyOtherTabs(false)
  },

  /** Whether a form awaits the result of an entry. */
  isAwaited: ({ id }: OutboxEntry): boolean => pendingIds.has(id),

  /** Marks an entry as accepted by the server. */
  acknowledge(entry: OutboxEntry): void {
    acknowledged.set(entry.id, entry)
    sentByThisTab.add(entry.id)
    setState({ ...state, unsent: state.unsent.filter(({ id }) => id !== entry.id) })
  },

  /**
   * Removes accepted entries after their data has been fetched again, so that nothing disappears in between.
   * @returns whether that succeeded
   */
  async reconcile(result: { reached: boolean; failed: boolean; refused: boolean }): Promise<boolean> {
    lastAttempt = { serverReached: result.reached, serverFailed: result.failed }
    const hasSent = acknowledged.size > 0
    const isCurrent = !hasSent && !(await acknowledgeSentElsewhere())
    // A refusal means that the data shown here is outdated.
    const refetched = (isCurrent && !result.refused) || (await refetchAcknowledged())
    await loadEntries()
    notifyOtherTabs(hasSent)
    return refetched
  },

  /** Fetches data again when another tab has sent the entry. */
  async confirmGone(entry: OutboxEntry): Promise<void> {
    if (!sentByThisTab.has(entry.id)) await refetchServerData()
  },

  /** Called on sign-out. */
  reset(): void {
    acknowledged.clear()
    setState({ visible: [], unsent: [], serverReached: true, serverFailed: false, isLoaded: false })
  },

  /**
   * Does not count a new entry as unsent while its form awaits the response. The entry is hidden, unless it should be
   * shown at once.
   */
  async whileAwaited<T>({ id, shown }: { id: string | null; shown: boolean }, wait: () => Promise<T>): Promise<T> {
    if (id) pendingIds.add(id)
    if (id && !shown) hiddenIds.add(id)
    await outboxState.reload()
    try {
      return await wait()
    } finally {
      if (id) pendingIds.delete(id)
      if (id) hiddenIds.delete(id)
      await outboxState.reload()
    }
  },
}

/** The outbox of the signed-in user. */
export const useOutbox = () => useSyncExternalStore(outboxState.subscribe, outboxState.getState)
