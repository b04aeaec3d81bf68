import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { useIsMounted } from '../../ui/use-is-mounted.ts'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { toast, errorMessage } from '../../ui/toast.ts'
import { missingPhotosOf } from './missing-photos.tsx'
import { useOutboxEntriesOf } from './queries.ts'
import type { StepProps } from './step-layout.tsx'
import { useSendPostMortem } from './use-send-post-mortem.ts'

/** Sends a post-mortem from its review step. If required photos are missing, `missingPhotos` has them by animal. */
export function useSendFromReview({ postMortem, goToStep }: StepProps) {
  const sending = useSendPostMortem(postMortem)
  const isMounted = useIsMounted()
  const entries = useOutboxEntriesOf(postMortem.id)
  const rejection = entries.find(({ kind, refusal }) => kind === 'send post-mortem' && refusal)?.refusal
  const [missingPhotos, setMissingPhotos] = useState(() => rejection && missingPhotosOf(rejection))
  const send = useSingleFlight(async () => {
    try {
      if (await sending.mutateAsync({})) goToStep({ step: 'sent' })
    } catch (failure) {
      const missing = failure instanceof ApiError && missingPhotosOf(failure)
      if (missing && isMounted()) return setMissingPhotos(missing)
      toast.failure(errorMessage(failure, texts.failure.updatePostMortem))
    }
  })
  /** @returns whether it was sent or waits; false if the user goes back instead */
  const sendWithoutPhotos = async (reason: string): Promise<boolean> => {
    const outcome = await sending.mutateAsync({ photos_missing_reason: reason })
    return outcome !== null
  }
  return { send, sendWithoutPhotos, isSending: sending.isPending, missingPhotos }
}
