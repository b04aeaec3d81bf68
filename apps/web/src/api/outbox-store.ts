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

/** Outbox entries in IndexedDB, per user. They survive reloads, browser restarts and an expired sign-in. */
export const outboxStore = {
  /** The entries in the order in which they are sent. */
  async list(owner: string): Promise<OutboxEntry[]> {
    const stored = await store('readonly', (table) =>
      promisifyRequest<StoredEntry[]>(table.getAll(keyRangeOf(owner))),
    ).catch((): StoredEntry[] => [])
    const inMemory = [...memoryFallback].filter(([key]) => key.startsWith(keyOf(owner, ''))).map(([, entry]) => entry)
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
      return await withFreeSpace(keyOf(owner, id), () =>
        store('readwrite', async (table) => {
          const entry = entryAt(timestampAfter(await promisifyRequest<OutboxEntry[]>(table.getAll(keyRangeOf(owner)))))
          table.put(entry, keyOf(owner, id))
          await promisifyRequest(table.transaction)
          return entry
        }),
      )
    } catch {
      const entry = entryAt(timestampAfter(await outboxStore.list(owner)))
      memoryFallback.set(keyOf(owner, id), entry)
      return entry
    }
  },

  /** Does nothing if the entry has been removed meanwhile. */
  async update(owner: string, entry: OutboxEntry): Promise<void> {
    const key = keyOf(owner, entry.id)
    if (memoryFallback.has(key)) return void memoryFallback.set(key, entry)
    await withFreeSpace(key, () =>
      store('readwrite', async (table) => {
        if ((await promisifyRequest(table.getKey(key))) !== undefined) table.put(entry, key)
        await promisifyRequest(table.transaction)
      }),
    ).catch(() => memoryFallback.set(key, entry))
  },

  async remove(owner: string, entries: readonly OutboxEntry[]): Promise<void> {
    for (const { id } of entries) {
      memoryFallback.delete(keyOf(owner, id))
      unstored.forget(keyOf(owner, id))
      await del(keyOf(owner, id), store).catch(() => undefined)
    }
  },
}
