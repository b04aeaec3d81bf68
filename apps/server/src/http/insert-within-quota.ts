import { acquireAdvisoryLock } from '../database/advisory-lock.ts'
import { countRowsOfUser, type TableOfUsers } from '../database/count-rows-of-user.ts'
import { conflict } from './app-error.ts'
import type { WriteContext } from './context.ts'

/** How many rows of a table each user may have. */
interface Quota {
  table: TableOfUsers
  /** Requests of one user that hold the same lock wait for each other. */
  lock: string
  max: number
  refusal: (max: number) => string
}

/**
 * Inserts a row of the user and counts all of them. They are locked, because requests at the same time would not count
 * each other's rows.
 * @param insert  returns false if the id is in use
 * @returns whether it was inserted
 * @throws conflict  the user has too many rows
 */
export async function insertWithinQuota(
  { db, person }: WriteContext,
  { table, lock, max, refusal }: Quota,
  insert: () => Promise<boolean>,
): Promise<boolean> {
  await acquireAdvisoryLock(db, `${lock} ${person.id}`)
  if (!(await insert())) return false
  if ((await countRowsOfUser(db, table, person.id)) > max) throw conflict(refusal(max))
  return true
}
