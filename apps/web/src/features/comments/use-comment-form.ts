import type { ReactNode } from 'react'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { validateText } from '@chisholm/domain/validation'
import type { DraftClaim } from '../../api/draft-claims.ts'
import { deleteDraft, saveDraft } from '../../api/form-drafts.ts'
import { newId } from '../../api/new-id.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useIsMounted } from '../../ui/use-is-mounted.ts'
import { useWriteComment } from './comment-queries.ts'
import { commentTexts } from './comment-texts.ts'

export type Audience = 'practice' | 'client'

export interface CommentValues {
  text: string
  audience: Audience
}

interface CommentFormOptions {
  postMortemId: string
  customer: string
  inPractice: boolean
  /** Whether the practice has written to the client in this ticket before. */
  clientWasWrittenTo: boolean
  draft: DraftClaim<CommentValues>
}

/**
 * The form of a message. The message is shown at once, so that the next one can be typed while it is sent; if it cannot
 * be sent, its text is back in the form. Render `dialog`, which asks before the first message to a client.
 */
export function useCommentForm({ postMortemId, customer, inPractice, clientWasWrittenTo, draft }: CommentFormOptions): {
  form: ReturnType<typeof useForm<CommentValues, void>>
  dialog: ReactNode
} {
  const writing = useWriteComment(postMortemId)
  const { askFirst, dialog } = useAskFirst(customer)
  const isMounted = useIsMounted()
  const empty: CommentValues = { text: '', audience: inPractice ? 'practice' : 'client' }
  const isInternal = (audience: Audience) => inPractice && audience === 'practice'
  const mayWriteTo = async (audience: Audience) =>
    !inPractice || isInternal(audience) || clientWasWrittenTo || (await askFirst())
  /** @returns whether the form is still there */
  const putBack = ({ text, audience }: CommentValues) => {
    if (!isMounted()) return false
    form.changeValues((now) => ({
      // what was typed meanwhile follows
      text: [text, now.text].filter((part) => part.trim()).join('\n\n'),
      // an internal message must not become one to the client
      audience: now.audience === audience ? audience : 'practice',
    }))
    return true
  }
  const write = async (values: CommentValues) => {
    let isStored = false
    const onStored = () => {
      isStored = true
      // Otherwise, the draft is that of the next message.
      if (!form.isDirty()) void deleteDraft(draft.name)
    }
    const comment = { id: newId(), text: values.text.trim(), internal: isInternal(values.audience) }
    try {
      await writing.mutateAsync({ comment, onStored, takeBack: () => putBack(values) })
    } catch (failure) {
      if (!isStored) putBack(values)
      throw failure
    }
  }
  const form = useForm<CommentValues, void>({
    initialValues: draft.typed ?? empty,
    savedValues: empty,
    validate: ({ text }) => {
      const error = validateText(text.trim(), constants.comment.textMax, texts.validation.commentRequired)
      return error ? { text: [error] } : {}
    },
    onValuesChange: (values) => saveDraft(draft.name, values),
    onSubmit: async (values) => {
      if (!(await mayWriteTo(values.audience))) return
      form.resetTo({ text: '', audience: values.audience })
      await write(values)
    },
    failureText: commentTexts.notSent,
  })
  return { form, dialog }
}

/** Asks before the first message to a client. Render `dialog`. */
function useAskFirst(customer: string) {
  const { ask, dialog } = useConfirm()
  const askFirst = () =>
    ask({
      title: commentTexts.askFirst(customer),
      text: commentTexts.firstExplained,
      confirmLabel: commentTexts.sendToClient,
      cancelLabel: commentTexts.back,
    })
  return { askFirst, dialog }
}
