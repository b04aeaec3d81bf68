import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import type { UserId } from '../../database/ids.ts'
import { Failure } from '../../http/failures.ts'

/** How many exports of each person run in this process. */
const running = new Map<string, number>()

/**
 * Takes one of the few places for exports that run at the same time: each holds a connection to the database for as
 * long as somebody downloads.
 * @returns what gives the place back, once
 * @throws too-many  all are taken, of this person or at all
 */
export function takePlace(personId: UserId): () => void {
  const { atOnce, atOnceOfPerson, retryAfter } = constants.exports
  const mine = running.get(personId) ?? 0
  const all = [...running.values()].reduce((sum, some) => sum + some, 0)
  if (mine >= atOnceOfPerson || all >= atOnce)
    throw new Failure('too-many', texts.refusal.tooManyExports, { retryAfter })
  running.set(personId, mine + 1)
  let isTaken = true
  return () => {
    if (!isTaken) return
    isTaken = false
    const left = (running.get(personId) ?? 1) - 1
    if (left > 0) running.set(personId, left)
    else running.delete(personId)
  }
}
