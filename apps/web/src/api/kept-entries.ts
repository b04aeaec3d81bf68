import { createStore, del, promisifyRequest } from 'idb-keyval'
import { newId } from './new-id.ts'
import type { Change, Entry } from './entries.ts'

const store = createStore('chisholm-outbox', 'entries')
const keyOf = (owner: string, id: string) => `${owner}/${id}`
const allOf = (owner: string) => IDBKeyRange.bound(keyOf(owner, ''), keyOf(owner, '\uffff'))
const byOrder = (one: Entry, other: Entry) => one.at - other.at

/** Fallback for devices without storage or space; lives as long as the page. */
const memory = new Map<string, Entry>()

/** Outbox entries in IndexedDB, per user. They survive reloads, browser restarts and an expired sign-in. */
export const keptEntries = {
  /** Sorted. */
  async of(owner: string): Promise<Entry[]> {
    const kept = await store('readonly', (table) => promisifyRequest<Entry[]>(table.getAll(allOf(owner)))).catch(
      (): Entry[] => [],
    )
    const loose = [...memory].filter(([key]) => key.startsWith(keyOf(owner, ''))).map(([, entry]) => entry)
    return [...kept, ...loose].sort(byOrder)
  },

  /** Reads the last sort key and writes in one transaction, because several tabs may append at once. */
  async append(owner: string, change: Change, names: Record<string, string>): Promise<Entry> {
    const entryAt = (at: number): Entry => ({ ...change, id: newId(), at, key: newId(), names, refusal: null })
    const after = (entries: Entry[]) => Math.max(Date.now(), ...entries.map(({ at }) => at + 1))
    try {
      return await store('readwrite', async (table) => {
        const entry = entryAt(after(await promisifyRequest<Entry[]>(table.getAll(allOf(owner)))))
        table.put(entry, keyOf(owner, entry.id))
        await promisifyRequest(table.transaction)
        return entry
      })
    } catch {
      const entry = entryAt(after(await keptEntries.of(owner)))
      memory.set(keyOf(owner, entry.id), entry)
      return entry
    }
  },

  /** Does nothing if the entry has been removed in the meantime. */
  async change(owner: string, entry: Entry): Promise<void> {
    const key = keyOf(owner, entry.id)
    if (memory.has(key)) return void memory.set(key, entry)
    await store('readwrite', async (table) => {
      if ((await promisifyRequest(table.getKey(key))) !== undefined) table.put(entry, key)
      await promisifyRequest(table.transaction)
    }).catch(() => undefined)
  },

  async drop(owner: string, entries: readonly Entry[]): Promise<void> {
    for (const { id } of entries) {
      memory.delete(keyOf(owner, id))
      await del(keyOf(owner, id), store).catch(() => undefined)
    }
  },
}
