import { sql } from 'kysely'
import type { Executor } from './executor.ts'

/**
 * Deletes the counters of tags and RFIDs that no animal has any more: they would keep them. Counters in use by another
 * transaction are left for the next time.
 */
export const deleteUnusedIdentities = (tx: Executor) =>
  sql`
    delete from animal_identities where identity in (
      select identity from animal_identities where animals = 0 for update skip locked)`.execute(tx)
