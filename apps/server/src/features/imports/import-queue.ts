import pLimit from 'p-limit'
import { constants } from '@chisholm/domain/constants'
import type { ImportKind } from '@chisholm/domain/import-columns'
import { serverTexts } from '@chisholm/domain/server-texts'
import { AppError } from '../../http/app-error.ts'

const { maxConcurrentLists, maxConcurrentPostMortems, maxWaiting, retryAfter } = constants.imports

/**
 * Each import holds a thread, a connection and its rows, so few run at once. Imports of tickets take minutes and have a
 * queue of their own, so that other lists do not wait for them.
 */
const lists = pLimit(maxConcurrentLists)
const tickets = pLimit(maxConcurrentPostMortems)

/**
 * Runs an import when its turn comes.
 * @throws tooMany  too many imports are waiting
 */
export function runQueued<Result>(kind: ImportKind, work: () => Promise<Result>): Promise<Result> {
  const queue = kind === 'post-mortems' ? tickets : lists
  if (queue.pendingCount >= maxWaiting)
    throw new AppError('too-many', serverTexts.refusal.tooManyImports, { retryAfter })
  return queue(work)
}
