import { sql } from 'kysely'
import { constants } from '@chisholm/domain/constants'
import type { Day } from '@chisholm/domain/dates'
import type { PostMortemId, UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'

const visits = (db: Executor) =>
  db
    .selectFrom('post_mortems as t')
    .innerJoin('sites as s', 's.id', 't.site_id')
    .leftJoin('users as vet', 'vet.id', 't.scheduled_for_id')
    .where('t.deleted_at', 'is', null)
    .where('t.completed_at', 'is', null)
    .select([
      't.id',
      't.pin',
      't.scheduled_at',
      't.scheduled_for_id',
      't.duration_minutes',
      's.time_zone',
      sql<string | null>`concat_ws(' ', vet.first_name, vet.last_name)`.as('vet'),
    ])
export type VisitRow = Awaited<ReturnType<ReturnType<typeof visits>['execute']>>[number]

export const visitById = (db: Executor, id: PostMortemId) => visits(db).where('t.id', '=', id).executeTakeFirst()

const longestVisit = constants.visitMinutes.max * 60_000

/** The open visits of a veterinarian that may overlap with a visit at this time. */
export const visitsNear = (db: Executor, vetId: UserId, at: Date): Promise<VisitRow[]> =>
  visits(db)
    .where('t.scheduled_for_id', '=', vetId)
    .where('t.scheduled_at', '>', new Date(at.getTime() - longestVisit))
    .where('t.scheduled_at', '<', new Date(at.getTime() + longestVisit))
    .orderBy('t.scheduled_at')
    .orderBy('t.id')
    .execute()

/** The absences of a person that may be on the days of a visit at this time. */
export const absencesNear = (db: Executor, userId: UserId, at: Date): Promise<{ from: Day; to: Day }[]> =>
  db
    .selectFrom('absences')
    .select(['first_day as from', 'last_day as to'])
    .where('user_id', '=', userId)
    .where('first_day', '<=', sql<Day>`${at}::timestamptz::date + 2`)
    .where('last_day', '>=', sql<Day>`${at}::timestamptz::date - 1`)
    .execute()
