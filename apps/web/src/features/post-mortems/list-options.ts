import { useSyncExternalStore } from 'react'
import { useSession } from '../../api/session.ts'
import { createListeners } from '../../api/listeners.ts'
import { storeText } from '../../api/store-text.ts'

type ListSort = 'newest' | 'clock'

/** A person's options for lists of open post-mortems. */
export interface ListOptions {
  sort: ListSort
  /** Whether to list only those whose carcass clock has not run out, also if danger signs forbid opening it. */
  withTimeLeft: boolean
  /** Whether to list only those that are assigned to this person. */
  mine: boolean
}

const storageKey = (owner: string) => `chisholm.list-sort.${owner}`
const listeners = createListeners()
const defaults: ListOptions = { sort: 'newest', withTimeLeft: false, mine: false }
let current: { owner: string; options: ListOptions } = { owner: '', options: defaults }

/** The sort is kept on the device per person. A filter hides tickets, so it lasts only as long as the page. */
function read(owner: string): ListOptions {
  if (current.owner !== owner) {
    const sort: ListSort = localStorage.getItem(storageKey(owner)) === 'clock' ? 'clock' : 'newest'
    current = { owner, options: { ...defaults, sort } }
  }
  return current.options
}

function change(owner: string, changes: Partial<ListOptions>): void {
  const options = { ...read(owner), ...changes }
  current = { owner, options }
  if (changes.sort === 'clock') storeText(storageKey(owner), changes.sort)
  else if (changes.sort) localStorage.removeItem(storageKey(owner))
  listeners.notify()
}

/** The options of the signed-in person, and a function that changes some of them. */
export function useListOptions(): [ListOptions, (changes: Partial<ListOptions>) => void] {
  const owner = useSession()?.uuid ?? ''
  return [useSyncExternalStore(listeners.subscribe, () => read(owner)), (changes) => change(owner, changes)]
}
