import { useDebouncedCallback } from '@mantine/hooks'
import type { Animal, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { serverNow } from '../../../api/server-clock.ts'
import type { BasedEntry } from '../../../api/concurrent-changes.ts'
import { useOutbox } from '../../../api/outbox-state.ts'
import type { VetDiagnosisFields } from '../../../api/outbox-changes.ts'
import { diagnosisDrafts } from '../diagnosis-drafts.ts'
import { examinationDrafts } from '../examination-drafts.ts'
import { statusOfUnsent } from '../save-status.tsx'
import { valuesToShow } from '../unsaved-input.ts'
import { useAnimalDraft } from '../use-animal-draft.ts'
import { type ExaminationValues, valuesOf } from './examination-values.ts'

/** Delay in milliseconds between the last change and saving. */
const pause = 1200

/**
 * The form state of an animal's opinion. Each change is stored as a draft at once, and saved when the typing pauses.
 */
export function useExamination(postMortem: PostMortem, animal: Animal) {
  const examinationDraft = examinationDrafts.of(postMortem.id, animal.id)
  const diagnosisDraft = diagnosisDrafts.of(postMortem.id, animal.id)
  const examination = useAnimalDraft(examinationDraft, true)
  const diagnosis = useAnimalDraft(diagnosisDraft, true)
  const unsent = useOutbox().unsent.filter(
    (entry): entry is BasedEntry =>
      (entry.kind === 'examine animal' || entry.kind === 'diagnose animal') && entry.animalId === animal.id,
  )
  const shown = valuesOf(animal)
  const values: ExaminationValues = valuesToShow(shown, examination)
  const { vet_diagnosis_id, vet_findings, vet_diagnosis_note }: VetDiagnosisFields = animal
  const shownDiagnosis = { vet_diagnosis_id, vet_findings, vet_diagnosis_note }
  const comment = valuesToShow(shownDiagnosis, diagnosis).vet_diagnosis_note ?? ''
  const save = async () => {
    const saved = await Promise.all([examinationDraft.save(), diagnosisDraft.save()])
    return saved.every(Boolean)
  }
  const saveSoon = useDebouncedCallback(() => void save(), { delay: pause, flushOnUnmount: true })
  const change = (changed: Partial<ExaminationValues>) => {
    const isFirst = values.examined_at === null
    const begun = {
      examined_at: serverNow().toISOString(),
      ...(values.mode === null && {
        mode: postMortem.no_vet_visit_requested === 1 ? ('photos' as const) : ('on_site' as const),
      }),
    }
    examinationDraft.change(shown, isFirst ? { ...begun, ...changed } : changed)
    saveSoon()
  }
  const changeComment = (typed: string) => {
    diagnosisDraft.change(shownDiagnosis, { vet_diagnosis_note: typed })
    saveSoon()
  }
  const { status, savedAt, reason } = examination.status === 'untouched' ? diagnosis : examination
  return {
    values,
    comment,
    unsent,
    status: status === 'waiting' ? statusOfUnsent(unsent) : status,
    savedAt,
    reason,
    change,
    changeComment,
    save,
  }
}
export type ExaminationForm = ReturnType<typeof useExamination>
