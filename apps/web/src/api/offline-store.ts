import { clear, del, entries, get, set, update } from 'idb-keyval'
import { isOutOfSpace, openStore } from './open-store.ts'
import { serverTime } from './server-clock.ts'
import { session } from './session.ts'

/** A server response stored on this device. */
export interface OfflineCopy<T = unknown> {
  data: T
  /** Time of the server's response, in milliseconds since 1970. */
  at: number
  /** Whether this is only a part of the server's result. */
  isPartial?: boolean
  /** Whether it was only downloaded in the background, and never opened. */
  isDownloaded?: true
}

/** Copies that nobody has opened for longer are deleted. */
const maxAge = 30 * 24 * 3_600_000
/** Maximum number of copies per user. Beyond it, the oldest are deleted. */
const maxCopies = 2000

const store = openStore('chisholm-offline', 'responses')
const keyOf = (owner: string, name: string) => `${owner}/${name}`

/** Any other failure may be over by the next write, and says nothing about the other copies. */
const clearIfFull = async (failure: unknown) => {
  if (isOutOfSpace(failure)) await offlineStore.clear()
}

/**
 * Responses of the API in IndexedDB, per user, for reading without a connection. If the storage fails, a copy counts as
 * missing.
 */
export const offlineStore = {
  read: <T>(owner: string, name: string): Promise<OfflineCopy<T> | undefined> =>
    get<OfflineCopy<T>>(keyOf(owner, name), store).catch(() => undefined),

  /** The copies whose names begin with `prefix`. */
  async list<T>(owner: string, prefix: string): Promise<[name: string, copy: OfflineCopy<T>][]> {
    const all = await entries<string, OfflineCopy<T>>(store).catch((): [string, OfflineCopy<T>][] => [])
    const start = keyOf(owner, prefix)
    return all.flatMap(([key, copy]) => (key.startsWith(start) ? [[key.slice(keyOf(owner, '').length), copy]] : []))
  },

  /**
   * Does nothing after the owner has signed out: responses may arrive later. If the device is full, all copies are
   * deleted, so that there is space for drafts and unsent changes.
   */
  async write(owner: string, name: string, data: unknown): Promise<void> {
    if (session.read()?.uuid !== owner) return
    await set(keyOf(owner, name), { data, at: serverTime() } satisfies OfflineCopy, store).catch(clearIfFull)
  },

  /**
   * Like `write`, for what was downloaded in the background. A newer copy stays: it is of a screen, which may have been
   * fetched again after a change.
   * @param at  when the download began
   */
  async writeDownloaded(owner: string, name: string, data: unknown, at: number): Promise<void> {
    if (session.read()?.uuid !== owner) return
    const merge = (stored: OfflineCopy | undefined): OfflineCopy => {
      if (!stored) return { data, at, isDownloaded: true }
      return stored.at > at ? stored : { ...stored, data, at }
    }
    await update(keyOf(owner, name), merge, store).catch(clearIfFull)
  },

  remove: (owner: string, name: string): Promise<void> => del(keyOf(owner, name), store).catch(() => undefined),

  /** Deletes copies that are too old or too many. */
  async prune(owner: string, now = serverTime()): Promise<void> {
    const newestFirst = (await offlineStore.list(owner, '')).sort(([, one], [, other]) => other.at - one.at)
    const outdated = newestFirst.filter(([, { at }], index) => index >= maxCopies || now - at > maxAge)
    for (const [name] of outdated) await offlineStore.remove(owner, name)
  },

  clear: (): Promise<void> => clear(store).catch(() => undefined),
}
