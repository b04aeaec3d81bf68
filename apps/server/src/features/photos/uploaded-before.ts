import type { UserId } from '../../database/ids.ts'
import type { Context } from '../../http/context.ts'

/** A stored photo, or a stored file of a sample. */
interface StoredUpload {
  created_by_id: UserId | null
  deleted_at: Date | null
}

const isOwn = ({ person }: Pick<Context, 'person'>, file: StoredUpload): boolean =>
  file.created_by_id === person.id && file.deleted_at === null

/** Whether a stored file is the user's and came from this upload in parts. */
export const isFromUpload = (
  ctx: Pick<Context, 'person'>,
  file: StoredUpload & { upload_id: string | null },
  uploadId: string,
): boolean => isOwn(ctx, file) && file.upload_id === uploadId

/** Whether a stored file is the user's and has the content that was sent. */
export const isSameUpload = (
  ctx: Pick<Context, 'person'>,
  file: StoredUpload & { content_hash: Buffer },
  sent: { content_hash: Buffer },
): boolean => isOwn(ctx, file) && file.content_hash.equals(sent.content_hash)
