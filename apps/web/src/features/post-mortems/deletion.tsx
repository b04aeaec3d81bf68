import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import type { Entry } from '../../api/entries.ts'
import { outbox } from '../../api/outbox.ts'
import { sendNow } from '../../api/outbox-sender.ts'
import { outboxState, useOutbox } from '../../api/outbox-state.ts'
import { useLeadOn } from '../../ui/lead-on.ts'
import { toast, wordsOf } from '../../ui/toast.ts'
import { outboxTexts } from '../../outbox-texts.ts'
import { useDeleteTicket } from './queries.ts'
import { StepFrame } from './step-frame.tsx'

/**
 * Deletes a post-mortem and leaves its page. Used by a component that outlives the steps.
 * @param beside  shown in the split view, where the list stays
 */
export function useDeletion(id: string, beside: boolean) {
  const [isDeleting, setDeleting] = useState(false)
  const deletion = useDeleteTicket(id)
  const begin = useLeadOn()
  const { state } = useRouter()
  const remove = async (title: string) => {
    const leadOn = begin()
    setDeleting(true)
    try {
      const outcome = await deletion.mutateAsync()
      if (outcome === 'sent') toast.success(outboxTexts.deleted(title))
      else if (outboxState.now().failed) toast.failure(outboxTexts.deletedOnceItWorks(title))
      else toast.success(outboxTexts.deletedOnceConnected(title))
      // keeps the filters of the list
      const {
        ticket: _ticket,
        step: _step,
        animal: _animal,
        ...list
        // cast: the search parameters of any route
      } = state.location.search as Record<string, unknown>
      if (beside) leadOn(state.location.pathname, list)
      else leadOn('/')
    } catch (failure) {
      setDeleting(false)
      toast.failure(wordsOf(failure, texts.failure.deletePostMortem))
    }
  }
  return { isDeleting, remove }
}

interface DeletedTicketProps {
  title: string
  entry: Entry
  beside: boolean
}

/** Deleted here, but not on the server yet: the deletion can be undone. */
export function DeletedTicket({ title, entry, beside }: DeletedTicketProps) {
  const { failed } = useOutbox()
  return (
    <StepFrame title={title} beside={beside}>
      <h1>{title}</h1>
      <p className="banner">
        {failed ? outboxTexts.deletedOnceItWorks(title) : outboxTexts.deletedOnceConnected(title)}
      </p>
      <div className="row">
        <Button onClick={() => void outbox.discard(entry)}>{outboxTexts.keepIt}</Button>
        <Button variant="default" onClick={() => void sendNow()}>
          {outboxTexts.tryNow}
        </Button>
      </div>
    </StepFrame>
  )
}
