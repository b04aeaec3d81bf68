import type { DangerLevel } from '@chisholm/domain/danger-signs'
import { sql } from 'kysely'
import type { PostMortemId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'

const animalCountSql = sql<number>`(
  select count(*)::int from animals a where a.post_mortem_id = t.id and a.deleted_at is null)`

/**
 * The strictest level of the danger signs of ticket `t`, or null. It is not stored, so that it is correct after an
 * Admin changes a sign. Few animals have one, and their index is small.
 */
export const dangerSql = sql<DangerLevel | null>`(
  select case when bool_or(l.level = 'stop') then 'stop' when bool_or(l.level = 'call') then 'call' end
  from animals a join library_entries l on l.id = any(a.danger_sign_ids)
  where a.post_mortem_id = t.id and a.deleted_at is null and a.danger_sign_ids <> '{}')`

/** The version of the practice's details; null: none was saved yet. */
export const practiceVersionSql = sql<number | null>`(select max(d.version) from provider_details d)`

/** What sending checks: the number of animals of a ticket, their danger, and the version of the practice's details. */
export const sendPreconditions = (tx: Executor, id: PostMortemId) =>
  tx
    .selectFrom('post_mortems as t')
    .select([animalCountSql.as('animals'), dangerSql.as('danger')])
    .select(practiceVersionSql.as('practice_version'))
    .where('t.id', '=', id)
    .executeTakeFirstOrThrow()
export type SendPreconditions = Awaited<ReturnType<typeof sendPreconditions>>
