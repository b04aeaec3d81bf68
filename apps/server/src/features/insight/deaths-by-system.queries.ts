import { type RawBuilder, sql, type Transaction } from 'kysely'
import { addDays, type Day } from '@chisholm/domain/dates'
import type { Executor } from '../../database/executor.ts'
import type { Tables } from '../../database/tables.ts'
import type { InsightScope } from './insight-scope.ts'
import { causeMatches, systemSql, valuesOf } from './insight-scope.queries.ts'
import { changes, deathRows, periodList } from './stored-deaths.queries.ts'
import { sumPeriods, wholeMonths } from './sum-periods.ts'

/** `(diagnosis_id, system, stored)` of the diagnoses whose sums are stored under a former system. */
const changedSystems = sql`
  select coalesce(e.id, s.diagnosis_id) as diagnosis_id, e.system, s.system as stored
  from (select e.id, ${systemSql} as system from library_entries e where e.list = 'diagnoses') e
    full join diagnosis_systems s on s.diagnosis_id = e.id
  where e.system is distinct from s.system`

/** Whether the sums by system match the current systems of all diagnoses. */
export async function areSystemsStored(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`select exists (${changedSystems}) as changed`.execute(db)
  return rows[0]?.changed === false
}

/** Moves the sums of diagnoses to their current systems. */
export async function moveSystems(tx: Transaction<Tables>): Promise<void> {
  if (await areSystemsStored(tx)) return
  await sql`
    with changed as (${changedSystems}),
    moved as (
      insert into issued_deaths_by_system as s (grain, start, site_id, system, deaths)
      select d.grain, d.start, d.site_id, m.system, sum(m.sign * d.deaths)
      from changed c cross join lateral (values (c.stored, -1), (c.system, 1)) m (system, sign)
        join deaths_by_site_and_cause d on d.issued_diagnosis_id = c.diagnosis_id
      where m.system is not null group by 1, 2, 3, 4
      on conflict (grain, start, site_id, system) do update set deaths = s.deaths + excluded.deaths
    ),
    forgotten as (
      delete from diagnosis_systems s using changed c where s.diagnosis_id = c.diagnosis_id and c.system is null
    )
    insert into diagnosis_systems (diagnosis_id, system) select diagnosis_id, system from changed where system is not null
    on conflict (diagnosis_id) do update set system = excluded.system`.execute(tx)
}

/**
 * Rows `(site_id, system, deaths)` of the issued diagnoses of all sites, limited to the filtered causes.
 * @param areStored  whether the sums by system are up to date
 */
export function issuedBySystem(scope: InsightScope, areStored: boolean): RawBuilder<unknown> {
  const months = wholeMonths(scope)
  if (!areStored || !months || valuesOf(scope, 'diagnosis_id')) return issuedByCause(scope, scope.from, scope.to)
  const systems = valuesOf(scope, 'system')?.map((name) => name.toLowerCase())
  return sql`
    select d.site_id, d.system, d.deaths
    from ${periodList(sumPeriods(months))} p (grain, start)
      join issued_deaths_by_system d on d.grain = p.grain and d.start = p.start
    where ${systems ? sql`lower(d.system) = any(${systems}::text[])` : sql`true`}
    union all ${withSystem(scope, changes(everywhere(scope, months.from, months.to), months.from, months.to))}
    ${months.from > scope.from ? sql`union all ${issuedByCause(scope, scope.from, addDays(months.from, -1))}` : sql``}
    ${months.to < scope.to ? sql`union all ${issuedByCause(scope, addDays(months.to, 1), scope.to)}` : sql``}`
}

const everywhere = (scope: InsightScope, from: Day, to: Day): InsightScope => ({
  sites: { ...scope.sites, ids: null },
  from,
  to,
  filters: [],
})

const issuedByCause = (scope: InsightScope, from: Day, to: Day) =>
  withSystem(scope, deathRows(everywhere(scope, from, to), { grain: 'any', site: true, cause: true }))

const withSystem = (scope: InsightScope, deaths: RawBuilder<unknown>) => sql`
  select d.site_id, ${systemSql} as system, d.deaths
  from (${deaths}) d join library_entries e on e.id = d.issued_diagnosis_id
  where ${causeMatches(scope, sql`d.issued_diagnosis_id`)}`
