import { Button } from '@mantine/core'
import { texts } from '@chisholm/domain/texts'
import type { BasedEntry } from '../../api/concurrent-changes.ts'
import type { VetDiagnosisFields } from '../../api/outbox-changes.ts'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { outboxState, useOutbox } from '../../api/outbox-state.ts'
import { afterPress } from '../../ui/after-press.ts'
import { toast } from '../../ui/toast.ts'
import { ConflictBanner } from './conflict-banner.tsx'
import { postMortemTexts } from './post-mortem-texts.ts'
import { SaveStatus, statusOfUnsent } from './save-status.tsx'
import { uiTexts } from '../../ui-texts.ts'
import { DiagnosisField, PhraseTextarea } from '../animals/index.ts'
import { diagnosisDrafts } from './diagnosis-drafts.ts'
import { animalTexts } from '../animals/index.ts'
import { valuesToShow } from './unsaved-input.ts'
import { useAnimalDraft } from './use-animal-draft.ts'

interface DiagnosisFormProps {
  postMortemId: string
  animal: VetDiagnosisFields & { id: string }
  /** False for a new animal, whose diagnosis is saved with it. */
  onServer: boolean
}

/**
 * Diagnosis, findings and notes of one animal. A draft is stored on every keystroke, and the fields are saved when they
 * lose the focus.
 */
export function DiagnosisForm({ postMortemId, animal, onServer }: DiagnosisFormProps) {
  const draft = diagnosisDrafts.of(postMortemId, animal.id)
  const state = useAnimalDraft(draft, onServer)
  const { unsaved, status, savedAt, reason } = state
  const unsent = useUnsentDiagnoses(animal.id)
  const values = valuesToShow(animal, state)
  const changeFields = (change: Partial<VetDiagnosisFields>) => draft.change(animal, change)
  const save = () => (onServer ? draft.save() : Promise.resolve(false))
  const saveAndToast = async () => {
    if (!(await save())) toast.failure(texts.failure.saveAnimal)
    else if (!outboxState.getState().unsent.some(isDiagnosisOf(animal.id))) toast.success(texts.success.dataUpdated)
  }
  return (
    <div className="stack diagnosis" onBlur={() => afterPress(() => void save())}>
      {unsent.map((entry) => entry.refusal?.conflict && <ConflictBanner key={entry.id} entry={entry} />)}
      <div className={printedIf(values.vet_diagnosis_id)}>
        <DiagnosisField
          label={animalTexts.diagnosis}
          value={values.vet_diagnosis_id}
          onChange={(vet_diagnosis_id) => {
            changeFields({ vet_diagnosis_id })
            void save()
          }}
        />
      </div>
      <div className={printedIf(values.vet_findings)}>
        <PhraseTextarea
          label={animalTexts.findings}
          value={values.vet_findings ?? ''}
          onChange={(vet_findings) => changeFields({ vet_findings })}
        />
      </div>
      <div className={printedIf(values.vet_diagnosis_note)}>
        <PhraseTextarea
          label={animalTexts.vetNotes}
          placeholder={postMortemTexts.diagnosis.notesHint}
          value={values.vet_diagnosis_note ?? ''}
          onChange={(vet_diagnosis_note) => changeFields({ vet_diagnosis_note })}
        />
      </div>
      {onServer && (
        <div className="row between no-print">
          <SaveStatus
            status={status === 'waiting' ? statusOfUnsent(unsent) : status}
            savedAt={savedAt}
            reason={reason}
          />
          <span className="row">
            {status === 'failed' && (
              <Button variant="subtle" onClick={() => void draft.discard()}>
                {postMortemTexts.diagnosis.discard}
              </Button>
            )}
            {/* The button is never disabled: moving from a field to this button already saves, and the click must
                still count. */}
            <Button variant={unsaved ? 'filled' : 'default'} onClick={() => void saveAndToast()}>
              {uiTexts.save}
            </Button>
          </span>
        </div>
      )}
    </div>
  )
}

/** Paper shows no empty fields. */
const printedIf = (value: string | null | undefined) => (value?.trim() ? undefined : 'no-print')

const isDiagnosisOf =
  (animalId: string) =>
  (entry: OutboxEntry): entry is BasedEntry =>
    entry.kind === 'diagnose animal' && entry.animalId === animalId

/** The unsent changes of an animal's diagnosis. */
const useUnsentDiagnoses = (animalId: string): BasedEntry[] => useOutbox().unsent.filter(isDiagnosisOf(animalId))
