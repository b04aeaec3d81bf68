import { del, keys, promisifyRequest } from 'idb-keyval'
import { newId } from './new-id.ts'
import { openStore } from './open-store.ts'
import type { OutboxChange } from './outbox-changes.ts'
import type { OutboxEntry } from './outbox-entries.ts'
import { serverTime } from './server-clock.ts'
import { unstored, withFreeSpace } from './with-free-space.ts'

const store = openStore('chisholm-outbox', 'entries')
const keyOf = (owner: string, id: string) => `${owner}/${id}`
const keyRangeOf = (owner: string) => IDBKeyRange.bound(keyOf(owner, ''), keyOf(owner, '\uffff'))
const compareOrder = (one: OutboxEntry, other: OutboxEntry) => one.at - other.at

/** Earlier versions of the app called a post-mortem a ticket. */
type StoredEntry = OutboxEntry | { ticketId: string; kind: string }

function fromStored(entry: StoredEntry): OutboxEntry {
  if (!('ticketId' in entry)) return entry
  const { ticketId: postMortemId, kind, ...rest } = entry
  // cast: earlier versions stored the same fields otherwise
  return { ...rest, postMortemId, kind: kind.replace(/ ticket$/, ' post-mortem') } as OutboxEntry
}

/** Used on devices without storage or space. It lasts as long as the page. */
const memoryFallback = new Map<string, OutboxEntry>()
const listInMemory = (owner: string) => [...memoryFallback].filter(([key]) => key.startsWith(keyOf(owner, '')))

/**
 * Writes in one transaction, together with the entries for which there was no space before: another tab must not send
 * an entry without those that it builds on.
 */
const write = <T>(owner: string, key: string, operation: (table: IDBObjectStore) => Promise<T>): Promise<T> =>
  withFreeSpace(key, async () => {
    const unstoredBefore = listInMemory(owner)
    const result = await store('readwrite', async (table) => {
      for (const [unstoredKey, entry] of unstoredBefore) table.put(entry, unstoredKey)
      const written = await operation(table)
      await promisifyRequest(table.transaction)
      return written
    })
    for (const [unstoredKey, entry] of unstoredBefore) {
      // changed since
      if (memoryFallback.get(unstoredKey) !== entry) continue
      memoryFallback.delete(unstoredKey)
      unstored.forget(unstoredKey)
    }
    return result
  })

/** Outbox entries in IndexedDB, per user. They survive reloads, browser restarts and an expired sign-in. */
export const outboxStore = {
  /** The entries in the order in which they are sent. */
  async list(owner: string): Promise<OutboxEntry[]> {
    const stored = await store('readonly', (table) =>
      promisifyRequest<StoredEntry[]>(table.getAll(keyRangeOf(owner))),
    ).catch((): StoredEntry[] => [])
    const inMemory = listInMemory(owner).map(([, entry]) => entry)
    const older = stored.map(fromStored).filter(({ id }) => !memoryFallback.has(keyOf(owner, id)))
    return [...older, ...inMemory].sort(compareOrder)
  },

  /** The number of entries of all users of this device. */
  countAll: (): Promise<number> =>
    keys(store).then(
      ({ length }) => length,
      () => 0,
    ),

  /** Reads the last sort key and writes in one transaction, because several tabs may append at once. */
  async append(owner: string, change: OutboxChange, names: Record<string, string>): Promise<OutboxEntry> {
    const id = newId()
    const entryAt = (at: number): OutboxEntry => ({ ...change, id, at, key: newId(), names, refusal: null })
    const timestampAfter = (entries: OutboxEntry[]) => Math.max(serverTime(), ...entries.map(({ at }) => at + 1))
    try {
      return await write(owner, keyOf(owner, id), async (table) => {
        const entry = entryAt(timestampAfter(await promisifyRequest<OutboxEntry[]>(table.getAll(keyRangeOf(owner)))))
        table.put(entry, keyOf(owner, id))
        return entry
      })
    } catch {
      const entry = entryAt(timestampAfter(await outboxStore.list(owner)))
      memoryFallback.set(keyOf(owner, id), entry)
      return entry
    }
  },

  /** Does nothing if the entry has been removed meanwhile. */
  async update(owner: string, entry: OutboxEntry): Promise<void> {
    const key = keyOf(owner, entry.id)
    if (memoryFallback.has(key)) memoryFallback.set(key, entry)
    await write(owner, key, async (table) => {
      if ((await promisifyRequest(table.getKey(key))) !== undefined) table.put(entry, key)
    }).catch(() => memoryFallback.set(key, entry))
  },

  async remove(owner: string, entries: readonly OutboxEntry[]): Promise<void> {
    for (const { id } of entries) {
      memoryFallback.delete(keyOf(owner, id))
      unstored.forget(keyOf(owner, id))
      await del(keyOf(owner, id), store).catch(() => undefined)
    }
  },
}
