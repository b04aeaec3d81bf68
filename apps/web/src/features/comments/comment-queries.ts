import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import type { Comment } from '@chisholm/domain/schemas/comments'
import { api } from '../../api/client.ts'
import { type CommentInput, outboxChanges } from '../../api/outbox-changes.ts'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { outbox } from '../../api/outbox.ts'
import { useOutbox } from '../../api/outbox-state.ts'
import { readableOffline } from '../../api/readable-offline.ts'
import { useInvalidatingMutation } from '../../api/use-invalidating-mutation.ts'

const commentsQuery = (postMortemId: string) =>
  queryOptions({
    // The key begins like that of the tickets, so that it is refetched with them after the outbox was sent.
    queryKey: ['post-mortems', 'comments', postMortemId],
    queryFn: async () =>
      (await api.get('/post-mortems/{id}/comments', { id: postMortemId, per_page: constants.maxPageSize })).data,
    refetchOnWindowFocus: 'always',
    meta: readableOffline,
  })

export type UnsentComment = Extract<OutboxEntry, { kind: 'write comment' }>

/** The conversation, including unsent messages of this device. */
export function useConversation(postMortemId: string) {
  const { visible } = useOutbox()
  const entries = visible.filter((entry) => entry.postMortemId === postMortemId)
  // The server rejects conversations of tickets that do not exist there or are drafts.
  const isSent = entries.every(({ kind }) => kind !== 'create post-mortem' && kind !== 'send post-mortem')
  const query = useQuery({ ...commentsQuery(postMortemId), enabled: isSent })
  const comments: Comment[] = query.data ?? []
  const unsent = entries.filter(
    (entry): entry is UnsentComment =>
      entry.kind === 'write comment' && comments.every(({ id }) => id !== entry.commentId),
  )
  return { isSent, query, comments, unsent }
}

export const useWriteComment = (postMortemId: string) =>
  useMutation({
    mutationFn: ({ comment, ...effects }: { comment: CommentInput; onStored: () => void; takeBack: () => boolean }) =>
      outbox.submit(outboxChanges.writeComment(postMortemId, comment), {}, { shown: true, ...effects }),
  })

export const useDeleteComment = (postMortemId: string) =>
  useInvalidatingMutation(commentsQuery(postMortemId).queryKey, (comment_id: string) =>
    api.delete('/post-mortems/{id}/comments/{comment_id}', { id: postMortemId, comment_id }),
  )
