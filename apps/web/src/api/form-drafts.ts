import { queryOptions } from '@tanstack/react-query'
import { del, entries, get, promisifyRequest, set, update } from 'idb-keyval'
import { openStore } from './open-store.ts'
import { queryClient } from './query-client.ts'
import { session } from './session.ts'
import { unstored, withFreeSpace } from './with-free-space.ts'

/** Unsaved form input in IndexedDB. It is written on every keystroke, so that a killed browser loses nothing. */
const store = openStore('chisholm', 'typed')
const keyOf = (form: string) => `${draftOwner()}/${form}`

let lastOwner = ''
/** The signed-in user. Once the session has ended, the user before: a form of that user may still be finishing a save. */
export function draftOwner(): string {
  lastOwner = session.read()?.uuid ?? lastOwner
  return lastOwner
}

export const readDraft = async <T>(form: string): Promise<T | null> =>
  (await get<T>(keyOf(form), store).catch(() => undefined)) ?? null
export const draftQuery = <T>(form: string) =>
  queryOptions({
    queryKey: ['form draft', form],
    queryFn: () => readDraft<T>(form),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/**
 * The newest input of each form, so that older input, or that of a closed form, is not written after space was freed.
 */
const newest = new Map<string, unknown>()
const forget = (key: string) => {
  newest.delete(key)
  unstored.forget(key)
}

/**
 * Without storage the form still works, only without this safety net.
 * @param merge  gives what to store, for a draft that other tabs change, too
 */
export function saveDraft<T>(form: string, typed: T, merge?: (stored: T | undefined) => T): void {
  const key = keyOf(form)
  newest.set(key, typed)
  const write = async () => {
    if (newest.get(key) !== typed) return
    // reading first takes longer, and the page may be closed meanwhile
    await (merge ? update(key, merge, store) : set(key, typed, store))
  }
  void withFreeSpace(key, write).catch(() => undefined)
}
const keepRest = <T>(key: string, rest: (stored: T) => T | null): Promise<void> =>
  store('readwrite', async (table) => {
    const stored = await promisifyRequest<T | undefined>(table.get(key))
    const left = stored === undefined ? null : rest(stored)
    if (left === null) table.delete(key)
    else table.put(left, key)
    await promisifyRequest(table.transaction)
  })

/** @param rest  gives what other tabs have in this draft, which stays; null if there is nothing */
export async function deleteDraft<T>(form: string, rest?: (stored: T) => T | null): Promise<void> {
  const key = keyOf(form)
  forget(key)
  const deleted = rest ? keepRest(key, rest) : del(key, store)
  await deleted.catch(() => undefined)
  // The previous screen may still hold the cached draft when the same form is opened again.
  queryClient
    .getQueryCache()
    .find({ queryKey: draftQuery(form).queryKey })
    ?.setData(null)
}
export interface FormDraft {
  form: string
  typed: unknown
}
export const listDrafts = async (): Promise<FormDraft[]> => {
  const prefix = keyOf('')
  const all = await entries<string, unknown>(store).catch((): [string, unknown][] => [])
  return all.flatMap(([key, typed]) => (key.startsWith(prefix) ? [{ form: key.slice(prefix.length), typed }] : []))
}
/** Deletes the drafts of a user who signs out. Those of other users stay for them. */
export async function deleteDraftsOf(owner: string): Promise<void> {
  for (const key of newest.keys()) if (key.startsWith(`${owner}/`)) forget(key)
  const own = IDBKeyRange.bound(`${owner}/`, `${owner}/\uffff`)
  await store('readwrite', (table) => promisifyRequest(table.delete(own))).catch(() => undefined)
}
