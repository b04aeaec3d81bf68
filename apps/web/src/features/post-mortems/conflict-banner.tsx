import './conflict-banner.css'
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { formatLongVisit } from '@chisholm/domain/dates'
import { fullName } from '@chisholm/domain/full-name'
import { useSiteZone } from '../../ui/site-zone.tsx'
import { type BasedEntry, comparable } from '../../api/concurrent-changes.ts'
import { outbox } from '../../api/outbox.ts'
import { animalTexts } from '../animals/index.ts'
import { describeExaminationField, isExaminationField } from './examine/describe-examination.ts'
import { visitTexts } from '../visits/index.ts'
import { examinationTexts } from './examine/examination-texts.ts'
import { postMortemTexts } from './post-mortem-texts.ts'

const { conflict: conflictTexts } = postMortemTexts
const labels: Record<string, string> = {
  vet_diagnosis_id: animalTexts.diagnosis,
  vet_findings: animalTexts.findings,
  vet_diagnosis_note: animalTexts.vetNotes,
  systems: examinationTexts.examination,
  lesions: examinationTexts.cause,
  mode: examinationTexts.mode,
  extent: examinationTexts.extent,
  condition: examinationTexts.condition,
  scheduled_at: visitTexts.date,
  duration_minutes: visitTexts.minutes,
  scheduled_for_id: postMortemTexts.vet,
}

/** Shows conflicting values of two people side by side, field by field. The user chooses the values to keep. */
export function ConflictBanner({ entry }: { entry: BasedEntry }) {
  const [chosen, setChosen] = useState<Record<string, 'mine' | 'theirs'>>({})
  const textOf = useTextOf(entry.names)
  const conflict = Object.entries(entry.refusal?.conflict ?? {})
  const typed = new Map<string, string | null>(
    Object.entries(entry.body).map(([field, value]) => [field, comparable(field, value) || null]),
  )
  const nameOf = (value: string | null | undefined) =>
    (value &&
      (entry.names[value] ?? (entry.kind === 'schedule post-mortem' && entry.vet ? fullName(entry.vet) : null))) ||
    null
  const choose = (field: string) => (choice: 'mine' | 'theirs') => setChosen({ ...chosen, [field]: choice })
  const resolve = () => {
    const ownFields = conflict.flatMap(([field]) => (chosen[field] === 'mine' ? [field] : []))
    void outbox.resolve(entry, new Set(ownFields))
  }
  return (
    <section className="banner conflict" aria-label={conflictTexts.title}>
      <p role="alert">{conflictTexts.explained}</p>
      {conflict.map(([field, theirs]) => (
        <Versions
          key={field}
          label={labels[field] ?? field}
          mine={textOf(field, typed.get(field), field.endsWith('_id') ? nameOf(typed.get(field)) : null)}
          theirs={textOf(field, theirs.value, theirs.name)}
          chosen={chosen[field]}
          onChoose={choose(field)}
        />
      ))}
      <Button disabled={conflict.some(([field]) => !chosen[field])} onClick={resolve}>
        {conflictTexts.use}
      </Button>
    </section>
  )
}

/** Shows a value in the same way as its form. */
function useTextOf(names: Record<string, string>) {
  const zone = useSiteZone()
  return (field: string, value: string | null | undefined, name: string | null) => {
    if (!value) return conflictTexts.nothing
    if (isExaminationField(field)) return name ?? describeExaminationField(field, value, names)
    return field === 'scheduled_at' ? formatLongVisit(value, zone) : (name ?? value)
  }
}

interface VersionsProps {
  label: string
  mine: string
  theirs: string
  chosen: 'mine' | 'theirs' | undefined
  onChoose: (choice: 'mine' | 'theirs') => void
}

function Versions({ label, mine, theirs, chosen, onChoose }: VersionsProps) {
  const name = useId()
  const versions = [
    ['mine', conflictTexts.mine, mine],
    ['theirs', conflictTexts.theirs, theirs],
  ] as const
  return (
    <fieldset className="conflict-field">
      <legend>{label}</legend>
      {versions.map(([choice, whose, text]) => (
        <label key={choice} className="conflict-version">
          <span className="row">
            <input type="radio" name={name} checked={chosen === choice} onChange={() => onChoose(choice)} />
            <b>{whose}</b>
          </span>
          <span className="conflict-text">{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
