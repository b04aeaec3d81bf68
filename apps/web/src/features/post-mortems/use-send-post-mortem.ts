import { problemType } from '@chisholm/domain/problem-types'
import type { PostMortem } from '@chisholm/domain/schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/client.ts'
import { outboxChanges, type SendConfirmations } from '../../api/outbox-entries.ts'
import { outbox } from '../../api/outbox.ts'
import { signsOf } from './danger-signs-of.ts'
import { useDangerWarning } from './danger-warning.tsx'
import { postMortemQuery } from './queries.ts'

export const needsWarning = (failure: { type?: string | undefined }) =>
  failure.type === problemType('danger-not-acknowledged')

/**
 * Sends a post-mortem after the user has read the warning of its danger signs, if it has any.
 * @returns a mutation that resolves to 'sent' or 'waiting', or to null if the user goes back instead; it throws if the
 * server refuses
 */
export function useSendPostMortem(postMortem: PostMortem) {
  const { warn } = useDangerWarning()
  const queryClient = useQueryClient()
  const send = (confirmations: SendConfirmations) =>
    outbox.submit(outboxChanges.sendPostMortem(postMortem.id, confirmations))
  const warnAndSend = async (known: PostMortem) =>
    (await warn(signsOf(known))) ? send({ ...(known.danger && { danger_acknowledged: 1 }) }) : null
  return useMutation({
    mutationFn: async () => {
      try {
        return await warnAndSend(postMortem)
      } catch (failure) {
        if (!(failure instanceof ApiError && needsWarning(failure))) throw failure
        // Somebody else has added the sign since this device read the ticket.
        return warnAndSend(await queryClient.fetchQuery({ ...postMortemQuery(postMortem.id), staleTime: 0 }))
      }
    },
  })
}
