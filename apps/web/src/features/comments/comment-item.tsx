import { ActionIcon } from '@mantine/core'
import { IconCloudUp, IconLock, IconTrash, IconUsers } from '@tabler/icons-react'
import { constants } from '@chisholm/domain/constants'
import { fullName } from '@chisholm/domain/full-name'
import type { Comment } from '@chisholm/domain/schemas/comments'
import { type ReactNode, useState } from 'react'
import { serverTime } from '../../api/server-clock.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { useAskAndDelete } from '../../ui/use-ask-and-delete.tsx'
import { outboxTexts } from '../../outbox-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { commentTexts } from './comment-texts.ts'
import { type UnsentComment, useDeleteComment } from './comment-queries.ts'

const icon = { size: 15, stroke: 2.2, 'aria-hidden': true } as const

/**
 * Shows by colour, icon and text who can read a message. Clients see no internal messages, so they see no such mark.
 */
const Audience = ({ internal }: { internal: boolean }) =>
  internal ? (
    <span className="pill audience internal">
      <IconLock {...icon} />
      {commentTexts.internalSeen}
    </span>
  ) : (
    <span className="pill audience client">
      <IconUsers {...icon} />
      {commentTexts.clientSees}
    </span>
  )

interface BubbleProps {
  internal: boolean
  isOwn: boolean
  inPractice: boolean
  head: ReactNode
  text: string
  actions?: ReactNode
}

const Bubble = ({ internal, isOwn, inPractice, head, text, actions }: BubbleProps) => (
  <li className="comment" data-internal={internal || undefined} data-own={isOwn || undefined}>
    <div className="comment-head">
      <span className="meta">{head}</span>
      {actions}
    </div>
    <p className="comment-text">{text}</p>
    {inPractice && <Audience internal={internal} />}
  </li>
)

interface CommentItemProps {
  comment: Comment
  inPractice: boolean
  userId: string
}

export function CommentItem({ comment, inPractice, userId }: CommentItemProps) {
  const deletion = useDeleteComment(comment.post_mortem_id)
  const { askAndDelete, dialog } = useAskAndDelete()
  const isOwn = comment.created_by.id === userId
  // evaluated at the first render; the server rejects messages that have become too old since
  const [isFresh] = useState(() => serverTime() - Date.parse(comment.created_at) < constants.comment.deletableFor)
  const author = fullName(comment.created_by)
  const remove = () =>
    askAndDelete({
      question: { title: commentTexts.askDelete, text: commentTexts.deleteHint, confirmLabel: uiTexts.delete },
      onDelete: () => deletion.mutateAsync(comment.id),
      failureText: commentTexts.notDeleted,
    })
  return (
    <>
      <Bubble
        internal={comment.internal}
        isOwn={isOwn}
        inPractice={inPractice}
        text={comment.text}
        head={
          <>
            <strong>{isOwn ? commentTexts.you : author}</strong>
            {comment.from_practice && !inPractice && <span>{commentTexts.practice}</span>}
            <DateTime at={comment.created_at} />
          </>
        }
        actions={
          isOwn &&
          isFresh && (
            <ActionIcon variant="subtle" color="red" aria-label={commentTexts.deleteOwn} onClick={() => void remove()}>
              <IconTrash size={18} stroke={1.8} aria-hidden />
            </ActionIcon>
          )
        }
      />
      {dialog}
    </>
  )
}

export const UnsentCommentItem = ({ entry, inPractice }: { entry: UnsentComment; inPractice: boolean }) => (
  <Bubble
    internal={entry.body.internal}
    isOwn
    inPractice={inPractice}
    text={entry.body.text}
    head={
      <>
        <strong>{commentTexts.you}</strong>
        <span className="row">
          <IconCloudUp {...icon} />
          {entry.refusal ? outboxTexts.refused : commentTexts.waiting}
        </span>
      </>
    }
  />
)
