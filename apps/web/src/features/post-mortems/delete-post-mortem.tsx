import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { outbox } from '../../api/outbox.ts'
import { sendNow } from '../../api/outbox-sender.ts'
import { outboxState, useOutbox } from '../../api/outbox-state.ts'
import { useRedirectIfStillHere } from '../../ui/use-redirect-if-still-here.ts'
import { toast, errorMessage } from '../../ui/toast.ts'
import { outboxTexts } from '../../outbox-texts.ts'
import { useDeletePostMortem } from './queries.ts'
import { StepLayout } from './step-layout.tsx'

/**
 * Deletes a post-mortem and leaves its page. Use it in a component that outlives the steps.
 * @param inSplitView  whether the post-mortem is shown beside its list, which then stays
 */
export function useDeleteAndLeave(id: string, inSplitView: boolean) {
  const [isDeleting, setDeleting] = useState(false)
  const deletion = useDeletePostMortem(id)
  const rememberLocation = useRedirectIfStillHere()
  const { state } = useRouter()
  const remove = async (title: string) => {
    const redirectIfStillHere = rememberLocation()
    setDeleting(true)
    try {
      const outcome = await deletion.mutateAsync()
      if (outcome === 'sent') toast.success(outboxTexts.deleted(title))
      else if (outboxState.getState().serverFailed) toast.failure(outboxTexts.deletedOnceItWorks(title))
      else toast.success(outboxTexts.deletedOnceConnected(title))
      // The filters of the list stay.
      const {
        ticket: _postMortem,
        step: _step,
        animal: _animal,
        ...list
        // cast: search parameters of any route
      } = state.location.search as Record<string, unknown>
      if (inSplitView) redirectIfStillHere(state.location.pathname, list)
      else redirectIfStillHere('/')
    } catch (failure) {
      setDeleting(false)
      toast.failure(errorMessage(failure, texts.failure.deletePostMortem))
    }
  }
  return { isDeleting, remove }
}

interface DeletedPostMortemProps {
  title: string
  entry: OutboxEntry
  inSplitView: boolean
}

/** Shown for a post-mortem that was deleted here, but not on the server yet. The deletion can be undone. */
export function DeletedPostMortem({ title, entry, inSplitView }: DeletedPostMortemProps) {
  const { serverFailed } = useOutbox()
  return (
    <StepLayout title={title} inSplitView={inSplitView}>
      <h1>{title}</h1>
      <p className="banner">
        {serverFailed ? outboxTexts.deletedOnceItWorks(title) : outboxTexts.deletedOnceConnected(title)}
      </p>
      <div className="row">
        <Button onClick={() => void outbox.discard(entry)}>{outboxTexts.keepIt}</Button>
        <Button variant="default" onClick={() => void sendNow()}>
          {outboxTexts.tryNow}
        </Button>
      </div>
    </StepLayout>
  )
}
