import { texts } from '@chisholm/domain/texts'
import type { PostMortem } from '@chisholm/domain/schemas'
import { useEffect, useSyncExternalStore } from 'react'
import { outboxChanges, type VetDiagnosisFields } from '../../api/outbox-entries.ts'
import { outbox } from '../../api/outbox.ts'
import { deleteDraft, saveDraft, readDraft } from '../../api/form-drafts.ts'
import { session } from '../../api/session.ts'
import { errorMessage } from '../../ui/toast.ts'
import { cachedNamesOfIds } from '../library/index.ts'

/** Unsaved input: the edited fields, and the values that they had before. */
interface DiagnosisDraft {
  typed: Partial<VetDiagnosisFields>
  before: Partial<VetDiagnosisFields>
}

interface DraftState {
  draft: DiagnosisDraft | null
  status: 'untouched' | 'typed' | 'saving' | 'saved' | 'waiting' | 'failed'
  /** The error text of the last attempt to save. */
  reason: string | null
}

const untouched: DraftState = { draft: null, status: 'untouched', reason: null }

/**
 * Drafts by user, post-mortem and animal. They are in the module, because saving continues after the screen is left,
 * and every screen that shows the animal must show unsaved input.
 */
const states = new Map<string, DraftState>()
const saves = new Map<string, Promise<boolean>>()
const listeners = new Set<() => void>()

const draftNameOf = (postMortemId: string, animalId: string) => `diagnosis ${postMortemId} ${animalId}`
const keyOf = (form: string) => `${session.read()?.uuid ?? ''}/${form}`
const stateOf = (form: string) => states.get(keyOf(form)) ?? untouched

function setDraftState(form: string, state: DraftState): void {
  states.set(keyOf(form), state)
  for (const listener of listeners) listener()
}

/** Called on every keystroke. */
export function saveDiagnosisDraft(
  postMortemId: string,
  animal: VetDiagnosisFields & { id: string },
  change: Partial<VetDiagnosisFields>,
): void {
  const form = draftNameOf(postMortemId, animal.id)
  const { draft } = stateOf(form)
  const originalValues = Object.fromEntries(
    // cast: the keys of a draft are those of VetDiagnosisFields
    Object.keys(change).map((field) => [field, animal[field as keyof VetDiagnosisFields]]),
  )
  const next = { typed: { ...draft?.typed, ...change }, before: { ...originalValues, ...draft?.before } }
  saveDraft(form, next)
  setDraftState(form, { draft: next, status: 'typed', reason: null })
}

export async function discardDiagnosisDraft(postMortemId: string, animalId: string): Promise<void> {
  const form = draftNameOf(postMortemId, animalId)
  setDraftState(form, untouched)
  await deleteDraft(form)
}

/** Called on sign-out. */
export const clearDiagnosisDrafts = () => states.clear()

/**
 * Saves the draft of an animal through the outbox, one save at a time.
 * @returns true if all of it is saved or waits for a connection; false if it was refused, or if somebody else has
 * changed the same fields
 */
export function saveDiagnosis(postMortemId: string, animalId: string): Promise<boolean> {
  const form = draftNameOf(postMortemId, animalId)
  const next = (saves.get(keyOf(form)) ?? Promise.resolve(true)).then(() => sendDraft(form, postMortemId, animalId))
  saves.set(keyOf(form), next)
  return next
}

/** Saves the drafts of all animals, including those from before a reload. Returns like `saveDiagnosis`. */
export async function saveDiagnosesOf(postMortem: PostMortem): Promise<boolean> {
  let saved = true
  for (const { id } of postMortem.veterinary_record.veterinary_record_animals) {
    await restoreDraft(draftNameOf(postMortem.id, id))
    saved = (await saveDiagnosis(postMortem.id, id)) && saved
  }
  return saved
}

async function sendDraft(form: string, postMortemId: string, animalId: string): Promise<boolean> {
  const { draft } = stateOf(form)
  if (!draft) return true
  setDraftState(form, { draft, status: 'saving', reason: null })
  try {
    const change = outboxChanges.diagnoseAnimal(postMortemId, animalId, { body: draft.typed, base: draft.before })
    const outcome = await outbox.submit(change, cachedNamesOfIds(draft.typed))
    await removeSavedFields(form, draft, outcome === 'sent' ? 'saved' : 'waiting')
    return outcome !== 'conflict'
  } catch (failure) {
    const now = stateOf(form).draft
    setDraftState(form, { draft: now, status: 'failed', reason: errorMessage(failure, texts.failure.saveAnimal) })
    return false
  }
}

/** Removes from the draft what the outbox has taken. Input that was typed meanwhile stays. */
async function removeSavedFields(form: string, sent: DiagnosisDraft, status: 'saved' | 'waiting'): Promise<void> {
  const now = stateOf(form).draft
  const unsavedFields = Object.entries(now?.typed ?? {}).filter(
    // cast: the keys of a draft are those of VetDiagnosisFields
    ([field, value]) => sent.typed[field as keyof VetDiagnosisFields] !== value,
  )
  if (unsavedFields.length === 0) {
    setDraftState(form, { draft: null, status, reason: null })
    await deleteDraft(form)
    return
  }
  const draft = { typed: Object.fromEntries(unsavedFields), before: { ...now?.before, ...sent.typed } }
  saveDraft(form, draft)
  setDraftState(form, { draft, status: 'typed', reason: null })
}

/**
 * Restores a draft from before a reload.
 * @returns the draft, if there is one
 */
async function restoreDraft(form: string): Promise<DiagnosisDraft | null> {
  const known = stateOf(form)
  if (known !== untouched) return known.draft
  const draft = await readDraft<DiagnosisDraft>(form)
  if (draft && stateOf(form) === untouched) setDraftState(form, { draft, status: 'typed', reason: null })
  return draft
}

/**
 * The unsaved diagnosis of an animal. A draft from before a reload is saved at once.
 * @param onServer  false for a new animal, whose diagnosis is sent with it
 */
export function useDiagnosisDraft(postMortemId: string, animalId: string, onServer: boolean): DraftState {
  const form = draftNameOf(postMortemId, animalId)
  useEffect(() => {
    const save = () => void (onServer && saveDiagnosis(postMortemId, animalId))
    void restoreDraft(form).then((draft) => {
      if (draft && stateOf(form).status === 'typed') save()
    })
    addEventListener('online', save)
    return () => {
      removeEventListener('online', save)
      // When a focused field is removed, no blur event fires.
      save()
    }
  }, [form, postMortemId, animalId, onServer])
  return useSyncExternalStore(subscribe, () => stateOf(form))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether an animal has an unsaved diagnosis, even if it can no longer be edited. */
export function useHasDiagnosisDraft(postMortemId: string, animalId: string): boolean {
  const form = draftNameOf(postMortemId, animalId)
  useEffect(() => void restoreDraft(form), [form])
  return useSyncExternalStore(subscribe, () => stateOf(form).draft !== null)
}

/** The unsaved diagnosis of a new animal, which is sent with it. */
export const draftedDiagnosis = (postMortemId: string, animalId: string): Partial<VetDiagnosisFields> | null =>
  stateOf(draftNameOf(postMortemId, animalId)).draft?.typed ?? null
