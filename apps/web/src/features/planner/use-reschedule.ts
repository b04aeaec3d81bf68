import type { PostMortemCard } from '@chisholm/domain/schemas'
import { errorMessage, toast } from '../../ui/toast.ts'
import { planOf, useMoveVisit } from './planner-queries.ts'
import { plannerTexts } from './planner-texts.ts'

/** Gives visits new times, one after the other; what was changed before a failure stays. */
export function useReschedule() {
  const { mutateAsync, isPending } = useMoveVisit()
  const reschedule = async (changes: readonly { visit: PostMortemCard; scheduled_at: string }[]) => {
    try {
      for (const { visit, scheduled_at } of changes)
        await mutateAsync({ visit, plan: { ...planOf(visit), scheduled_at } })
    } catch (failure) {
      toast.failure(errorMessage(failure, plannerTexts.failedToMove))
    }
  }
  return { reschedule, isPending }
}
