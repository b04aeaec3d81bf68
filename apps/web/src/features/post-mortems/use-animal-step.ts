import type { DangerSign } from '@chisholm/domain/danger-signs'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isScanHeld } from '../../ui/use-keyboard-scan.ts'
import { useLeaveGuard } from '../../ui/use-leave-guard.tsx'
import { cachedDangerSigns, useDangerSigns } from '../library/index.ts'
import { type PhotoDraft, type PhotoDrafts, useGuidedPhotos, usePhotoDrafts } from '../photos/index.ts'
import { useDangerWarning } from './danger-warning.tsx'
import type { StepProps } from './step-layout.tsx'
import type { StepSearch } from './step-search-params.ts'
import { type AnimalStepFormOptions, useAnimalStepForm } from './use-animal-step-form.ts'
import { useScansForNextAnimal } from './use-scans-for-next-animal.ts'

/** Adding or editing an animal: its form, its photos, which are saved with it, and leaving the step. */
export function useAnimalStep({ goToStep, ...options }: AnimalStepFormOptions & Pick<StepProps, 'goToStep'>) {
  const { postMortem } = options
  const { id, exists, wasNew, isCorrection, form, ...animal } = useAnimalStepForm(options)
  const photos = usePhotosOfForm(postMortem.id, id, animal.storeDraft)
  const signs = useDangerSigns(form.values.danger_sign_ids)
  const guide = useGuidedPhotos(postMortem, { id, signs }, photos)
  const { warn } = useDangerWarning()
  const warnOfStops = (signs: readonly DangerSign[]) => warn(signs.filter(({ level }) => level === 'stop'))

  // not a state: the next step is opened before another render
  const isLeaving = useRef(false)
  const leaveDialog = useLeaveGuard(() => !isLeaving.current && (animal.hasUnsaved() || photos.hasUnsaved()), {
    isStep: true,
    onLeave: async () => {
      await animal.discard()
      // Nobody needs the photos of an animal that is never created.
      if (!exists) await photos.discard()
    },
  })

  // a form that was emptied again is not resumed
  const forgetEmpty = useEffectEvent(() => {
    const hasPhotos = photos.hasUnsaved() || Object.keys(photos.typedReasons).length > 0
    if (!animal.hasUnsaved() && !hasPhotos) void animal.forgetDraft()
  })
  useEffect(() => () => forgetEmpty(), [])

  const { whileSaving, ...scans } = useScansForNextAnimal(animal.savedRfid)

  /** @returns whether the step is opened */
  const saveThenGoTo = async (step: StepSearch): Promise<boolean> => {
    if (!(await warnOfStops(cachedDangerSigns(form.values.danger_sign_ids)))) return false
    // An empty form without photos adds no animal.
    if ((animal.mustBeSaved() || photos.hasUnsaved()) && !(await animal.save())) return false
    if (!(await photos.save())) return false
    // Something was typed or added while the rest was saved.
    if (form.isDirty() || photos.hasUnsaved()) return false
    await animal.forgetDraft()
    isLeaving.current = true
    // the review asks which version counts
    const next = animal.hasConflict() ? {} : isScanHeld() && !isCorrection ? { step: 'animal' as const } : step
    // Back would open the form of yet another animal
    goToStep(next, wasNew)
    return true
  }
  const saveAndGoTo = (step: StepSearch) =>
    whileSaving(() => saveThenGoTo(step), step.step === 'animal' && step.animal === undefined)
  return {
    id,
    exists,
    scans,
    wasNew,
    isCorrection,
    form,
    photos,
    guide,
    isSaving: photos.saving || form.isSubmitting,
    warnOfStops,
    saveAndGoTo,
    retryPhoto: async (draft: PhotoDraft) => {
      if (await animal.save()) await photos.save([draft])
    },
    leaveDialog,
  }
}

/** The photo drafts of an animal. Each one also stores the form of the animal, by whose id it is found again. */
function usePhotosOfForm(postMortemId: string, animalId: string, storeForm: () => void): PhotoDrafts {
  const drafts = usePhotoDrafts(postMortemId, animalId)
  return {
    ...drafts,
    add: (...chosen) => {
      storeForm()
      return drafts.add(...chosen)
    },
    undoRemoval: (draft) => {
      storeForm()
      return drafts.undoRemoval(draft)
    },
    skip: (...reason) => {
      storeForm()
      drafts.skip(...reason)
    },
    typeReason: (slotId, reason) => {
      if (reason) storeForm()
      drafts.typeReason(slotId, reason)
    },
  }
}
