import { useDebouncedCallback } from '@mantine/hooks'
import type { Animal, PostMortem } from '@chisholm/domain/schemas'
import type { BasedEntry } from '../../../api/concurrent-changes.ts'
import { useOutbox } from '../../../api/outbox-state.ts'
import type { VetDiagnosisFields } from '../../../api/outbox-entries.ts'
import { diagnosisDrafts } from '../diagnosis-drafts.ts'
import { examinationDrafts } from '../examination-drafts.ts'
import { statusOfUnsent } from '../save-status.tsx'
import { type ExaminationValues, valuesOf } from './examination-values.ts'

/** Delay in milliseconds between the last change and saving. */
const pause = 1200

/**
 * The form state of an animal's opinion. Each change is stored as a draft at once, and saved when the typing pauses.
 */
export function useExamination(postMortem: PostMortem, animal: Animal) {
  const examination = examinationDrafts.useDraft(postMortem.id, animal.id, true)
  const diagnosis = diagnosisDrafts.useDraft(postMortem.id, animal.id, true)
  const unsent = useOutbox().unsent.filter(
    (entry): entry is BasedEntry =>
      (entry.kind === 'examine animal' || entry.kind === 'diagnose animal') && entry.animalId === animal.id,
  )
  const shown = valuesOf(animal)
  const values: ExaminationValues = examinationDrafts.valuesToShow(shown, examination)
  const { vet_diagnosis_id, vet_findings, vet_diagnosis_note }: VetDiagnosisFields = animal
  const shownDiagnosis = { vet_diagnosis_id, vet_findings, vet_diagnosis_note }
  const comment = diagnosisDrafts.valuesToShow(shownDiagnosis, diagnosis).vet_diagnosis_note ?? ''
  const save = async () => {
    const saved = await Promise.all([
      examinationDrafts.save(postMortem.id, animal.id),
      diagnosisDrafts.save(postMortem.id, animal.id),
    ])
    return saved.every(Boolean)
  }
  const saveSoon = useDebouncedCallback(() => void save(), { delay: pause, flushOnUnmount: true })
  const change = (changed: Partial<ExaminationValues>) => {
    const isFirst = values.examined_at === null
    const begun = {
      examined_at: new Date().toISOString(),
      ...(values.mode === null && {
        mode: postMortem.no_vet_visit_requested === 1 ? ('photos' as const) : ('on_site' as const),
      }),
    }
    examinationDrafts.saveDraft(postMortem.id, animal.id, shown, isFirst ? { ...begun, ...changed } : changed)
    saveSoon()
  }
  const changeComment = (typed: string) => {
    diagnosisDrafts.saveDraft(postMortem.id, animal.id, shownDiagnosis, { vet_diagnosis_note: typed })
    saveSoon()
  }
  const { status, reason } = examination.status === 'untouched' ? diagnosis : examination
  return {
    values,
    comment,
    unsent,
    status: status === 'waiting' ? statusOfUnsent(unsent) : status,
    reason,
    change,
    changeComment,
    save,
  }
}
export type ExaminationForm = ReturnType<typeof useExamination>
