import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { texts } from '@chisholm/domain/texts'
import { type DescriptionRow, DescriptionList } from '../../ui/description-list.tsx'
import { animalTexts } from './animal-texts.ts'
import { useEntries } from '../library/index.ts'

/** The veterinarian's diagnosis, which cannot be edited here. */
export function VetDiagnosis({ animal }: { animal: Animal }) {
  const { entries } = useEntries('diagnoses', [animal.vet_diagnosis_id])
  const notifiable = entries?.find((entry) => entry.id === animal.vet_diagnosis_id)?.notifiable
  const rows: DescriptionRow[] = [
    [animalTexts.diagnosis, animal.vet_diagnosis?.name ?? null],
    [animalTexts.findings, animal.vet_findings],
    [animalTexts.vetNotes, animal.vet_diagnosis_note],
  ]
  if (rows.every(([, value]) => !value)) return null
  return (
    <>
      <DescriptionList rows={rows} />
      {notifiable && <p className="banner danger">{texts.other.notifiable}</p>}
    </>
  )
}
