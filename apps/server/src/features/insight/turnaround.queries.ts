import { type RawBuilder, sql } from 'kysely'
import type { Zone } from '@chisholm/domain/dates'
import type { Executor } from '../../database/executor.ts'
import { joinSiteDays } from '../../http/site-days.queries.ts'
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

const keyOf = (by: TurnaroundBy): RawBuilder<unknown> =>
  by === 'month'
    ? sql`to_char(t.requested_at at time zone days.zone, 'YYYY-MM')`
    : by === 'site'
      ? sql`t.site_id::text`
      : sql`coalesce(t.completed_by_id, t.scheduled_for_id)::text`

/** The hours from sending to the visit and to the report, of the tickets that were sent on these days of their sites. */
export async function countTurnaround(db: Executor, scope: InsightScope, by: TurnaroundBy, practiceZone: Zone) {
  const { days, isWithin } = await joinSiteDays(db, { from: scope.from, to: scope.to, practiceZone })
  const { rows } = await sql<TurnaroundCount>`
    select ${keyOf(by)} as key, count(*)::int as n,
           ${percentile(0.5, 't.scheduled_at')} as scheduled50, ${percentile(0.9, 't.scheduled_at')} as scheduled90,
           ${percentile(0.5, 't.completed_at')} as completed50, ${percentile(0.9, 't.completed_at')} as completed90
    from post_mortems t join sites s on s.id = t.site_id ${days}
    where t.deleted_at is null and not t.draft and ${inSites(scope, 't.site_id')}
      and ${isWithin(sql`t.requested_at`)} and ${hasDeath(scope)}
    group by 1`.execute(db)
  return rows
}

/** Whether an animal of the ticket is what the filters ask for. */
const hasDeath = (scope: InsightScope): RawBuilder<boolean> =>
  lotKeysOf(scope) || valuesOf(scope, 'diagnosis_id') || valuesOf(scope, 'system')
    ? sql`exists (select from animals a join deaths d on d.animal_id = a.id
        where a.post_mortem_id = t.id and ${deathMatches(scope)})`
    : sql`true`
