import { useEffect, useEffectEvent, useState } from 'react'
import { draftOwner, listDrafts } from './form-drafts.ts'
import { editingLockOf } from './web-locks.ts'

/** The same form that was just closed, or a page being reloaded, releases its draft within this time. */
const lockTimeout = 300

export interface DraftClaim<T> {
  /** The name of the draft. */
  name: string
  /** The unsaved input, if there is any. */
  typed: T | null
  release: () => void
}

/**
 * Gives a form a draft that no other open form uses: that of an earlier visit, else a new one. Forms of the same name in
 * two tabs get two drafts, so that neither overwrites or deletes what was typed in the other.
 */
async function claimDraft<T>(form: string): Promise<DraftClaim<T>> {
  const drafts = new Map((await listDrafts()).map(({ form: name, typed }) => [name, typed]))
  const names = [form, ...Array.from({ length: drafts.size + 8 }, (_, index) => `${form} (${index + 2})`)]
  const candidates = [...names.filter((name) => drafts.has(name)), ...names.filter((name) => !drafts.has(name))]
  for (const name of candidates) {
    const release = await lockDraft(name)
    // cast: drafts of this name were stored by this form
    if (release) return { name, typed: (drafts.get(name) as T | undefined) ?? null, release }
  }
  return { name: form, typed: null, release: () => undefined }
}

/** Claims the draft of a form for as long as the form is open. @param onClaimed  called once the draft was read */
export function useClaimedDraft<T>(form: string, onClaimed: (claim: DraftClaim<T>) => void): void {
  const claimed = useEffectEvent(onClaimed)
  useEffect(() => {
    let isOpen = true
    const claiming = claimDraft<T>(form)
    void claiming.then((claim) => isOpen && claimed(claim))
    return () => {
      isOpen = false
      void claiming.then(({ release }) => release())
    }
  }, [form])
}

/** The draft of a form while it is open; null until it is known. */
export function useDraftClaim<T>(form: string): DraftClaim<T> | null {
  const [claimed, setClaimed] = useState<{ form: string; claim: DraftClaim<T> } | null>(null)
  useClaimedDraft<T>(form, (claim) => setClaimed({ form, claim }))
  return claimed?.form === form ? claimed.claim : null
}

/** @returns what releases the draft, or null if another form uses it */
async function lockDraft(name: string): Promise<(() => void) | null> {
  const released = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<boolean>()
  const hold = () => {
    locked.resolve(true)
    return released.promise
  }
  void navigator.locks
    .request(editingLockOf(draftOwner(), name), { signal: AbortSignal.timeout(lockTimeout) }, hold)
    .catch(() => locked.resolve(false))
  return (await locked.promise) ? released.resolve : null
}
