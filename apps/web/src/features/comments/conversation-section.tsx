import './comments.css'
import { isVet } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { useSession } from '../../api/session.ts'
import { CardSection } from '../../ui/card-section.tsx'
import { QueryState } from '../../ui/states.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentItem, UnsentCommentItem } from './comment-item.tsx'
import { commentTexts } from './comment-texts.ts'
import { useConversation } from './comment-queries.ts'

/** The conversation about a sent ticket. */
export function ConversationSection({ postMortem }: { postMortem: PostMortem }) {
  const currentUser = useSession()
  const { isSent, query, comments, unsent } = useConversation(postMortem.id)
  if (!currentUser || !isSent) return null
  const inPractice = isVet(currentUser)
  const clientWasWrittenTo =
    comments.some(({ from_practice, internal }) => from_practice && !internal) ||
    unsent.some(({ body }) => !body.internal)
  return (
    <CardSection title={commentTexts.title}>
      <QueryState query={query} failureText={commentTexts.failed} height={60} count={1} />
      {comments.length + unsent.length > 0 ? (
        <ol className="conversation" aria-live="polite">
          {comments.map((comment) => (
            <CommentItem key={comment.id} comment={comment} inPractice={inPractice} userId={currentUser.uuid} />
          ))}
          {unsent.map((entry) => (
            <UnsentCommentItem key={entry.commentId} entry={entry} inPractice={inPractice} />
          ))}
        </ol>
      ) : (
        query.data && <p className="hint">{commentTexts.empty}</p>
      )}
      <CommentForm
        postMortemId={postMortem.id}
        customer={postMortem.customer.name}
        inPractice={inPractice}
        clientWasWrittenTo={clientWasWrittenTo}
      />
    </CardSection>
  )
}
