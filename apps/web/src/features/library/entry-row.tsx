import { IconAlertTriangle, IconPhone } from '@tabler/icons-react'
import { type DangerLevel, isDangerLevel } from '@chisholm/domain/danger-signs'
import { organSystemOf, systemNames } from '@chisholm/domain/examination-texts'
import type { LibraryList } from '@chisholm/domain/library'
import { texts } from '@chisholm/domain/texts'
import { libraryTexts } from './library-texts.ts'
import { MoveButtons } from '../../ui/move-buttons.tsx'
import { attempt } from '../../ui/toast.ts'
import { SlotDrawing } from '../photos/index.ts'
import { type PositionedEntry, useListMutations } from './admin-queries.ts'

interface EntryRowProps {
  list: LibraryList
  entry: PositionedEntry
  onEdit: () => void
}

/** A row of the list. It opens the entry for editing, and can be moved up and down. */
export function EntryRow({ list, entry, onEdit }: EntryRowProps) {
  const { change } = useListMutations(list)
  const move = async (position: number) => {
    await attempt(() => change.mutateAsync({ id: entry.id, position }), texts.failure.saveEntry)
  }
  // phrases have a value of the API, other lists a text
  const organSystem = list === 'phrases' ? organSystemOf(entry.system ?? null) : null
  const codeAndSystem = [entry.code, organSystem ? systemNames[organSystem] : entry.system].filter(Boolean).join(' · ')
  return (
    <div className="card admin-row">
      <button type="button" onClick={onEdit}>
        <span className="named">
          {list === 'photo-slots' && (
            <span className="row-drawing">
              <SlotDrawing name={entry.name} />
            </span>
          )}
          {entry.hex && <i className="tag-dot" style={{ background: entry.hex }} />}
          <b>{entry.name}</b>
        </span>
        {codeAndSystem && <span className="hint">{codeAndSystem}</span>}
        {entry.text && entry.text !== entry.name && <span className="hint">{entry.text}</span>}
        {entry.hint && <span className="hint">{entry.hint}</span>}
        {entry.advice && <span className="hint">{entry.advice}</span>}
        {isDangerLevel(entry.level) && <LevelPill level={entry.level} />}
        {entry.required && <span className="pill warn">{libraryTexts.required}</span>}
        {entry.notifiable && <span className="pill danger">{libraryTexts.notifiable}</span>}
      </button>
      {entry.count > 1 && (
        <MoveButtons name={entry.name} position={entry.rank} lastPosition={entry.count} onMove={move} />
      )}
    </div>
  )
}

/** The level of a danger sign. */
const LevelPill = ({ level }: { level: DangerLevel }) => {
  const Icon = level === 'stop' ? IconAlertTriangle : IconPhone
  return (
    <span className={level === 'stop' ? 'pill danger' : 'pill warn'}>
      <Icon size={15} stroke={2.2} aria-hidden />
      {libraryTexts.levels[level]}
    </span>
  )
}
