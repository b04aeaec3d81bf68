import type { LibraryList } from '@chisholm/domain/library'
import { texts } from '@chisholm/domain/texts'
import { libraryTexts } from './library-texts.ts'
import { MoveButtons } from '../../ui/move-buttons.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { type PlacedEntry, useListChanges } from './admin-queries.ts'

interface EntryRowProps {
  list: LibraryList
  entry: PlacedEntry
  onEdit: () => void
}

/** A row of the list: opens the entry for editing, and moves it up or down. */
export function EntryRow({ list, entry, onEdit }: EntryRowProps) {
  const { change } = useListChanges(list)
  const move = async (position: number) => {
    try {
      await change.mutateAsync({ id: entry.id, position })
    } catch (failure) {
      toast.failure(wordsOf(failure, texts.failure.saveEntry))
    }
  }
  const more = [entry.code, entry.system].filter(Boolean).join(' · ')
  return (
    <div className="card admin-row">
      <button type="button" onClick={onEdit}>
        <span className="named">
          {entry.hex && <i className="tag-dot" style={{ background: entry.hex }} />}
          <b>{entry.name}</b>
        </span>
        {more && <span className="hint">{more}</span>}
        {entry.notifiable && <span className="pill danger">{libraryTexts.notifiable}</span>}
      </button>
      {entry.last > 1 && (
        <MoveButtons
          name={entry.name}
          place={entry.place}
          last={entry.last}
          onMove={(position) => void move(position)}
        />
      )}
    </div>
  )
}
