import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import type { DangerSign } from '@chisholm/domain/danger-signs'
import { can } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { useRef, useState } from 'react'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { deleteDraft, saveDraft } from '../../api/form-drafts.ts'
import { newId } from '../../api/new-id.ts'
import { sideKinds } from '../../api/outbox-entries.ts'
import { today } from '../../api/cached-provider.ts'
import { useSession } from '../../api/session.ts'
import { cachedDangerSigns } from '../library/index.ts'
import { changedFields, pickFields } from '../../ui/changed-fields.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { CardSection } from '../../ui/card-section.tsx'
import { useSiteZone } from '../../ui/site-zone.tsx'
import { useForm } from '../../ui/use-form.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import {
  AnimalFactsList,
  AnimalForm,
  validateAnimal,
  VetDiagnosis,
  toAnimalInput,
  nameOfAnimal,
  animalFormValues,
  type AnimalFormValues,
  useSaveAnimal,
  ClientOpinion,
} from '../animals/index.ts'
import {
  type PhotoDraft,
  type PhotoDrafts,
  PhotosSection,
  PhotoStrip,
  useGuidedPhotos,
  useIsUnsent,
  usePhotoDrafts,
} from '../photos/index.ts'
import { diagnosisDrafts } from './diagnosis-drafts.ts'
import { useDangerWarning } from './danger-warning.tsx'
import { DiagnosisForm } from './diagnosis-form.tsx'
import { useOutboxEntriesOf } from './queries.ts'
import { useHasInput } from './use-animal-draft.ts'
import { useLatestAnimals } from './latest-animals.ts'
import { SeenBefore } from './seen-before.tsx'
import { SeenBeforeReports } from './seen-before-reports.tsx'
import { SingleTabForm } from './single-tab-form.tsx'
import { type StepProps, StepLayout } from './step-layout.tsx'
import { StepIndicator } from './step-indicator.tsx'
import { uiTexts } from '../../ui-texts.ts'

interface AnimalStepProps extends StepProps {
  /** Omit it for a new animal. */
  animalId?: string | undefined
  rfid?: string | undefined
}

/** The draft stored on the device: of an existing animal, the changed fields. `vetRoute` determines where to resume. */
type AnimalDraft = { id: string; typed: Partial<AnimalFormValues>; vetRoute: boolean }

/** Restores unsaved input of the animal under its id. */
export function AnimalStep(props: AnimalStepProps) {
  const { postMortem, inSplitView, animalId = 'new' } = props
  const draftName = `animal ${postMortem.id} ${animalId}`
  return (
    <SingleTabForm<AnimalDraft>
      draftName={draftName}
      renderElsewhere={(notice) => (
        <StepLayout title={postMortem.title} inSplitView={inSplitView}>
          <h1>{postMortem.title}</h1>
          {notice}
        </StepLayout>
      )}
    >
      {(draft) => <AnimalStepForm {...props} draftName={draftName} draft={draft} />}
    </SingleTabForm>
  )
}

/** Adds or edits an animal. Its photos are saved with it. */
function AnimalStepForm({
  postMortem,
  vetRoute,
  inSplitView,
  goToStep,
  animalId,
  rfid,
  draftName,
  draft,
}: AnimalStepProps & { draftName: string; draft: AnimalDraft | null }) {
  const animals = postMortem.veterinary_record.veterinary_record_animals
  const existing = animals.find((animal) => animal.id === animalId)
  const [id] = useState(() => draft?.id ?? animalId ?? newId())
  const entries = useOutboxEntriesOf(postMortem.id)
  const refused = entries.find(
    (entry) => entry.refusal && 'animalId' in entry && entry.animalId === id && !sideKinds.has(entry.kind),
  )
  const currentUser = useSession()
  const saving = useSaveAnimal(postMortem.id)
  const photos = usePhotoDrafts(postMortem.id, id)
  const { ask, dialog } = useConfirm()
  // also one that was created under this id although its form was not closed
  const known = animals.find((animal) => animal.id === id)
  const exists = known !== undefined
  const [wasNew] = useState(!exists)
  const unsent = useIsUnsent(id)
  // The diagnosis of an existing animal has its own draft and is saved separately.
  const diagnosisDraft = diagnosisDrafts.of(postMortem.id, id)
  const hasUnsentDiagnosis = useHasInput(diagnosisDraft) && !exists
  const zone = useSiteZone()
  const saved = useRef(animalFormValues(known, '', today(zone)))
  /** What was typed here: of an existing animal not what others may have changed meanwhile. */
  const typedOf = (values: AnimalFormValues): Partial<AnimalFormValues> =>
    exists ? (changedFields(values, saved.current) ?? {}) : values
  const storeDraft = (values: AnimalFormValues) =>
    saveDraft(draftName, { id, typed: typedOf(values), vetRoute } satisfies AnimalDraft)
  const form = useForm({
    // Drafts of older versions lack newer fields.
    initialValues: { ...animalFormValues(known, rfid, today(zone)), ...draft?.typed },
    savedValues: animalFormValues(known, '', today(zone)),
    initialErrors: refused?.refusal?.errors ?? {},
    validate: (values) => validateAnimal(values, new Date(), zone, known?.rfid ?? undefined),
    onValuesChange: storeDraft,
    onSubmit: async (values) => {
      const diagnosis = exists ? undefined : diagnosisDraft.getState().unsaved?.typed
      const typed = pickFields(toAnimalInput(values, vetRoute), new Set(Object.keys(typedOf(values))))
      const facts = { ...typed, ...diagnosis }
      const outcome = await saving.mutateAsync({ id, isNew: !exists, facts })
      if (diagnosis) await diagnosisDraft.markSaved(diagnosis, outcome === 'sent' ? 'saved' : 'waiting')
      saved.current = values
    },
    onSuccess: async () => {
      if (!form.isDirty()) await deleteDraft(draftName)
    },
    failureText: texts.failure.saveAnimal,
    isLong: true,
  })
  const unsaved = hasUnsentDiagnosis || form.isDirty()
  const mayEdit =
    currentUser !== null && can(currentUser, exists ? 'animal.edit' : 'animal.add', toPermissionSubject(postMortem))

  // not a state: the next step is opened before another render
  const isLeaving = useRef(false)
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // Back closes a layer of this step.
      if (current.pathname === next.pathname && JSON.stringify(current.search) === JSON.stringify(next.search))
        return false
      if ((!unsaved && !photos.hasUnsaved()) || isLeaving.current) return false
      const leaves = await ask({ title: texts.other.unsavedChanges, confirmLabel: uiTexts.leave, isDangerous: true })
      if (leaves) await deleteDraft(draftName)
      if (leaves && !exists) await diagnosisDraft.discard()
      // Nobody needs the photos of an animal that is never created.
      if (leaves && !exists) await photos.discard()
      return !leaves
    },
    enableBeforeUnload: () => unsaved || photos.hasUnsaved(),
  })

  const latest = useLatestAnimals(postMortem, id)
  const { warn } = useDangerWarning()
  const warnOfStops = (signs: readonly DangerSign[]) => warn(signs.filter(({ level }) => level === 'stop'))
  const save = async () => (exists && !unsaved && !refused) || form.submit()
  const saveAndGoTo = async (step: Parameters<typeof goToStep>[0]) => {
    if (!(await warnOfStops(cachedDangerSigns(form.values.danger_sign_ids)))) return
    // An empty form without photos adds no animal.
    if ((unsaved || refused || photos.hasUnsaved()) && !(await save())) return
    if (!(await photos.save())) return
    // Something was typed or added while the rest was saved.
    if (form.isDirty() || photos.hasUnsaved()) return
    isLeaving.current = true
    goToStep(step)
  }
  // With a draft, the photos can be found after a reload, by the id of the animal.
  const addPhotos: PhotoDrafts['add'] = (...chosen) => {
    storeDraft(form.values)
    return photos.add(...chosen)
  }
  const skipPhoto: PhotoDrafts['skip'] = (...reason) => {
    storeDraft(form.values)
    photos.skip(...reason)
  }
  const stepPhotos: PhotoDrafts = { ...photos, add: addPhotos, skip: skipPhoto }
  const guide = useGuidedPhotos(postMortem, id, stepPhotos)
  const retryPhoto = async (draft: PhotoDraft) => {
    if (await save()) await photos.save([draft])
  }
  const isBusy = photos.saving || form.isSubmitting
  const foot = (
    <>
      <Button variant="default" loading={isBusy} onClick={() => void saveAndGoTo({ step: 'animal' })}>
        {postMortemTexts.saveAddAnother}
      </Button>
      <Button loading={isBusy} onClick={() => void saveAndGoTo({})}>
        {postMortemTexts.review}
      </Button>
    </>
  )
  const emptyDiagnosis = { id, vet_diagnosis_id: null, vet_findings: null, vet_diagnosis_note: null }
  const diagnosisSections = vetRoute ? (
    <>
      {mayEdit && existing && (
        <CardSection title={postMortemTexts.diagnosis.yard}>
          <ClientOpinion animal={existing} />
        </CardSection>
      )}
      {mayEdit ? (
        <CardSection title={postMortemTexts.diagnosis.vet}>
          <DiagnosisForm
            postMortemId={postMortem.id}
            animal={existing ?? emptyDiagnosis}
            // what was sent with a new animal is not sent again
            onServer={exists && !unsent && !(wasNew && form.isSubmitting)}
          />
        </CardSection>
      ) : (
        existing && <VetDiagnosis animal={existing} />
      )}
    </>
  ) : (
    existing && <VetDiagnosis animal={existing} />
  )
  const number = exists ? animals.findIndex((animal) => animal.id === id) + 1 : animals.length + 1
  return (
    <StepLayout title={postMortem.title} inSplitView={inSplitView} foot={mayEdit && foot}>
      {postMortem.draft === 1 && <StepIndicator reached={2} />}
      <h1>{existing ? nameOfAnimal(existing) : postMortemTexts.animalNumber(number)}</h1>
      <SeenBeforeReports postMortem={postMortem} exceptAnimalId={id} vetRoute={vetRoute} goToStep={goToStep} />
      {mayEdit ? (
        <AnimalForm
          form={form}
          vetRoute={vetRoute}
          onDanger={(sign) => void warnOfStops([sign])}
          latest={exists ? { ...latest, last: undefined } : latest}
          belowRfid={<SeenBefore rfid={form.values.rfid} postMortem={postMortem} animalId={id} vetRoute={vetRoute} />}
        />
      ) : (
        existing && <AnimalFactsList animal={existing} />
      )}
      {diagnosisSections}
      {mayEdit ? (
        <PhotosSection
          postMortem={postMortem}
          animalId={id}
          photos={stepPhotos}
          guide={guide}
          onRetry={(draft) => void retryPhoto(draft)}
          onReview={() => void saveAndGoTo({})}
        />
      ) : (
        existing && <PhotoStrip postMortem={postMortem} animal={existing} />
      )}
      {dialog}
    </StepLayout>
  )
}
