import { useQueryClient } from '@tanstack/react-query'
import { toast, wordsOf } from '../../ui/toast.ts'
import { showAhead } from './optimistic.ts'
import type { Change } from './queries.ts'

/**
 * Callbacks for a mutation that updates the cache before the server responds and rolls back with a toast on failure.
 * @param failureText  shown if the server gave no message
 */
export function useAhead(id: string, otherwise: string) {
  const queryClient = useQueryClient()
  return {
    show: (change: Change) => showAhead(queryClient, id, change),
    onError: (failure: Error, _sent: unknown, takeBack?: () => void) => {
      takeBack?.()
      toast.failure(wordsOf(failure, otherwise))
    },
    /** Not awaited: the response already updated the cache. */
    refresh: () => void queryClient.invalidateQueries({ queryKey: ['post-mortems'] }),
  }
}
