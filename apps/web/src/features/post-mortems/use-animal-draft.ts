import { useEffect, useSyncExternalStore } from 'react'
import { session } from '../../api/session.ts'
import type { AnimalDraft, DraftState } from './animal-draft.ts'
import type { AnimalDrafts } from './animal-drafts.ts'

/**
 * The state of a draft. One from before a reload is saved at once, and one that is left unsaved when the screen is left.
 * @param onServer  false for a new animal, whose draft is sent with it
 */
export function useAnimalDraft<Fields extends object>(
  draft: AnimalDraft<Fields>,
  onServer: boolean,
): DraftState<Fields> {
  useEffect(() => {
    // After the end of the session, the draft waits for the next one.
    const saveNow = () => void (onServer && session.read() && draft.save())
    void draft.restore().then((unsaved) => {
      if (unsaved && draft.getState().status === 'typed') saveNow()
    })
    addEventListener('online', saveNow)
    return () => {
      removeEventListener('online', saveNow)
      // When a focused field is removed, no blur event fires.
      saveNow()
    }
  }, [draft, onServer])
  return useSyncExternalStore(draft.subscribe, draft.getState)
}

/** Whether there is unsaved input, even if it can no longer be edited. */
export function useHasInput<Fields extends object>(draft: AnimalDraft<Fields>): boolean {
  useEffect(() => void draft.restore(), [draft])
  return useSyncExternalStore(draft.subscribe, () => draft.getState().unsaved !== null)
}

/** The ids of a post-mortem's animals that have unsaved input, including input from before a reload. */
export function useAnimalsWithInput<Fields extends object>(
  drafts: AnimalDrafts<Fields>,
  postMortemId: string,
): ReadonlySet<string> {
  useEffect(() => void drafts.restoreAllOf(postMortemId), [drafts, postMortemId])
  // a text, because equal snapshots must be identical
  const ids = useSyncExternalStore(drafts.subscribe, () => drafts.animalsWithInput(postMortemId).join(' '))
  return new Set(ids === '' ? [] : ids.split(' '))
}
