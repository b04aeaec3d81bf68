import { ActionIcon, NativeSelect, Select } from '@mantine/core'
import { IconChevronRight, IconCircle, IconCircleDot, IconCircleHalf2, IconTrash } from '@tabler/icons-react'
import { lesionOptions } from '@chisholm/domain/examination'
import type { LibraryEntry } from '@chisholm/domain/schemas/library'
import { texts } from '@chisholm/domain/texts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { LesionInput } from '../../../api/outbox-changes.ts'
import { newId } from '../../../api/new-id.ts'
import { uiTexts } from '../../../ui-texts.ts'
import { fitInViewport, optionsHeight } from '../../../ui/fit-in-viewport.ts'
import { RemovedRow } from '../../../ui/removed-row.tsx'
import { useRemoved } from '../../../ui/use-removed.ts'
import { PhraseTextarea } from '../../animals/index.ts'
import { choicesOf, useEntries } from '../../library/index.ts'
import { examinationTexts } from './examination-texts.ts'
import { type ExaminationValues, newLesion, restoredLesion, withLesion } from './examination-values.ts'

interface LesionsPanelProps {
  values: ExaminationValues
  onChange: (lesions: LesionInput[]) => void
  adder: RefObject<HTMLInputElement | null>
}

/** The lesions of an animal. Of several, one is open; the others are a name and a summary. */
export function LesionsPanel({ values, onChange, adder }: LesionsPanelProps) {
  const { lesions } = values
  const { entries } = useEntries(
    'diagnoses',
    lesions.map(({ diagnosis_id }) => diagnosis_id),
  )
  const diagnosisOf = (lesion: LesionInput) => entries?.find(({ id }) => id === lesion.diagnosis_id)
  const [added, setAdded] = useState<string | null>(null)
  const [open, setOpen] = useState<string | null>(null)
  const { removed, remove, undo, forget } = useRemoved(lesions, onChange, restoredLesion)
  const focusAndOpen = (id: string) => {
    setAdded(id)
    setOpen(id)
  }
  const add = (diagnosisId: string) => {
    const lesion = newLesion(newId(), diagnosisId, values)
    forget()
    onChange([...lesions, lesion])
    focusAndOpen(lesion.id)
  }
  const cards = lesions.map((lesion) => (
    <LesionCard
      key={lesion.id}
      lesion={lesion}
      diagnosis={diagnosisOf(lesion)}
      takesFocus={lesion.id === added}
      isOpen={lesions.length === 1 || lesion.id === open}
      {...(lesions.length > 1 && { onToggle: () => setOpen(lesion.id === open ? null : lesion.id) })}
      onChange={(change) => onChange(withLesion(lesions, lesion.id, change))}
      onRemove={() => remove(lesion.id)}
    />
  ))
  const undoRow = removed && (
    <RemovedRow
      key={removed.item.id}
      name={diagnosisOf(removed.item)?.name ?? examinationTexts.lesion}
      onUndo={() => {
        undo()
        focusAndOpen(removed.item.id)
      }}
    />
  )
  return (
    <section className="stack" aria-labelledby="lesions">
      <h2 id="lesions">{examinationTexts.cause}</h2>
      {lesions.length === 0 && !removed && <p className="hint">{examinationTexts.noLesions}</p>}
      {undoRow ? cards.toSpliced(removed.index, 0, undoRow) : cards}
      <LesionAdder field={adder} entries={entries} chosen={lesions} onAdd={add} />
    </section>
  )
}

interface LesionAdderProps {
  field: RefObject<HTMLInputElement | null>
  entries: LibraryEntry[] | undefined
  chosen: readonly LesionInput[]
  onAdd: (diagnosisId: string) => void
}

/** Finds a diagnosis by a few letters; Enter takes the first one. */
function LesionAdder({ field, entries, chosen, onAdd }: LesionAdderProps) {
  const [typed, setTyped] = useState('')
  const free = entries?.filter(({ id }) => !chosen.some(({ diagnosis_id }) => diagnosis_id === id))
  return (
    <Select
      ref={field}
      label={examinationTexts.addLesion}
      placeholder={examinationTexts.addHint}
      value={null}
      data={choicesOf(free)}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => {
        if (id) onAdd(id)
        setTyped('')
      }}
      selectFirstOptionOnChange
      // without it, opening clears the selection a moment later, after the first letters have been typed
      selectFirstOptionOnDropdownOpen
      nothingFoundMessage={uiTexts.nothingFound}
      limit={50}
      openOnFocus={false}
      withScrollArea={false}
      styles={{ options: { maxHeight: optionsHeight(280), overflowY: 'auto' } }}
      comboboxProps={{ shadow: 'md', middlewares: fitInViewport }}
    />
  )
}

interface LesionCardProps {
  lesion: LesionInput
  diagnosis: LibraryEntry | undefined
  takesFocus: boolean
  isOpen: boolean
  /** Omitted if it is always open. */
  onToggle?: () => void
  onChange: (change: Partial<LesionInput>) => void
  onRemove: () => void
}

const fields = [
  ['role', examinationTexts.role, lesionOptions.role, examinationTexts.roles],
  ['certainty', examinationTexts.certainty, lesionOptions.certainty, examinationTexts.certainties],
  ['basis', examinationTexts.basis, lesionOptions.basis, examinationTexts.bases],
  ['severity', examinationTexts.severity, [null, ...lesionOptions.severity], examinationTexts.severities],
  ['stage', examinationTexts.stage, [null, ...lesionOptions.stage], examinationTexts.stages],
] as const

function LesionCard({ lesion, diagnosis, takesFocus, isOpen, onToggle, onChange, onRemove }: LesionCardProps) {
  const card = useRef<HTMLElement>(null)
  const name = diagnosis?.name ?? '…'
  useEffect(() => {
    if (takesFocus) card.current?.focus()
  }, [takesFocus])
  return (
    <article
      className="card lesion"
      data-role={lesion.role}
      data-lesion={lesion.id}
      aria-label={name}
      tabIndex={-1}
      ref={card}
    >
      <div className="lesion-head">
        {onToggle ? (
          <h3>
            <button type="button" aria-expanded={isOpen} onClick={onToggle}>
              <IconChevronRight size={20} stroke={1.8} aria-hidden />
              <span>
                {name}
                {!isOpen && <LesionSummary lesion={lesion} />}
              </span>
            </button>
          </h3>
        ) : (
          <h3>{name}</h3>
        )}
        {isOpen && (
          <ActionIcon variant="subtle" color="red" aria-label={examinationTexts.removeLesion(name)} onClick={onRemove}>
            <IconTrash size={18} stroke={1.8} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {isOpen && <LesionFields lesion={lesion} name={name} diagnosis={diagnosis} onChange={onChange} />}
      {diagnosis?.notifiable && (
        <p className="banner danger" role="alert">
          {texts.other.notifiable}
        </p>
      )}
    </article>
  )
}

const LesionFields = ({
  lesion,
  name,
  diagnosis,
  onChange,
}: Pick<LesionCardProps, 'lesion' | 'diagnosis' | 'onChange'> & { name: string }) => (
  <>
    <div className="lesion-fields">
      {fields.map(([field, label, options, optionTexts]) => (
        <NativeSelect
          key={field}
          label={label}
          value={lesion[field] ?? ''}
          onChange={(event) => onChange({ [field]: event.currentTarget.value || null })}
          data={options.map((option) => ({
            value: option ?? '',
            label:
              option === null ? examinationTexts.notSaid : (new Map(Object.entries(optionTexts)).get(option) ?? ''),
          }))}
        />
      ))}
    </div>
    <PhraseTextarea
      label={examinationTexts.noteOf(name)}
      hidesLabel
      placeholder={examinationTexts.note}
      minRows={1}
      system={diagnosis?.system?.toLowerCase() ?? null}
      value={lesion.note ?? ''}
      onChange={(note) => onChange({ note: note || null })}
    />
  </>
)

const roleStyles = {
  primary: { look: 'progress', Icon: IconCircleDot },
  contributing: { look: 'draft', Icon: IconCircleHalf2 },
  incidental: { look: 'draft', Icon: IconCircle },
} satisfies Record<LesionInput['role'], object>

function LesionSummary({ lesion }: { lesion: LesionInput }) {
  const { look, Icon } = roleStyles[lesion.role]
  const { certainties, bases, severities, stages } = examinationTexts
  const details = [
    certainties[lesion.certainty],
    bases[lesion.basis],
    lesion.severity && severities[lesion.severity],
    lesion.stage && stages[lesion.stage],
  ]
  return (
    <span className="row lesion-summary">
      <span className={`pill ${look}`}>
        <Icon size={15} stroke={2.2} aria-hidden />
        {examinationTexts.roles[lesion.role]}
      </span>
      {details.filter(Boolean).join(' · ')}
    </span>
  )
}
