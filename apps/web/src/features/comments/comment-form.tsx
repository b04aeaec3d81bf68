import { Button, Textarea } from '@mantine/core'
import { IconLock, IconSend, IconUsers } from '@tabler/icons-react'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { validateText } from '@chisholm/domain/validation'
import { type DraftClaim, useDraftClaim } from '../../api/draft-claims.ts'
import { deleteDraft, saveDraft } from '../../api/form-drafts.ts'
import { newId } from '../../api/new-id.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useIsMounted } from '../../ui/use-is-mounted.ts'
import { commentTexts } from './comment-texts.ts'
import { useWriteComment } from './comment-queries.ts'

type Audience = 'practice' | 'client'
interface Values {
  text: string
  audience: Audience
}

interface CommentFormProps {
  postMortemId: string
  customer: string
  inPractice: boolean
  /** Whether the practice has written to the client in this ticket before. */
  clientWasWrittenTo: boolean
}

/** The form of a message; its input survives a reload. In another tab it has input of its own. */
export function CommentForm(props: CommentFormProps) {
  const draft = useDraftClaim<Values>(`comment ${props.postMortemId}`)
  return draft && <LoadedForm key={draft.name} {...props} draft={draft} />
}

function LoadedForm({
  postMortemId,
  customer,
  inPractice,
  clientWasWrittenTo,
  draft,
}: CommentFormProps & { draft: DraftClaim<Values> }) {
  const writing = useWriteComment(postMortemId)
  const { ask, dialog } = useConfirm()
  const isMounted = useIsMounted()
  const empty: Values = { text: '', audience: inPractice ? 'practice' : 'client' }
  const form = useForm({
    initialValues: draft.typed ?? empty,
    savedValues: empty,
    validate: ({ text }) => {
      const error = validateText(text.trim(), constants.comment.textMax, texts.validation.commentRequired)
      return error ? { text: [error] } : {}
    },
    onValuesChange: (values) => saveDraft(draft.name, values),
    onSubmit: async ({ text, audience }) => {
      const internal = inPractice && audience === 'practice'
      if (inPractice && !internal && !clientWasWrittenTo && !(await askBeforeFirst())) return
      // The message is shown at once, so that the next one can be typed while it is sent.
      form.resetTo({ text: '', audience })
      let isStored = false
      const onStored = () => {
        isStored = true
        // Otherwise, the draft is that of the next message.
        if (!form.isDirty()) void deleteDraft(draft.name)
      }
      const takeBack = () => {
        if (isMounted())
          form.changeValues((now) => ({
            // what was typed meanwhile follows
            text: [text, now.text].filter((part) => part.trim()).join('\n\n'),
            // an internal message must not become one to the client
            audience: now.audience === audience ? audience : 'practice',
          }))
        return isMounted()
      }
      try {
        await writing.mutateAsync({ comment: { id: newId(), text: text.trim(), internal }, onStored, takeBack })
      } catch (failure) {
        if (!isStored) takeBack()
        throw failure
      }
    },
    failureText: commentTexts.notSent,
  })
  const askBeforeFirst = () =>
    ask({
      title: commentTexts.askFirst(customer),
      text: commentTexts.firstExplained,
      confirmLabel: commentTexts.sendToClient,
      cancelLabel: commentTexts.back,
    })
  const isInternal = inPractice && form.values.audience === 'practice'
  return (
    <form className="stack comment-form" data-internal={isInternal || undefined} {...form.formProps}>
      {inPractice && (
        <Segmented<Audience>
          label={commentTexts.audience}
          value={form.values.audience}
          onChange={(audience) => form.setValues({ audience })}
          choices={[
            { value: 'practice', label: <Choice Icon={IconLock} text={commentTexts.onlyPractice} /> },
            { value: 'client', label: <Choice Icon={IconUsers} text={commentTexts.client} /> },
          ]}
        />
      )}
      <Textarea
        label={inPractice ? commentTexts.message : commentTexts.toPractice}
        description={
          isInternal
            ? commentTexts.internalHint
            : inPractice
              ? commentTexts.clientHint(customer)
              : commentTexts.practiceHint
        }
        autosize
        minRows={2}
        maxRows={10}
        {...form.getInputProps('text')}
      />
      <Button
        type="submit"
        variant={form.values.text.trim() ? 'filled' : 'default'}
        loading={form.isSubmitting}
        leftSection={isInternal ? <IconLock size={18} aria-hidden /> : <IconSend size={18} aria-hidden />}
      >
        {isInternal ? commentTexts.saveInternal : inPractice ? commentTexts.sendToClient : commentTexts.send}
      </Button>
      {dialog}
    </form>
  )
}

const Choice = ({ Icon, text }: { Icon: typeof IconLock; text: string }) => (
  <>
    <Icon size={16} stroke={2} aria-hidden />
    {text}
  </>
)
