import { Button } from '@mantine/core'
import type { LibraryList } from '@chisholm/domain/library'
import { texts } from '@chisholm/domain/texts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { libraryTexts } from './library-texts.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { attempt, toast } from '../../ui/toast.ts'
import { listSummariesQuery, useListMutations } from './admin-queries.ts'

/** Shows how a list is ordered, and makes it alphabetical again. */
export function ListOrder({ list }: { list: LibraryList }) {
  const summary = useQuery(listSummariesQuery()).data?.find((one) => one.list === list)
  const { makeAlphabetical } = useListMutations(list)
  const { ask, dialog } = useConfirm()
  // alphabetical order makes no sense for photo slots
  const isPhotoList = list === 'photo-slots'
  const reset = async () => {
    if (
      !(await ask({
        title: libraryTexts.askAlphabetical,
        text: libraryTexts.orderIsLost,
        confirmLabel: libraryTexts.order,
      }))
    )
      return
    if (!(await attempt(() => makeAlphabetical.mutateAsync(), texts.failure.saveEntry))) return
    toast.success(texts.success.dataUpdated)
  }
  return (
    <div className="row between">
      <p className="hint grow" style={{ flexBasis: '14rem' }}>
        {isPhotoList ? libraryTexts.photoOrder : summary?.ordered ? libraryTexts.ordered : libraryTexts.alphabetical}{' '}
        {isPhotoList && <Link to="/a/admin/provider">{libraryTexts.photosDemanded}</Link>}
      </p>
      {summary?.ordered && !isPhotoList && (
        <Button size="sm" variant="default" loading={makeAlphabetical.isPending} onClick={() => void reset()}>
          {libraryTexts.makeAlphabetical}
        </Button>
      )}
      {dialog}
    </div>
  )
}
