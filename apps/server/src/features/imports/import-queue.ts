import pLimit from 'p-limit'
import { constants } from '@chisholm/domain/constants'
import type { ImportKind } from '@chisholm/domain/import-columns'
import { texts } from '@chisholm/domain/texts'
import { Failure } from '../../http/failures.ts'

const { listsAtOnce, ticketsAtOnce, waiting, retryAfter } = constants.imports

/** Each import holds a thread, a connection and its rows; tickets take minutes, and no list waits for them. */
const lists = pLimit(listsAtOnce)
const tickets = pLimit(ticketsAtOnce)

/** Runs an import once it is its turn. @throws too-many  more wait than will be patient */
export function inTurn<Answer>(kind: ImportKind, work: () => Promise<Answer>): Promise<Answer> {
  const queue = kind === 'post-mortems' ? tickets : lists
  if (queue.pendingCount >= waiting) throw new Failure('too-many', texts.refusal.tooManyImports, { retryAfter })
  return queue(work)
}
