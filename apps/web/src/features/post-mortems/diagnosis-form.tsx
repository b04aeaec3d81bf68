import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Animal } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { toast, wordsOf } from '../../ui/toast.ts'
import { DiagnosisField } from '../animals/diagnosis-field.tsx'
import { useChangeAnimal } from '../animals/queries.ts'

/** The veterinarian's diagnosis, findings and notes of one animal. */
export function DiagnosisForm({ animal }: { animal: Animal }) {
  const before = {
    vet_diagnosis_id: animal.vet_diagnosis_id,
    vet_findings: animal.vet_findings ?? '',
    vet_diagnosis_note: animal.vet_diagnosis_note ?? '',
  }
  const [typed, setTyped] = useState(before)
  const change = useChangeAnimal()
  const unsaved = JSON.stringify(typed) !== JSON.stringify(before)
  const save = () =>
    change.mutate(
      { id: animal.id, ...typed },
      {
        onSuccess: () => toast.success(texts.success.dataUpdated),
        onError: (failure) => toast.failure(wordsOf(failure, texts.failure.saveAnimal)),
      },
    )
  return (
    <div className="stack diagnosis">
      <DiagnosisField
        label="Diagnosis"
        value={typed.vet_diagnosis_id}
        onChange={(id) => setTyped({ ...typed, vet_diagnosis_id: id })}
      />
      <Textarea
        label="Findings"
        value={typed.vet_findings}
        onChange={(event) => setTyped({ ...typed, vet_findings: event.currentTarget.value })}
      />
      <Textarea
        label="Vet notes"
        placeholder="What the yard should do next"
        value={typed.vet_diagnosis_note}
        onChange={(event) => setTyped({ ...typed, vet_diagnosis_note: event.currentTarget.value })}
      />
      <Button
        variant={unsaved ? 'filled' : 'default'}
        loading={change.isPending}
        onClick={save}
        style={{ alignSelf: 'flex-end' }}
      >
        Save
      </Button>
    </div>
  )
}
