import { texts } from '@chisholm/domain/texts'
import type { Animal, PostMortem } from '@chisholm/domain/shapes'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { api } from '../../api/client.ts'
import { forget, keep, keptForm } from '../../api/kept.ts'
import { queryClient } from '../../api/query-client.ts'
import { session } from '../../api/session.ts'
import { wordsOf } from '../../ui/toast.ts'

export type Opinion = Pick<Animal, 'vet_diagnosis_id' | 'vet_findings' | 'vet_diagnosis_note'>

/** Unsaved input: the edited fields, and the values they had before. */
interface Draft {
  typed: Partial<Opinion>
  before: Partial<Opinion>
}

interface State {
  draft: Draft | null
  status: 'untouched' | 'typed' | 'saving' | 'saved' | 'failed'
  /** Error text of the last save. */
  reason: string | null
}

const untouched: State = { draft: null, status: 'untouched', reason: null }

/**
 * Drafts by user, post-mortem and animal. Module state, because saving continues when the screen is left, and every
 * screen that shows the animal must show unsaved input.
 */
const states = new Map<string, State>()
const saves = new Map<string, Promise<boolean>>()
const listeners = new Set<() => void>()

const formOf = (ticketId: string, animalId: string) => `diagnosis ${ticketId} ${animalId}`
const keyOf = (form: string) => `${session.read()?.uuid ?? ''}/${form}`
const stateOf = (form: string) => states.get(keyOf(form)) ?? untouched

function tell(form: string, state: State): void {
  states.set(keyOf(form), state)
  for (const listener of listeners) listener()
}

/** Called on every keystroke. */
export function typeDiagnosis(ticketId: string, animal: Opinion & { id: string }, change: Partial<Opinion>): void {
  const form = formOf(ticketId, animal.id)
  const { draft } = stateOf(form)
  // cast: the fields of a draft are those of an opinion
  const stood = Object.fromEntries(Object.keys(change).map((field) => [field, animal[field as keyof Opinion]]))
  const next = { typed: { ...draft?.typed, ...change }, before: { ...stood, ...draft?.before } }
  keep(form, next)
  tell(form, { draft: next, status: 'typed', reason: null })
}

export async function dropDiagnosis(ticketId: string, animalId: string): Promise<void> {
  const form = formOf(ticketId, animalId)
  tell(form, untouched)
  await forget(form)
}

/** Called on sign-out. */
export const forgetDiagnoses = () => states.clear()

/** Saves the draft of an animal, one save at a time. @returns whether the server has all of it */
export function saveDiagnosis(ticketId: string, animalId: string): Promise<boolean> {
  const form = formOf(ticketId, animalId)
  const next = (saves.get(keyOf(form)) ?? Promise.resolve(true)).then(() => send(form, ticketId, animalId))
  saves.set(keyOf(form), next)
  return next
}

/** Saves the drafts of all animals, including those from before a reload. @returns whether the server has them */
export async function saveDiagnosesOf(ticket: PostMortem): Promise<boolean> {
  let saved = true
  for (const { id } of ticket.veterinary_record.veterinary_record_animals) {
    await resume(formOf(ticket.id, id))
    saved = (await saveDiagnosis(ticket.id, id)) && saved
  }
  return saved
}

async function send(form: string, ticketId: string, animalId: string): Promise<boolean> {
  const { draft } = stateOf(form)
  if (!draft) return true
  tell(form, { draft, status: 'saving', reason: null })
  try {
    const { data } = await api.put('/veterinary-record-animals/{id}', draft.typed, { id: animalId })
    await showSaved(ticketId, data)
    await settle(form, draft)
    return true
  } catch (failure) {
    const now = stateOf(form).draft
    tell(form, { draft: now, status: 'failed', reason: wordsOf(failure, texts.failure.saveAnimal) })
    return false
  }
}

/** Removes the saved fields from the draft; keeps what was typed in the meantime. */
async function settle(form: string, sent: Draft): Promise<void> {
  const now = stateOf(form).draft
  // cast: the fields of a draft are those of an opinion
  const left = Object.entries(now?.typed ?? {}).filter(([field, value]) => sent.typed[field as keyof Opinion] !== value)
  if (left.length === 0) {
    tell(form, { draft: null, status: 'saved', reason: null })
    await forget(form)
    return
  }
  const draft = { typed: Object.fromEntries(left), before: { ...now?.before, ...sent.typed } }
  keep(form, draft)
  tell(form, { draft, status: 'typed', reason: null })
}

/** Updates the cached post-mortem, so that the fields do not flash back to the old values. */
async function showSaved(ticketId: string, saved: Animal): Promise<void> {
  const queryKey = ['post-mortems', 'one', ticketId]
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<PostMortem>(queryKey, (ticket) => {
    if (!ticket) return ticket
    const { veterinary_record: record } = ticket
    const animals = record.veterinary_record_animals.map((one) => (one.id === saved.id ? saved : one))
    return { ...ticket, veterinary_record: { ...record, veterinary_record_animals: animals } }
  })
  void queryClient.invalidateQueries({ queryKey: ['animals'] })
  void queryClient.invalidateQueries({ queryKey: ['post-mortems'] })
}

/** Restores a draft from before a reload. @returns the draft, if there is one */
async function resume(form: string): Promise<Draft | null> {
  const known = stateOf(form)
  if (known !== untouched) return known.draft
  const draft = await keptForm<Draft>(form)
  if (draft && stateOf(form) === untouched) tell(form, { draft, status: 'typed', reason: null })
  return draft
}

/**
 * The unsaved diagnosis of an animal. A draft from before a reload is saved at once, unless somebody else has changed
 * the same fields: then it is only shown, and the user decides.
 * @param onServer  false for a new animal, whose diagnosis is sent with it
 */
export function useDiagnosisDraft(ticketId: string, animal: Opinion & { id: string }, onServer: boolean): State {
  const form = formOf(ticketId, animal.id)
  const latest = useRef(animal)
  useEffect(() => {
    latest.current = animal
  })
  useEffect(() => {
    const save = () => void (onServer && saveDiagnosis(ticketId, latest.current.id))
    void resume(form).then((draft) => {
      if (draft && stateOf(form).status === 'typed' && isBasedOn(draft, latest.current)) save()
    })
    addEventListener('online', save)
    return () => {
      removeEventListener('online', save)
      // removing a focused field fires no blur event
      save()
    }
  }, [form, ticketId, onServer])
  return useSyncExternalStore(subscribe, () => stateOf(form))
}

const isBasedOn = ({ before }: Draft, animal: Opinion) =>
  // cast: the fields of a draft are those of an opinion
  Object.entries(before).every(([field, value]) => (animal[field as keyof Opinion] ?? '') === (value ?? ''))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether an animal has an unsaved diagnosis, even where it can no longer be edited. */
export function useHasDiagnosisDraft(ticketId: string, animalId: string): boolean {
  const form = formOf(ticketId, animalId)
  useEffect(() => void resume(form), [form])
  return useSyncExternalStore(subscribe, () => stateOf(form).draft !== null)
}

/** The unsaved diagnosis of a new animal, sent with it. */
export const diagnosisTyped = (ticketId: string, animalId: string): Partial<Opinion> | null =>
  stateOf(formOf(ticketId, animalId)).draft?.typed ?? null
