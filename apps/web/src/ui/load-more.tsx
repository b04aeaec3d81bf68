import { Button } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { errorMessage, toast } from './toast.ts'
import { listTexts } from './list-texts.ts'

/** Loads the next page of a list behind what is shown, as long as there is one. */
export function LoadMore({ list, label = listTexts.loadMore }: { list: UseInfiniteQueryResult; label?: string }) {
  if (!list.hasNextPage) return null
  const load = async () => {
    const { error } = await list.fetchNextPage()
    if (error) toast.failure(errorMessage(error, listTexts.moreFailed))
  }
  return (
    <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void load()}>
      {label}
    </Button>
  )
}
