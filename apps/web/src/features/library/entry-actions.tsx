import { Button } from '@mantine/core'
import type { LibraryList } from '@chisholm/domain/library'
import { libraryTexts } from './library-texts.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { type PositionedEntry, useListMutations } from './admin-queries.ts'

interface EntryActionsProps {
  list: LibraryList
  entry: PositionedEntry
  onDone: () => void
  onFailure: (failure: unknown) => void
}

/** Retires or restores an entry, or deletes one that was never used. */
export function EntryActions({ list, entry, onDone, onFailure }: EntryActionsProps) {
  const { change, remove } = useListMutations(list)
  const { ask, dialog } = useConfirm()
  const finish = (work: Promise<unknown>) => work.then(onDone, onFailure)
  const retire = () => finish(change.mutateAsync({ id: entry.id, retired: !entry.retired }))
  const deleteEntry = async () => {
    const question = {
      title: libraryTexts.askDelete(entry.name),
      text: libraryTexts.deleteFollows,
      confirmLabel: libraryTexts.delete,
    }
    if (await ask({ ...question, isDangerous: true })) await finish(remove.mutateAsync(entry.id))
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
