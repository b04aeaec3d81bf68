import { Button } from '@mantine/core'
import type { LibraryList } from '@chisholm/domain/library'
import { texts } from '@chisholm/domain/texts'
import { useQuery } from '@tanstack/react-query'
import { libraryTexts } from './library-texts.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { listStatesQuery, useListChanges } from './admin-queries.ts'

/** Shows how a list is ordered, and makes it alphabetical again. */
export function ListOrder({ list }: { list: LibraryList }) {
  const state = useQuery(listStatesQuery()).data?.find((one) => one.list === list)
  const { makeAlphabetical } = useListChanges(list)
  const { ask, dialog } = useConfirm()
  const reset = async () => {
    if (!(await ask({ title: libraryTexts.askAlphabetical, text: libraryTexts.orderIsLost, verb: libraryTexts.order })))
      return
    try {
      await makeAlphabetical.mutateAsync()
      toast.success(texts.success.dataUpdated)
    } catch (failure) {
      toast.failure(wordsOf(failure, texts.failure.saveEntry))
    }
  }
  return (
    <div className="row between">
      <p className="hint grow" style={{ flexBasis: '14rem' }}>
        {state?.ordered ? libraryTexts.ordered : libraryTexts.alphabetical}
      </p>
      {state?.ordered && (
        <Button size="sm" variant="default" loading={makeAlphabetical.isPending} onClick={() => void reset()}>
          {libraryTexts.makeAlphabetical}
        </Button>
      )}
      {dialog}
    </div>
  )
}
