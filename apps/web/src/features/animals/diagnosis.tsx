import type { Animal } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { useEntries } from '../library/queries.ts'

/** The veterinarian's diagnosis, read-only. */
export function Diagnosis({ animal }: { animal: Animal }) {
  const { entries } = useEntries('diagnoses', [animal.vet_diagnosis_id])
  const notifiable = entries?.find((entry) => entry.id === animal.vet_diagnosis_id)?.notifiable
  const rows: [string, string | null][] = [
    ['Diagnosis', animal.vet_diagnosis?.name ?? null],
    ['Findings', animal.vet_findings],
    ['Vet notes', animal.vet_diagnosis_note],
  ]
  if (rows.every(([, value]) => !value)) return null
  return (
    <>
      <dl className="facts">
        {rows.map(([name, value]) => value && [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
      </dl>
      {notifiable && <p className="banner danger">{texts.other.notifiable}</p>}
    </>
  )
}
