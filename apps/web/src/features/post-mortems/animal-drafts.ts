import { texts } from '@chisholm/domain/texts'
import type { PostMortem } from '@chisholm/domain/schemas'
import { keysOf } from '@chisholm/domain/typed-objects'
import { useEffect, useSyncExternalStore } from 'react'
import { asTyped } from '../../api/concurrent-changes.ts'
import { deleteDraft, draftOwner, listDrafts, saveDraft, readDraft } from '../../api/form-drafts.ts'
import { session } from '../../api/session.ts'
import { errorMessage } from '../../ui/toast.ts'

/** Unsaved input: the edited fields, and the values that they had before. */
export interface AnimalDraft<Fields> {
  typed: Partial<Fields>
  before: Partial<Fields>
}

export type DraftStatus = 'untouched' | 'typed' | 'saving' | 'saved' | 'waiting' | 'failed'

interface DraftState<Fields> {
  draft: AnimalDraft<Fields> | null
  /** What was typed and is saved, as typed: the server trims texts. */
  saved: Partial<Fields>
  status: DraftStatus
  /** The error text of the last attempt to save. */
  reason: string | null
}

interface AnimalDraftsOptions<Fields> {
  /** The prefix of the names under which drafts are stored. */
  name: string
  /** Submits a draft to the outbox. */
  submit: (
    postMortemId: string,
    animalId: string,
    draft: AnimalDraft<Fields>,
  ) => Promise<'sent' | 'waiting' | 'conflict'>
  /** The fields that can be sent now; the others need more input. By default all fields. */
  sendable?: (typed: Partial<Fields>) => Partial<Fields>
}

/** Diagnosis and examination of an animal change each other, so that neither may show what the other one was before. */
export const shownAtOnce = { shown: true }

/**
 * Drafts of a veterinarian's input about animals, by user, post-mortem and animal. They are module state, because
 * saving continues after the screen is left, and every screen that shows the animal must show unsaved input.
 */
export function createAnimalDrafts<Fields extends object>({
  name,
  submit,
  sendable = (typed) => typed,
}: AnimalDraftsOptions<Fields>) {
  type State = DraftState<Fields>
  const untouched: State = { draft: null, saved: {}, status: 'untouched', reason: null }
  const states = new Map<string, State>()
  const saves = new Map<string, Promise<boolean>>()
  const listeners = new Set<() => void>()

  const draftNameOf = (postMortemId: string, animalId: string) => `${name} ${postMortemId} ${animalId}`
  const keyOf = (form: string) => `${draftOwner()}/${form}`
  const stateOf = (form: string) => states.get(keyOf(form)) ?? untouched

  function setDraftState(form: string, state: State): void {
    states.set(keyOf(form), state)
    for (const listener of listeners) listener()
  }

  const pick = (from: Partial<Fields>, fields: readonly (keyof Fields)[]): Partial<Fields> =>
    // cast: the picked fields are those of `from`
    Object.fromEntries(fields.map((field) => [field, from[field]])) as Partial<Fields>

  // The stored draft belongs to all tabs: each of them writes and removes only what was typed there.
  const union = (stored: AnimalDraft<Fields> | null | undefined, own: AnimalDraft<Fields>): AnimalDraft<Fields> => ({
    typed: { ...stored?.typed, ...own.typed },
    before: { ...stored?.before, ...own.before },
  })
  function without({ typed, before }: AnimalDraft<Fields>, gone: Partial<Fields>): AnimalDraft<Fields> | null {
    const left = keysOf(typed).filter((field) => JSON.stringify(typed[field]) !== JSON.stringify(gone[field]))
    return left.length > 0 ? { typed: pick(typed, left), before: pick(before, left) } : null
  }

  /** Called on every keystroke. @param shown  the values that the form showed before the first change */
  function saveAnimalDraft(postMortemId: string, animalId: string, shown: Fields, change: Partial<Fields>): void {
    const form = draftNameOf(postMortemId, animalId)
    const { draft, saved } = stateOf(form)
    const next = {
      typed: { ...draft?.typed, ...change },
      before: { ...pick(shown, keysOf(change)), ...draft?.before },
    }
    saveDraft(form, next, (stored) => union(stored, next))
    setDraftState(form, { draft: next, saved, status: 'typed', reason: null })
  }

  async function discard(postMortemId: string, animalId: string): Promise<void> {
    const form = draftNameOf(postMortemId, animalId)
    const { draft } = stateOf(form)
    setDraftState(form, untouched)
    await deleteDraft<AnimalDraft<Fields>>(form, (stored) => without(stored, draft?.typed ?? {}))
  }

  /**
   * Saves the draft of an animal through the outbox, one save at a time.
   * @returns true if everything is saved or queued; false if it was rejected, if somebody else has changed the same
   * fields, or if it needs more input
   */
  function save(postMortemId: string, animalId: string): Promise<boolean> {
    const form = draftNameOf(postMortemId, animalId)
    const next = (saves.get(keyOf(form)) ?? Promise.resolve(true)).then(() => sendDraft(form, postMortemId, animalId))
    saves.set(keyOf(form), next)
    return next
  }

  /** Saves the drafts of all animals, including those from before a reload. Returns like `save`. */
  async function saveAllOf(postMortem: PostMortem): Promise<boolean> {
    let saved = true
    for (const { id } of postMortem.veterinary_record.veterinary_record_animals) {
      await restoreDraft(draftNameOf(postMortem.id, id))
      saved = (await save(postMortem.id, id)) && saved
    }
    return saved
  }

  async function sendDraft(form: string, postMortemId: string, animalId: string): Promise<boolean> {
    const { draft, saved } = stateOf(form)
    if (!draft) return true
    const typed = sendable(draft.typed)
    const fields = keysOf(typed)
    if (fields.length === 0) return false
    setDraftState(form, { draft, saved, status: 'saving', reason: null })
    try {
      const sent = { typed, before: pick(draft.before, fields) }
      const outcome = await submit(postMortemId, animalId, sent)
      const isEmpty = await removeSavedFields(form, sent, outcome === 'sent' ? 'saved' : 'waiting')
      return outcome !== 'conflict' && (isEmpty || fields.length === keysOf(draft.typed).length)
    } catch (failure) {
      const reason = errorMessage(failure, texts.failure.saveAnimal)
      setDraftState(form, { ...stateOf(form), status: 'failed', reason })
      return false
    }
  }

  /**
   * Removes the fields from the draft that are in the outbox. Newer input stays.
   * @returns whether nothing is left
   */
  async function removeSavedFields(
    form: string,
    sent: AnimalDraft<Fields>,
    status: 'saved' | 'waiting',
  ): Promise<boolean> {
    const { draft: now, saved: savedBefore } = stateOf(form)
    const saved = { ...savedBefore, ...sent.typed }
    const unsaved = keysOf(now?.typed ?? {}).filter((field) => sent.typed[field] !== now?.typed[field])
    if (!now || unsaved.length === 0) {
      setDraftState(form, { draft: null, saved, status, reason: null })
      await deleteDraft<AnimalDraft<Fields>>(form, (stored) => without(stored, sent.typed))
      return true
    }
    const draft = { typed: pick(now.typed, unsaved), before: { ...now.before, ...sent.typed } }
    saveDraft(form, draft, (stored) => union(stored && without(stored, sent.typed), draft))
    setDraftState(form, { draft, saved, status: 'typed', reason: null })
    return false
  }

  /**
   * Restores a draft from before a reload.
   * @returns the draft, if there is one
   */
  async function restoreDraft(form: string): Promise<AnimalDraft<Fields> | null> {
    const known = stateOf(form)
    if (known !== untouched) return known.draft
    const draft = await readDraft<AnimalDraft<Fields>>(form)
    if (draft && stateOf(form) === untouched) setDraftState(form, { ...untouched, draft, status: 'typed' })
    return draft
  }

  /**
   * The unsaved input about an animal. A draft from before a reload is saved at once.
   * @param onServer  false for a new animal, whose draft is sent with it
   */
  function useDraft(postMortemId: string, animalId: string, onServer: boolean): State {
    const form = draftNameOf(postMortemId, animalId)
    useEffect(() => {
      // After the end of the session, the draft waits for the next one.
      const saveNow = () => void (onServer && session.read() && save(postMortemId, animalId))
      void restoreDraft(form).then((draft) => {
        if (draft && stateOf(form).status === 'typed') saveNow()
      })
      addEventListener('online', saveNow)
      return () => {
        removeEventListener('online', saveNow)
        // When a focused field is removed, no blur event fires.
        saveNow()
      }
    }, [form, postMortemId, animalId, onServer])
    return useSyncExternalStore(subscribe, () => stateOf(form))
  }

  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  /**
   * The values to show in a form: what is not saved yet, and what is saved as it was typed, so that a space at the end
   * stays while the text is continued.
   * @param shown  the values of the server
   */
  function valuesToShow<Shown extends Fields>(shown: Shown, { draft, saved }: State): Shown {
    const savedAsTyped = keysOf(saved).map((field) => [field, asTyped(String(field), saved[field], shown[field])])
    return { ...shown, ...Object.fromEntries(savedAsTyped), ...draft?.typed }
  }

  /** Whether an animal has unsaved input, even if it can no longer be edited. */
  function useHasDraft(postMortemId: string, animalId: string): boolean {
    const form = draftNameOf(postMortemId, animalId)
    useEffect(() => void restoreDraft(form), [form])
    return useSyncExternalStore(subscribe, () => stateOf(form).draft !== null)
  }

  /** Restores the drafts of a post-mortem from before a reload. */
  async function restoreDraftsOf(postMortemId: string): Promise<void> {
    const drafts = await listDrafts()
    for (const { form } of drafts) if (form.startsWith(draftNameOf(postMortemId, ''))) await restoreDraft(form)
  }

  /** The ids of a post-mortem's animals that have unsaved input, including input from before a reload. */
  function useAnimalsWithDraft(postMortemId: string): ReadonlySet<string> {
    useEffect(() => void restoreDraftsOf(postMortemId), [postMortemId])
    const prefix = keyOf(draftNameOf(postMortemId, ''))
    const readIds = () =>
      [...states].flatMap(([key, { draft }]) => (draft && key.startsWith(prefix) ? key.slice(prefix.length) : []))
    // a text, because equal snapshots must be identical
    return new Set(useSyncExternalStore(subscribe, () => readIds().join(' ')).split(' '))
  }

  /** Removes what was saved with a new animal. Newer input stays. */
  const markSaved = (postMortemId: string, animalId: string, typed: Partial<Fields>, status: 'saved' | 'waiting') =>
    removeSavedFields(draftNameOf(postMortemId, animalId), { typed, before: {} }, status)

  /** The unsaved input about an animal. */
  const typedOf = (postMortemId: string, animalId: string): Partial<Fields> | null =>
    stateOf(draftNameOf(postMortemId, animalId)).draft?.typed ?? null

  return {
    saveDraft: saveAnimalDraft,
    discard,
    markSaved,
    save,
    saveAllOf,
    useDraft,
    valuesToShow,
    useHasDraft,
    useAnimalsWithDraft,
    typedOf,
    /** Forgets the drafts of a user who signs out. */
    clear: (owner: string) => {
      for (const key of states.keys()) if (key.startsWith(`${owner}/`)) states.delete(key)
    },
  }
}
