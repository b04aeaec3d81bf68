import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { texts } from '@chisholm/domain/texts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { serverNow } from '../../api/server-clock.ts'
import { today } from '../../api/cached-provider.ts'
import { deleteDraft, saveDraft } from '../../api/form-drafts.ts'
import { newId } from '../../api/new-id.ts'
import type { AnimalInput } from '../../api/outbox-changes.ts'
import { sideKinds } from '../../api/outbox-rules.ts'
import { changedFields, pickFields } from '../../ui/changed-fields.ts'
import { useSiteZone } from '../../ui/site-zone.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import {
  type AnimalFormValues,
  animalFormValues,
  toAnimalInput,
  useSaveAnimal,
  validateAnimal,
} from '../animals/index.ts'
import { diagnosisDrafts } from './diagnosis-drafts.ts'
import { useOutboxEntriesOf } from './queries.ts'
import type { StepProps } from './step-layout.tsx'
import { stillReplaced } from './unsaved-input.ts'
import { useHasInput } from './use-animal-draft.ts'

/** The draft stored on the device: of an existing animal, the changed fields. `vetRoute` determines where to resume. */
export type AnimalFormDraft = {
  id: string
  typed: Partial<AnimalFormValues>
  /** Of an existing animal: what it replaces. Drafts of older versions lack it. */
  before?: AnimalInput
  vetRoute: boolean
}

export interface AnimalStepFormOptions extends Pick<StepProps, 'postMortem' | 'vetRoute'> {
  /** Omit it for a new animal. */
  animalId?: string | undefined
  rfid?: string | undefined
  draftName: string
  draft: AnimalFormDraft | null
}

/**
 * The form of an animal. Unsaved input is stored on the device under the id of the animal. The diagnosis of an existing
 * animal is saved separately, that of a new one with it.
 */
export function useAnimalStepForm({ postMortem, vetRoute, animalId, rfid, draftName, draft }: AnimalStepFormOptions) {
  const { id, known, exists, wasNew } = useAnimalOfForm({ postMortem, animalId, draft })
  // the wizard goes on to the next animal or the review, a correction returns to the ticket
  const isCorrection = !wasNew && !vetRoute && postMortem.draft === 0
  const { diagnosisDraft, hasNewDiagnosis } = useNewDiagnosis(postMortem.id, id, exists)
  const refusal = useRefusalOfAnimal(postMortem.id, id)
  const saving = useSaveAnimal(postMortem.id)
  const zone = useSiteZone()
  // an untouched form of yesterday is still one
  const firstDay = (exists ? undefined : draft?.typed.customer_record_at) ?? today(zone)
  const savedValues = animalFormValues(known, '', firstDay)
  const { typedOf, beforeOf, storeDraft, forgetDraft, markSaved } = useStoredDraft({
    draftName,
    id,
    known,
    draft,
    vetRoute,
    savedValues,
  })
  const hasConflict = useRef(false)
  const form = useForm({
    // Drafts of older versions lack newer fields.
    initialValues: { ...animalFormValues(known, rfid, today(zone)), ...draft?.typed },
    savedValues,
    initialErrors: refusal?.errors ?? {},
    validate: (values) => validateAnimal(values, serverNow(), zone, known?.rfid ?? undefined),
    onValuesChange: storeDraft,
    onSubmit: async (values) => {
      const diagnosis = diagnosisDraft?.getState().unsaved?.typed
      const typed = pickFields(toAnimalInput(values, vetRoute), new Set(Object.keys(typedOf(values))))
      const fields = { ...typed, ...diagnosis }
      const base = exists && { base: beforeOf(typed) }
      const outcome = await saving.mutateAsync({ id, isNew: !exists, fields, ...base })
      hasConflict.current = outcome === 'conflict'
      if (diagnosis) await diagnosisDraft?.markSaved(diagnosis, outcome === 'sent' ? 'saved' : 'waiting')
      markSaved(values, typed)
      return outcome
    },
    onSuccess: async (outcome) => {
      // of a new one, the wizard says enough by going on
      if (!wasNew && outcome === 'sent') toast.success(texts.success.dataUpdated)
      if (!form.isDirty()) await forgetDraft()
    },
    failureText: texts.failure.saveAnimal,
    isLong: true,
  })

  // the diagnosis is found again by the id of the animal
  const storeId = useEffectEvent(() => storeDraft(form.values))
  useEffect(() => {
    if (hasNewDiagnosis) storeId()
  }, [hasNewDiagnosis])

  const hasUnsaved = () => form.isDirty() || hasNewDiagnosis
  const mustBeSaved = () => hasUnsaved() || refusal !== null
  return {
    id,
    exists,
    savedRfid: known?.rfid,
    wasNew,
    /** Whether a client corrects an animal of a ticket that was sent. */
    isCorrection,
    form,
    hasUnsaved,
    /** Also true for input that the server has refused. */
    mustBeSaved,
    /** Whether somebody else has changed what was saved last, so that the user has to choose. */
    hasConflict: () => hasConflict.current,
    /** Saves the animal, unless it is saved already. @returns whether it is */
    save: async () => (exists && !mustBeSaved()) || form.submit(),
    /** Stores the input even if nothing was typed, so that the photos of the animal can be found by its id. */
    storeDraft: () => storeDraft(form.values),
    /** Deletes what `storeDraft` has stored, once everything is saved. */
    forgetDraft,
    discard: async () => {
      await forgetDraft()
      await diagnosisDraft?.discard()
    },
  }
}

/** The animal of the form: the one being edited, or the one to add under a new id. */
function useAnimalOfForm({
  postMortem,
  animalId,
  draft,
}: Pick<AnimalStepFormOptions, 'postMortem' | 'animalId' | 'draft'>) {
  const [id] = useState(() => draft?.id ?? animalId ?? newId())
  // also one that was created under this id although its form was not closed
  const known = postMortem.veterinary_record.veterinary_record_animals.find((animal) => animal.id === id)
  const exists = known !== undefined
  const [wasNew] = useState(!exists)
  return { id, known, exists, wasNew }
}

interface StoredDraftOptions extends Pick<AnimalStepFormOptions, 'draftName' | 'draft' | 'vetRoute'> {
  id: string
  known: Animal | undefined
  savedValues: AnimalFormValues
}

/** The unsaved input of the form on the device. */
function useStoredDraft({ draftName, id, known, draft, vetRoute, savedValues }: StoredDraftOptions) {
  const exists = known !== undefined
  const saved = useRef(savedValues)
  /** What the author saw; of a draft, before it was typed. */
  const seen = useRef<AnimalInput>({ ...known, ...stillReplaced(draft?.before, draft?.typed ?? {}, known ?? {}) })
  /** The fields that were edited here, so that changes of an existing animal by others are kept. */
  const typedOf = (values: AnimalFormValues): Partial<AnimalFormValues> =>
    exists ? (changedFields(values, saved.current) ?? {}) : values
  const beforeOf = (typed: object) => pickFields(seen.current, new Set(Object.keys(typed)))
  return {
    typedOf,
    beforeOf,
    storeDraft: (values: AnimalFormValues) => {
      const typed = typedOf(values)
      const before = exists && { before: beforeOf(typed) }
      saveDraft(draftName, { id, typed, ...before, vetRoute } satisfies AnimalFormDraft)
    },
    forgetDraft: () => deleteDraft(draftName),
    markSaved: (values: AnimalFormValues, typed: AnimalInput) => {
      saved.current = values
      seen.current = { ...seen.current, ...typed }
    },
  }
}

/** The draft of the diagnosis of an animal that does not exist yet; that of another one is null, as it saves itself. */
function useNewDiagnosis(postMortemId: string, animalId: string, exists: boolean) {
  const draft = diagnosisDrafts.of(postMortemId, animalId)
  const hasInput = useHasInput(draft)
  return exists
    ? { diagnosisDraft: null, hasNewDiagnosis: false }
    : { diagnosisDraft: draft, hasNewDiagnosis: hasInput }
}

/** The reason why the server refused to save an animal, or null. */
function useRefusalOfAnimal(postMortemId: string, animalId: string) {
  const entries = useOutboxEntriesOf(postMortemId).filter(
    (entry) => 'animalId' in entry && entry.animalId === animalId && !sideKinds.has(entry.kind),
  )
  return entries.find(({ refusal }) => refusal)?.refusal ?? null
}
