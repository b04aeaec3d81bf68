import { queryOptions } from '@tanstack/react-query'
import { clear, createStore, del, entries, get, set } from 'idb-keyval'
import { queryClient } from './query-client.ts'
import { session } from './session.ts'

/** What people type, kept on the device from the first keystroke until it is saved: a killed browser loses nothing. */
const store = createStore('chisholm', 'typed')
const keyOf = (form: string) => `${session.read()?.uuid ?? ''}/${form}`

/** What was typed into a form and not saved yet; null when there is nothing. */
export const keptForm = async <T>(form: string): Promise<T | null> =>
  (await get<T>(keyOf(form), store).catch(() => undefined)) ?? null
export const keptQuery = <T>(form: string) =>
  queryOptions({
    queryKey: ['kept', form],
    queryFn: () => keptForm<T>(form),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

// a device without storage (private windows) only loses this safety, not the form
export const keep = (form: string, typed: unknown) => void set(keyOf(form), typed, store).catch(() => undefined)
export async function forget(form: string): Promise<void> {
  await del(keyOf(form), store).catch(() => undefined)
  // the same form may be opened again while the screen before still holds what was read for it
  queryClient
    .getQueryCache()
    .find({ queryKey: keptQuery(form).queryKey })
    ?.setData(null)
}
/** A form with something typed into it and not saved. */
export interface KeptForm {
  form: string
  typed: unknown
}
/** The forms the person signed in typed something into and did not save. */
export const keptForms = async (): Promise<KeptForm[]> => {
  const mine = keyOf('')
  const all = await entries<string, unknown>(store).catch((): [string, unknown][] => [])
  return all.flatMap(([key, typed]) => (key.startsWith(mine) ? [{ form: key.slice(mine.length), typed }] : []))
}
/** Forgets all that anybody typed on this device: part of signing out. */
export const forgetAll = () => clear(store).catch(() => undefined)
