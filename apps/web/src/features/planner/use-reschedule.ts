import { useMutation } from '@tanstack/react-query'
import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { outboxChanges } from '../../api/outbox-changes.ts'
import { outbox } from '../../api/outbox.ts'
import { attempt } from '../../ui/toast.ts'
import { plannerTexts } from './planner-texts.ts'

interface NewTime {
  visit: PostMortemCard
  scheduled_at: string
}

/**
 * Reschedules visits through the outbox, so that it works offline. A visit that somebody else has moved in the meantime
 * is not overwritten; the user resolves the conflict on its ticket.
 */
export function useReschedule() {
  const { mutateAsync, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: (changes: readonly NewTime[]) =>
      Promise.all(
        changes.map(({ visit, scheduled_at }) => {
          const times = { body: { scheduled_at }, base: { scheduled_at: visit.scheduled_at } }
          return outbox.submit(outboxChanges.schedulePostMortem(visit.id, { ...times, vet: null }), {}, { shown: true })
        }),
      ),
  })
  const reschedule = async (changes: readonly NewTime[]) => {
    await attempt(() => mutateAsync(changes), plannerTexts.failedToMove)
  }
  return { reschedule, isPending }
}
