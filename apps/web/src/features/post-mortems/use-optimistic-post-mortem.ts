import { useQueryClient } from '@tanstack/react-query'
import { toast, errorMessage } from '../../ui/toast.ts'
import { applyOptimistic } from './optimistic-updates.ts'
import type { PostMortemPatch } from './queries.ts'

/**
 * Callbacks for a mutation that updates the cache before the server responds and rolls back with a toast on failure.
 * @param failureText  shown if the server gave no message
 */
export function useOptimisticPostMortem(id: string, failureText: string) {
  const queryClient = useQueryClient()
  return {
    apply: (change: PostMortemPatch) => applyOptimistic(queryClient, id, change),
    onError: (failure: Error, _sent: unknown, rollBack?: () => void) => {
      rollBack?.()
      toast.failure(errorMessage(failure, failureText))
    },
    /** Not awaited: the response already updated the cache. */
    refresh: () => void queryClient.invalidateQueries({ queryKey: ['post-mortems'] }),
  }
}
