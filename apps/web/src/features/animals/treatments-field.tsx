import './animal-form.css'
import '../../ui/chip.css'
import { TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { constants } from '@chisholm/domain/constants'
import { addDays, type Day, daysBetween } from '@chisholm/domain/dates'
import type { TreatmentGiven } from '@chisholm/domain/treatments-given'
import { useRef } from 'react'
import { newId } from '../../api/new-id.ts'
import { focusSection } from '../../ui/focus-section.ts'
import { RemovedRow } from '../../ui/removed-row.tsx'
import { useRemoved } from '../../ui/use-removed.ts'
import { useEntries } from '../library/index.ts'
import { deathTexts } from './death-texts.ts'

interface TreatmentsFieldProps {
  value: TreatmentGiven[]
  onChange: (treatments: TreatmentGiven[]) => void
  errorOf: (field: string) => string | undefined
  /** The day of death, from which days are counted back. */
  dayOfDeath: Day
}

/** The treatments of the animal: one tap per treatment, and the number of days before death. */
export function TreatmentsField({ value, onChange, errorOf, dayOfDeath }: TreatmentsFieldProps) {
  const { entries = [] } = useEntries('treatments', [])
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const { removed, remove, undo, forget } = useRemoved(value, onChange)
  const add = (treatment: Pick<TreatmentGiven, 'treatment_id' | 'name'>) => {
    forget()
    onChange([...value, { ...treatment, id: newId(), given_at: null, note: null }])
  }
  const edit = (id: string, change: Partial<TreatmentGiven>) =>
    onChange(value.map((one) => (one.id === id ? { ...one, ...change } : one)))
  const rows = value.map((treatment, index) => (
    <TreatmentRow
      key={treatment.id}
      treatment={treatment}
      dayOfDeath={dayOfDeath}
      onEdit={(change) => edit(treatment.id, change)}
      onRemove={() => remove(treatment.id)}
      errorOf={(field) => errorOf(`treatments_given.${index}.${field}`)}
    />
  ))
  const undoRow = removed && (
    <RemovedRow
      key={removed.item.id}
      name={removed.item.name || deathTexts.treatmentName}
      onUndo={() => {
        undo()
        if (fieldset.current) focusSection(fieldset.current)
      }}
    />
  )
  return (
    <fieldset className="treatments" ref={fieldset}>
      <legend>{deathTexts.treatments}</legend>
      {undoRow ? rows.toSpliced(removed.index, 0, undoRow) : rows}
      {value.length < constants.treatmentsGiven.max && (
        <>
          {value.length === 0 && <p className="hint">{deathTexts.treatmentsHint}</p>}
          <div className="chips">
            {entries.map(({ id, name }) => (
              <button key={id} type="button" className="chip" onClick={() => add({ treatment_id: id, name })}>
                <IconPlus size={16} aria-hidden />
                {name}
              </button>
            ))}
            <button type="button" className="chip" onClick={() => add({ treatment_id: null, name: '' })}>
              <IconPlus size={16} aria-hidden />
              {deathTexts.otherTreatment}
            </button>
          </div>
        </>
      )}
    </fieldset>
  )
}

interface TreatmentRowProps {
  treatment: TreatmentGiven
  dayOfDeath: Day
  onEdit: (change: Partial<TreatmentGiven>) => void
  onRemove: () => void
  errorOf: (field: keyof TreatmentGiven) => string | undefined
}

function TreatmentRow({ treatment, dayOfDeath, onEdit, onRemove, errorOf }: TreatmentRowProps) {
  const { treatment_id, name, given_at, note } = treatment
  const shownName = name || deathTexts.treatmentName
  const setDays = (typed: string) => {
    const digits = typed.replaceAll(/\D/g, '').slice(0, 4)
    onEdit({ given_at: digits ? addDays(dayOfDeath, -Number(digits)) : null })
  }
  return (
    <div className="treatment">
      {treatment_id ? (
        <b>{name}</b>
      ) : (
        <TextInput
          label={deathTexts.treatmentName}
          value={name}
          onChange={(event) => onEdit({ name: event.currentTarget.value })}
          error={errorOf('name')}
          autoComplete="off"
        />
      )}
      <TextInput
        label={deathTexts.daysBefore}
        aria-label={deathTexts.daysBeforeOf(shownName)}
        inputMode="numeric"
        autoComplete="off"
        value={given_at === null ? '' : String(daysBetween(given_at, dayOfDeath))}
        onChange={(event) => setDays(event.currentTarget.value)}
        error={errorOf('given_at')}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={deathTexts.removeTreatment(shownName)}
        onClick={onRemove}
      >
        <IconTrash size={22} stroke={1.8} aria-hidden />
      </button>
      <TextInput
        className="treatment-note"
        label={deathTexts.treatmentNote}
        aria-label={deathTexts.treatmentNoteOf(shownName)}
        placeholder={deathTexts.treatmentNoteHint}
        value={note ?? ''}
        maxLength={constants.treatmentsGiven.noteMax}
        autoComplete="off"
        onChange={({ currentTarget: { value: typed } }) => onEdit({ note: typed || null })}
        error={errorOf('note')}
      />
    </div>
  )
}
