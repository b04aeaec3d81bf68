import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { can } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { ApiFailure } from '../../api/client.ts'
import { forget, keep, keptQuery } from '../../api/kept.ts'
import { newId } from '../../api/new-id.ts'
import { today } from '../../api/practice.ts'
import { useSession } from '../../api/session.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Part } from '../../ui/part.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import {
  AnimalFactsList,
  AnimalForm,
  animalMistakes,
  Diagnosis,
  factsOf,
  nameOfAnimal,
  typedAnimal,
  type TypedAnimal,
  useSaveAnimal,
  YardsWords,
} from '../animals/index.ts'
import { type PhotoDraft, PhotoEditor, PhotoStrip, useIsUnsent, usePhotoDrafts } from '../photos/index.ts'
import { diagnosisTyped, dropDiagnosis, useHasDiagnosisDraft } from './diagnosis-drafts.ts'
import { DiagnosisForm } from './diagnosis-form.tsx'
import { useEntriesOf } from './queries.ts'
import { type StepProps, StepFrame } from './step-frame.tsx'
import { Steps } from './steps.tsx'
import { uiTexts } from '../../ui-texts.ts'

interface AnimalStepProps extends StepProps {
  /** Omitted for a new animal. */
  animalId?: string | undefined
  rfid?: string | undefined
}

/** Stored on the device. `vetRoute` tells where to resume. */
type Kept = { id: string; typed: TypedAnimal; vetRoute: boolean }

/** Restores unsaved input of the animal under its id. */
export function AnimalStep(props: AnimalStepProps) {
  const form = `animal ${props.ticket.id} ${props.animalId ?? 'new'}`
  const kept = useQuery(keptQuery<Kept>(form))
  if (kept.isPending) return null
  return <AnimalStepForm {...props} form={form} kept={kept.data ?? null} />
}

/** Adds or edits an animal; its photos are saved with it. */
function AnimalStepForm({
  ticket,
  vetRoute,
  beside,
  go,
  animalId,
  rfid,
  form,
  kept,
}: AnimalStepProps & { form: string; kept: Kept | null }) {
  const animals = ticket.veterinary_record.veterinary_record_animals
  const known = animals.find((animal) => animal.id === animalId)
  const [id] = useState(() => kept?.id ?? animalId ?? newId())
  const [saved, setSaved] = useState(() => typedAnimal(known, '', today()))
  // drafts of older versions lack newer fields
  const [typed, setTyped] = useState(() => ({ ...typedAnimal(known, rfid, today()), ...kept?.typed }))
  const type = (next: TypedAnimal) => {
    setTyped(next)
    keep(form, { id, typed: next, vetRoute } satisfies Kept)
    // an error disappears once its field is edited
    // cast: Object.keys and Object.entries forget which keys there are
    const touched = (Object.keys(next) as (keyof TypedAnimal)[]).filter((field) => next[field] !== typed[field])
    // cast: includes wants the type of its elements, and any field may be asked for
    setErrors((told) => Object.fromEntries(Object.entries(told).filter(([field]) => !touched.includes(field as never))))
  }
  const entries = useEntriesOf(ticket.id)
  const refused = entries.find((entry) => entry.refusal && 'animalId' in entry && entry.animalId === id)
  const [errors, setErrors] = useState<Record<string, string[]>>(() => refused?.refusal?.errors ?? {})
  const person = useSession()
  const saving = useSaveAnimal(ticket.id)
  const photos = usePhotoDrafts(ticket.id, id)
  const { ask, dialog } = useConfirm()
  const exists = animals.some((animal) => animal.id === id)
  const unsent = useIsUnsent(id)
  // the diagnosis of an existing animal has its own draft and save
  const hasOpinion = useHasDiagnosisDraft(ticket.id, id) && !exists
  const unsaved = hasOpinion || JSON.stringify(typed) !== JSON.stringify(saved)
  const mayEdit = person !== null && can(person, exists ? 'animal.edit' : 'animal.add', toPermissionSubject(ticket))

  const [leaving, setLeaving] = useState(false)
  useBlocker({
    shouldBlockFn: async () => {
      if ((!unsaved && !photos.anyLeft()) || leaving) return false
      const leaves = await ask({ title: texts.other.unsavedChanges, verb: uiTexts.leave, dangerous: true })
      if (leaves) await forget(form)
      if (leaves && !exists) await dropDiagnosis(ticket.id, id)
      // photos of an animal that is never created are useless
      if (leaves && !exists) await photos.remove(photos.drafts.map((draft) => draft.id))
      return !leaves
    },
    enableBeforeUnload: () => unsaved || photos.anyLeft(),
  })

  /** @returns whether it was sent or is waiting in the outbox */
  const save = async (): Promise<boolean> => {
    if (exists && !unsaved && !refused) return true
    const mistakes = animalMistakes(typed)
    setErrors(mistakes)
    if (Object.keys(mistakes).length > 0) {
      toast.failure(texts.refusal.invalid)
      return false
    }
    const opinion = exists ? null : diagnosisTyped(ticket.id, id)
    try {
      await saving.mutateAsync({ id, isNew: !exists, facts: { ...factsOf(typed, vetRoute), ...opinion } })
      setSaved(typed)
      await forget(form)
      if (!exists) await dropDiagnosis(ticket.id, id)
      return true
    } catch (failure) {
      if (failure instanceof ApiFailure) setErrors(failure.errors)
      toast.failure(wordsOf(failure, texts.failure.saveAnimal))
      return false
    }
  }
  const saveAndGo = async (step: Parameters<typeof go>[0]) => {
    // an empty form without photos adds no animal
    if ((unsaved || refused || photos.anyLeft()) && !(await save())) return
    if (!(await photos.save())) return
    setLeaving(true)
    // the blocker reads `leaving` only after the next render
    setTimeout(() => go(step))
  }
  const addPhotos = (files: File[]) => {
    // lets the photos be found after a reload, by the id of the animal
    keep(form, { id, typed, vetRoute } satisfies Kept)
    return photos.add(files)
  }
  const retryPhoto = async (draft: PhotoDraft) => {
    if (await save()) await photos.save([draft])
  }
  const busy = photos.saving || saving.isPending
  const foot = (
    <>
      <Button variant="default" loading={busy} onClick={() => void saveAndGo({ step: 'animal' })}>
        {postMortemTexts.saveAddAnother}
      </Button>
      <Button loading={busy} onClick={() => void saveAndGo({})}>
        {postMortemTexts.review}
      </Button>
    </>
  )
  const blank = { id, vet_diagnosis_id: null, vet_findings: null, vet_diagnosis_note: null }
  const opinions = vetRoute ? (
    <>
      {mayEdit && known && (
        <Part title={postMortemTexts.diagnosis.yard}>
          <YardsWords animal={known} />
        </Part>
      )}
      {mayEdit ? (
        <Part title={postMortemTexts.diagnosis.vet}>
          <DiagnosisForm ticketId={ticket.id} animal={known ?? blank} onServer={exists && !unsent} />
        </Part>
      ) : (
        known && <Diagnosis animal={known} />
      )}
    </>
  ) : (
    known && <Diagnosis animal={known} />
  )
  const number = exists ? animals.findIndex((animal) => animal.id === id) + 1 : animals.length + 1
  return (
    <StepFrame title={ticket.title} beside={beside} foot={mayEdit && foot}>
      {ticket.draft === 1 && <Steps reached={2} />}
      <h1>{known ? nameOfAnimal(known) : postMortemTexts.animalNumber(number)}</h1>
      {mayEdit ? (
        <AnimalForm typed={typed} onChange={type} errors={errors} vetRoute={vetRoute} />
      ) : (
        known && <AnimalFactsList animal={known} />
      )}
      {opinions}
      {mayEdit ? (
        <PhotoEditor
          ticket={ticket}
          animalId={id}
          photos={{ ...photos, add: addPhotos }}
          onRetry={(draft) => void retryPhoto(draft)}
        />
      ) : (
        known && <PhotoStrip ticket={ticket} animal={known} />
      )}
      {dialog}
    </StepFrame>
  )
}
