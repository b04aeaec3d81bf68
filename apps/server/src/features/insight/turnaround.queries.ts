import { type RawBuilder, sql } from 'kysely'
import { addDays, startOfDay, type Zone } from '@chisholm/domain/dates'
import type { Executor } from '../../database/executor.ts'
import type { InsightScope } from './insight-scope.ts'
import { deathMatches, inSites, lotKeysOf, valuesOf } from './insight-scope.queries.ts'

export const turnaroundKeys = ['month', 'site', 'veterinarian'] as const
export type TurnaroundBy = (typeof turnaroundKeys)[number]

interface TurnaroundCount {
  key: string | null
  n: number
  scheduled50: number | null
  scheduled90: number | null
  completed50: number | null
  completed90: number | null
}

const percentile = (share: number, until: string) =>
  sql`percentile_cont(${sql.lit(share)}) within group (order by date_part('epoch', ${sql.ref(until)} - t.requested_at) / 3600)`

const keyOf = (by: TurnaroundBy, zone: Zone): RawBuilder<unknown> =>
  by === 'month'
    ? sql`to_char(t.requested_at at time zone ${zone}, 'YYYY-MM')`
    : by === 'site'
      ? sql`t.site_id::text`
      : sql`coalesce(t.completed_by_id, t.scheduled_for_id)::text`

/** The hours from sending to the visit and to the report, of the tickets that were sent in the period. */
export async function countTurnaround(db: Executor, scope: InsightScope, by: TurnaroundBy, zone: Zone) {
  const { rows } = await sql<TurnaroundCount>`
    select ${keyOf(by, zone)} as key, count(*)::int as n,
           ${percentile(0.5, 't.scheduled_at')} as scheduled50, ${percentile(0.9, 't.scheduled_at')} as scheduled90,
           ${percentile(0.5, 't.completed_at')} as completed50, ${percentile(0.9, 't.completed_at')} as completed90
    from post_mortems t
    where t.deleted_at is null and not t.draft and ${inSites(scope, 't.site_id')}
      and t.requested_at >= ${startOfDay(scope.from, zone).toISOString()}::timestamptz
      and t.requested_at < ${startOfDay(addDays(scope.to, 1), zone).toISOString()}::timestamptz
      and ${hasDeath(scope)}
    group by 1`.execute(db)
  return rows
}

/** Whether an animal of the ticket is what the filters ask for. */
const hasDeath = (scope: InsightScope): RawBuilder<boolean> =>
  lotKeysOf(scope) || valuesOf(scope, 'diagnosis_id') || valuesOf(scope, 'system')
    ? sql`exists (select from animals a join deaths d on d.animal_id = a.id
        where a.post_mortem_id = t.id and ${deathMatches(scope)})`
    : sql`true`
