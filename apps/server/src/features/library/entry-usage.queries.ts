import { type RawBuilder, sql, type Transaction } from 'kysely'
import { fieldsOfKind } from '@chisholm/domain/animal-fields'
import { acquireAdvisoryLock, acquireSharedAdvisoryLock } from '../../database/advisory-lock.ts'
import type { Executor } from '../../database/executor.ts'
import type { Tables } from '../../database/tables.ts'

/** Whether an animal refers to an entry. Each column is searched separately, because each has its own index. */
const isReferredTo = (id: string, condition = sql``): RawBuilder<boolean> =>
  sql`(${sql.join(
    fieldsOfKind('entry').map(
      (column) => sql`exists (select from animals a where a.${sql.ref(column)} = ${id}::uuid ${condition})`,
    ),
    sql` or `,
  )} or exists (
    select from animal_lesions l join animals a on a.id = l.animal_id where l.diagnosis_id = ${id}::uuid ${condition}) or exists (
    select from animals a where a.danger_sign_ids <> '{}' and a.danger_sign_ids @> array[${id}::uuid] ${condition}))`

/** The pattern of a text that contains an id, which is in lower case whatever the caller sent. */
const containing = (id: string) => sql`'%' || ${id}::uuid || '%'`

/** Whether an amendment is open that can be discarded: then the report that was issued before is restored, with this entry. */
const canBeRestored = (id: string): RawBuilder<boolean> =>
  sql`exists (select from post_mortems ticket join report_versions v on v.post_mortem_id = ticket.id
    where ticket.amendment_opened_by_id is not null and v.snapshot::text like ${containing(id)})`

/** Whether discarding an open amendment puts a photo back into this slot, perhaps one that the report issued before lacks. */
const isSlotToRestore = (id: string): RawBuilder<boolean> =>
  sql`exists (select from post_mortems ticket join animals a on a.post_mortem_id = ticket.id join photos p on p.animal_id = a.id
    where ticket.amendment_opened_by_id is not null and (p.issued_facts ->> 'slot_id')::uuid = ${id}::uuid)`

const isTrueInDatabase = async (db: Executor, found: RawBuilder<boolean>) =>
  (await sql<{ found: boolean }>`select ${found} as found`.execute(db)).rows[0]?.found === true

/**
 * Whether anything refers to an entry: an animal or photo, including deleted ones, the report or photo that discarding an
 * amendment restores, or the filter of an animal report or of a summary by mail.
 */
export const isEntryUsed = (db: Executor, id: string) =>
  isTrueInDatabase(
    db,
    sql`${isReferredTo(id)} or ${canBeRestored(id)} or ${isSlotToRestore(id)}
      or exists (select from photos where slot_id = ${id}::uuid)
      or exists (select from animal_photo_slots where slot_id = ${id}::uuid)
      or exists (select from samples where sample_kind_id = ${id})
      or exists (select from animal_treatments where treatment_id = ${id})
      or exists (select from saved_reports where parameters::text like ${containing(id)})
      or exists (select from scheduled_reports where filter::text like ${containing(id)})`,
  )

/** Whether a completed ticket shows an entry. Its report shows the entry, too. */
export const isEntryOnCompletedPostMortem = (db: Executor, id: string) =>
  isTrueInDatabase(
    db,
    sql`${isReferredTo(
      id,
      sql`and a.deleted_at is null and exists (
        select from post_mortems ticket where ticket.id = a.post_mortem_id and ticket.status = 'Completed')`,
    )} or ${canBeRestored(id)}`,
  )

/** Locks an entry, so that nothing new can refer to it until the transaction ends. */
export const lockLibraryEntry = (tx: Transaction<Tables>, id: string) =>
  tx.selectFrom('library_entries').select('id').where('id', '=', id).forUpdate().execute()

const entryNames = 'library entry names'

/**
 * Locks the names of all entries against changes until the transaction ends, so that everything that a report issues has
 * the same names. Call it before locking entries.
 */
export const lockEntryNames = (tx: Transaction<Tables>) => acquireSharedAdvisoryLock(tx, entryNames)

/** Waits until no report is being issued, so that the tickets that it completes are visible. */
export const lockEntryNamesForChange = (tx: Transaction<Tables>) => acquireAdvisoryLock(tx, entryNames)
