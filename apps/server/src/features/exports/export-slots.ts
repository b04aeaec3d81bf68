import { serverConstants } from '@chisholm/domain/constants'
import { serverTexts } from '@chisholm/domain/server-texts'
import type { UserId } from '../../database/ids.ts'
import { AppError } from '../../http/app-error.ts'

/** Number of exports of each user that are running in this process. */
const runningByUser = new Map<string, number>()

/**
 * Acquires a slot for an export. Slots are limited, because each export holds a database connection for the whole
 * download.
 * @returns a function that releases the slot; calling it again does nothing
 * @throws tooMany  all slots are in use, either of this user or of all users together
 */
export function acquireExportSlot(userId: UserId): () => void {
  const { maxConcurrent, maxPerUser, retryAfter } = serverConstants.exports
  const own = runningByUser.get(userId) ?? 0
  const all = [...runningByUser.values()].reduce((sum, count) => sum + count, 0)
  if (own >= maxPerUser || all >= maxConcurrent)
    throw new AppError('too-many', serverTexts.refusal.tooManyExports, { retryAfter })
  runningByUser.set(userId, own + 1)
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    const remaining = (runningByUser.get(userId) ?? 1) - 1
    if (remaining > 0) runningByUser.set(userId, remaining)
    else runningByUser.delete(userId)
  }
}
