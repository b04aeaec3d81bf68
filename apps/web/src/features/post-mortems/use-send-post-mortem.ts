import { arePhotosDemanded } from '@chisholm/domain/photo-protocol'
import { problemType } from '@chisholm/domain/problem-types'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCachedProvider } from '../../api/cached-provider.ts'
import { ApiError } from '../../api/client.ts'
import { outboxChanges, type SendConfirmations } from '../../api/outbox-changes.ts'
import { outbox } from '../../api/outbox.ts'
import { useIsMounted } from '../../ui/use-is-mounted.ts'
import { signsOf } from './danger-signs-of.ts'
import { useDangerWarning } from './danger-warning.tsx'
import { postMortemQuery } from './queries.ts'

export const needsWarning = (failure: { type?: string | undefined }) =>
  failure.type === problemType('danger-not-acknowledged')

/** The reason why required photos are missing. */
type Reasons = Pick<SendConfirmations, 'photos_missing_reason'>

/**
 * Sends a post-mortem after the user has acknowledged the warning of its danger signs, if any, and after its photos if
 * the practice demands them, unless a reason for missing ones is given.
 * @returns a mutation that resolves to 'sent' or 'waiting', or to null if the user goes back instead; it throws if the
 * server rejects the change, which stays in the outbox if the page was left meanwhile
 */
export function useSendPostMortem(postMortem: PostMortem) {
  const { warn } = useDangerWarning()
  const queryClient = useQueryClient()
  const isMounted = useIsMounted()
  const protocol = useCachedProvider()?.photo_protocol ?? 'offered'
  const isDemanded = arePhotosDemanded(protocol, { noVetVisitRequested: postMortem.no_vet_visit_requested === 1 })
  const warnAndSend = async (known: PostMortem, reasons: Reasons) =>
    (await warn(signsOf(known)))
      ? outbox.submit(
          outboxChanges.sendPostMortem(postMortem.id, {
            ...reasons,
            afterPhotos: isDemanded && !reasons.photos_missing_reason,
            ...(known.danger && { danger_acknowledged: 1 }),
          }),
          {},
          { takeBack: isMounted },
        )
      : null
  return useMutation({
    mutationFn: async (reasons: Reasons) => {
      try {
        return await warnAndSend(postMortem, reasons)
      } catch (failure) {
        if (!isMounted() || !(failure instanceof ApiError && needsWarning(failure))) throw failure
        // Somebody else may have added a sign since this device read the ticket.
        const current = await queryClient.fetchQuery({ ...postMortemQuery(postMortem.id), staleTime: 0 })
        return warnAndSend(current, reasons)
      }
    },
  })
}
