import { Button } from '@mantine/core'
import type { LibraryList } from '@chisholm/domain/library'
import { libraryTexts } from './library-texts.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { type PlacedEntry, useListChanges } from './admin-queries.ts'

interface EntryActionsProps {
  list: LibraryList
  entry: PlacedEntry
  onDone: () => void
  onRefused: (failure: unknown) => void
}

/** Retires or restores an entry, or deletes one that was never used. */
export function EntryActions({ list, entry, onDone, onRefused }: EntryActionsProps) {
  const { change, remove } = useListChanges(list)
  const { ask, dialog } = useConfirm()
  const finish = (work: Promise<unknown>) => work.then(onDone, onRefused)
  const retire = () => finish(change.mutateAsync({ id: entry.id, retired: !entry.retired }))
  const deleteEntry = async () => {
    const question = {
      title: libraryTexts.askDelete(entry.name),
      text: libraryTexts.deleteFollows,
      verb: libraryTexts.delete,
    }
    if (await ask({ ...question, dangerous: true })) await finish(remove.mutateAsync(entry.id))
  }
  return (
    <>
      <p className="hint">{entry.retired ? libraryTexts.restoreHint : libraryTexts.retireHint}</p>
      <div className="row">
        <Button size="sm" variant="default" loading={change.isPending} onClick={() => void retire()}>
          {entry.retired ? libraryTexts.restore : libraryTexts.retire}
        </Button>
        <Button size="sm" variant="subtle" color="red" loading={remove.isPending} onClick={() => void deleteEntry()}>
          {libraryTexts.delete}
        </Button>
      </div>
      {dialog}
    </>
  )
}
