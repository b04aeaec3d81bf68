import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import type { UserId } from '../../database/ids.ts'
import { AppError } from '../../http/app-error.ts'

/** How many exports of each person run in this process. */
const runningByUser = new Map<string, number>()

/**
 * Takes one of the few places for exports that run at the same time: each holds a connection to the database for as
 * long as somebody downloads.
 * @returns what gives the place back, once
 * @throws too-many  all are taken, of this person or at all
 */
export function acquireExportSlot(userId: UserId): () => void {
  const { maxConcurrent: atOnce, maxPerUser: atOnceOfPerson, retryAfter } = constants.exports
  const own = runningByUser.get(userId) ?? 0
  const all = [...runningByUser.values()].reduce((sum, count) => sum + count, 0)
  if (own >= atOnceOfPerson || all >= atOnce)
    throw new AppError('too-many', texts.refusal.tooManyExports, { retryAfter })
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
