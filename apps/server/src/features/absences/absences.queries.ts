import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Day } from '@chisholm/domain/dates'
import type { Absence } from '@chisholm/domain/schemas/absences'
import type { AbsenceId, UserId } from '../../database/ids.ts'
import { insertIfAbsent } from '../../database/insert-if-absent.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { countOfRows, readPageAndTotal } from '../../database/one-snapshot.ts'
import { condition } from '../../http/filter-conditions.queries.ts'
import type { ListRequest } from '../../http/pagination.ts'

export const absenceFilters = { id: 'id', user_id: 'id', from: 'day', to: 'day' } as const
export const absenceSorts = ['from', 'to'] as const

const filterColumns: Record<keyof typeof absenceFilters, RawBuilder<unknown>> = {
  id: sql.ref('id'),
  user_id: sql.ref('user_id'),
  from: sql.ref('first_day'),
  to: sql.ref('last_day'),
}
const sortColumns = { from: 'first_day', to: 'last_day' } as const
const columns = ['id', 'user_id', 'first_day as from', 'last_day as to', 'note'] as const

/**
 * Reads one page of absences, and how many there are in total. @param userId  owner of the absences; null: everybody
 */
export async function readAbsencePage(
  db: Executor,
  userId: UserId | null,
  list: ListRequest<keyof typeof absenceFilters, (typeof absenceSorts)[number]>,
): Promise<{ total: number; rows: Absence[] }> {
  let absences = db.selectFrom('absences')
  if (userId) absences = absences.where('user_id', '=', userId)
  for (const filter of list.filters) absences = absences.where(condition(filterColumns[filter.field], filter))
  let page = absences.select(columns)
  for (const { field, descending } of list.sorts) page = page.orderBy(sortColumns[field], descending ? 'desc' : 'asc')
  return readPageAndTotal(db, absences.select(countOfRows), page.orderBy('id').limit(list.perPage).offset(list.offset))
}

export const absenceById = (db: Executor, id: AbsenceId) =>
  db.selectFrom('absences').select(columns).where('id', '=', id).executeTakeFirst()

/** Locks an absence until the transaction ends. */
export const lockAbsence = (tx: Transaction<Tables>, id: AbsenceId) =>
  tx.selectFrom('absences').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

export interface AbsenceFields {
  user_id: UserId
  first_day: Day
  last_day: Day
  note: string | null
}

/** @returns false if the id is in use */
export const insertAbsence = (tx: Executor, absence: AbsenceFields & { id: AbsenceId }): Promise<boolean> =>
  insertIfAbsent(tx, 'absences', absence, ['id'])

export const changeAbsence = (tx: Executor, id: AbsenceId, fields: AbsenceFields) =>
  tx.updateTable('absences').set(fields).where('id', '=', id).execute()

export const deleteAbsence = (tx: Executor, id: AbsenceId) => tx.deleteFrom('absences').where('id', '=', id).execute()

/** The absences that overlap a range of days, in order. */
export const absencesBetween = (db: Executor, from: Day, to: Day): Promise<Absence[]> =>
  db
    .selectFrom('absences')
    .select(columns)
    .where('first_day', '<=', to)
    .where('last_day', '>=', from)
    .orderBy('first_day')
    .orderBy('id')
    .execute()
