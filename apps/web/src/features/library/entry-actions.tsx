import { Button } from '@mantine/core'
import type { LibraryList } from '@chisholm/domain/library'
import { adminTexts } from '../../admin-texts.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { type PlacedEntry, useListChanges } from './admin-queries.ts'

const words = adminTexts.library

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
    const question = { title: words.askDelete(entry.name), text: words.deleteFollows, verb: words.delete }
    if (await ask({ ...question, dangerous: true })) await finish(remove.mutateAsync(entry.id))
  }
  return (
    <>
      <p className="hint">{entry.retired ? words.restoreHint : words.retireHint}</p>
      <div className="row">
        <Button size="sm" variant="default" loading={change.isPending} onClick={() => void retire()}>
          {entry.retired ? words.restore : words.retire}
        </Button>
        <Button size="sm" variant="subtle" color="red" loading={remove.isPending} onClick={() => void deleteEntry()}>
          {words.delete}
        </Button>
      </div>
      {dialog}
    </>
  )
}
