import { Button, Textarea } from '@mantine/core'
import { IconLock, IconSend, IconUsers } from '@tabler/icons-react'
import { type DraftClaim, useDraftClaim } from '../../api/draft-claims.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { commentTexts } from './comment-texts.ts'
import { type Audience, type CommentValues, useCommentForm } from './use-comment-form.ts'

interface CommentFormProps {
  postMortemId: string
  customer: string
  inPractice: boolean
  /** Whether the practice has written to the client in this ticket before. */
  clientWasWrittenTo: boolean
}

/** The form of a message; its input survives a reload. In another tab it has input of its own. */
export function CommentForm(props: CommentFormProps) {
  const draft = useDraftClaim<CommentValues>(`comment ${props.postMortemId}`)
  return draft && <LoadedForm key={draft.name} {...props} draft={draft} />
}

function LoadedForm(props: CommentFormProps & { draft: DraftClaim<CommentValues> }) {
  const { customer, inPractice } = props
  const { form, dialog } = useCommentForm(props)
  const isInternal = inPractice && form.values.audience === 'practice'
  const { label, description, submit } = isInternal
    ? internalTexts
    : inPractice
      ? { ...toClientTexts, description: commentTexts.clientHint(customer) }
      : toPracticeTexts
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
        label={label}
        description={description}
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
        {submit}
      </Button>
      {dialog}
    </form>
  )
}

const internalTexts = {
  label: commentTexts.message,
  description: commentTexts.internalHint,
  submit: commentTexts.saveInternal,
}
const toClientTexts = { label: commentTexts.message, submit: commentTexts.sendToClient }
const toPracticeTexts = {
  label: commentTexts.toPractice,
  description: commentTexts.practiceHint,
  submit: commentTexts.send,
}

const Choice = ({ Icon, text }: { Icon: typeof IconLock; text: string }) => (
  <>
    <Icon size={16} stroke={2} aria-hidden />
    {text}
  </>
)
