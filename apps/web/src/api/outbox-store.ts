import { createStore, del, promisifyRequest } from 'idb-keyval'
import { newId } from './new-id.ts'
import type { OutboxChange, OutboxEntry } from './outbox-entries.ts'

const store = createStore('chisholm-outbox', 'entries')
const keyOf = (owner: string, id: string) => `${owner}/${id}`
const keyRangeOf = (owner: string) => IDBKeyRange.bound(keyOf(owner, ''), keyOf(owner, '\uffff'))
const compareOrder = (one: OutboxEntry, other: OutboxEntry) => one.at - other.at

/** Fallback for devices without storage or space; lives as long as the page. */
const memoryFallback = new Map<string, OutboxEntry>()

/** Outbox entries in IndexedDB, per user. They survive reloads, browser restarts and an expired sign-in. */
export const outboxStore = {
  /** Sorted. */
  async list(owner: string): Promise<OutboxEntry[]> {
    const stored = await store('readonly', (table) =>
      promisifyRequest<OutboxEntry[]>(table.getAll(keyRangeOf(owner))),
    ).catch((): OutboxEntry[] => [])
    const inMemory = [...memoryFallback].filter(([key]) => key.startsWith(keyOf(owner, ''))).map(([, entry]) => entry)
    return [...stored, ...inMemory].sort(compareOrder)
  },

  /** Reads the last sort key and writes in one transaction, because several tabs may append at once. */
  async append(owner: string, change: OutboxChange, names: Record<string, string>): Promise<OutboxEntry> {
    const entryAt = (at: number): OutboxEntry => ({ ...change, id: newId(), at, key: newId(), names, refusal: null })
    const timestampAfter = (entries: OutboxEntry[]) => Math.max(Date.now(), ...entries.map(({ at }) => at + 1))
    try {
      return await store('readwrite', async (table) => {
        const entry = entryAt(timestampAfter(await promisifyRequest<OutboxEntry[]>(table.getAll(keyRangeOf(owner)))))
        table.put(entry, keyOf(owner, entry.id))
        await promisifyRequest(table.transaction)
        return entry
      })
    } catch {
      const entry = entryAt(timestampAfter(await outboxStore.list(owner)))
      memoryFallback.set(keyOf(owner, entry.id), entry)
      return entry
    }
  },

  /** Does nothing if the entry has been removed in the meantime. */
  async update(owner: string, entry: OutboxEntry): Promise<void> {
    const key = keyOf(owner, entry.id)
    if (memoryFallback.has(key)) return void memoryFallback.set(key, entry)
    await store('readwrite', async (table) => {
      if ((await promisifyRequest(table.getKey(key))) !== undefined) table.put(entry, key)
      await promisifyRequest(table.transaction)
    }).catch(() => undefined)
  },

  async remove(owner: string, entries: readonly OutboxEntry[]): Promise<void> {
    for (const { id } of entries) {
      memoryFallback.delete(keyOf(owner, id))
      await del(keyOf(owner, id), store).catch(() => undefined)
    }
  },
}
