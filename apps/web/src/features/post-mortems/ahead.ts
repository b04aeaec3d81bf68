import { useQueryClient } from '@tanstack/react-query'
import { toast, wordsOf } from '../../ui/toast.ts'
import { showAhead } from './optimistic.ts'
import type { Change } from './queries.ts'

/**
 * What a mutation of a ticket needs to be shown before the server answers, and taken back with a word when it failed.
 * @param otherwise  the text of the failure where the server gave none
 */
export function useAhead(id: string, otherwise: string) {
  const queryClient = useQueryClient()
  return {
    show: (change: Change) => showAhead(queryClient, id, change),
    onError: (failure: Error, _sent: unknown, takeBack?: () => void) => {
      takeBack?.()
      toast.failure(wordsOf(failure, otherwise))
    },
    /** Whatever changes a ticket makes lists and ticket old. Not waited for: what follows has its answer already. */
    refresh: () => void queryClient.invalidateQueries({ queryKey: ['post-mortems'] }),
  }
}
