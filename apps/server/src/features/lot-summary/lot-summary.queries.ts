import { sql } from 'kysely'
import type { Day, Zone } from '@chisholm/domain/dates'
import type { LotAnimal, LotSummary } from '@chisholm/domain/schemas/lot-summary'
import type { Lot } from '@chisholm/domain/schemas/lots'
import type { LotId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import { diagnosisOf, inSites } from '../insight/index.ts'

type Scope = { sites: AuthorizedSites }
const everySite = ({ sites }: Scope) => ({ sites, filters: [] })

/** A lot with its site, and the first and last of its deaths. */
export interface LotRow extends Lot {
  /** The keys by which animals refer to it. */
  keys: string[]
  site: string
  time_zone: Zone | null
  first_death: Day | null
  last_death: Day | null
}

/** A lot on the sites of a scope. */
export async function lotById(db: Executor, scope: Scope, id: LotId): Promise<LotRow | undefined> {
  const { rows } = await sql<LotRow>`
    select l.id, l.site_id, l.name, l.arrived_at, l.head_in, l.source, l.sex, l.arrival_weight, l.closed_at,
           l.other_names, k.keys, c.name || ' - ' || s.name as site, s.time_zone,
           (select min(d.day) from deaths d where d.site_id = l.site_id and d.lot_key = any(k.keys)) as first_death,
           (select max(d.day) from deaths d where d.site_id = l.site_id and d.lot_key = any(k.keys)) as last_death
    from lots l join sites s on s.id = l.site_id join customers c on c.id = s.customer_id
      cross join lateral (
        select lot_key(l.name) || array(select o.key from other_lot_keys o where o.lot_id = l.id) as keys
      ) k
    where l.id = ${id} and ${inSites(everySite(scope), 'l.site_id')}`.execute(db)
  return rows[0]
}

type LotRef = Pick<LotRow, 'id' | 'site_id' | 'keys' | 'arrived_at'>
const deathsOf = ({ site_id, keys }: LotRef) => sql`d.site_id = ${site_id} and d.lot_key = any(${keys}::text[])`

/** Deaths by days on feed. */
export async function deathsByDay(db: Executor, lot: LotRef) {
  const { rows } = await sql<{ day: number; deaths: number }>`
    select greatest(d.day - ${lot.arrived_at}::date, 0) as day, count(*)::int as deaths
    from deaths d where ${deathsOf(lot)} group by 1 order by 1`.execute(db)
  return rows
}

export const daysPerStep = 7
/** The usual range is based on lots that arrived at most this many days earlier. */
const maxArrivalGap = 3 * 365

/**
 * Deaths and head of the other lots of a scope by weeks on feed. A lot counts in its complete weeks on feed, until it
 * was closed or until today.
 */
export async function deathsOfOthers(db: Executor, scope: Scope, lot: LotRef, today: Day) {
  const { rows } = await sql<{ step: number; lots: number; head: number; deaths: number }>`
    with others as (
      select l.id, l.site_id, lot_key(l.name) as key, l.arrived_at, l.head_in,
             (least(coalesce(l.closed_at, 'infinity'), ${today}::date + 1) - l.arrived_at) / ${daysPerStep}::int as steps
      from lots l
      where ${inSites(everySite(scope), 'l.site_id')} and l.id <> ${lot.id} and l.head_in > 0
        and l.arrived_at between ${lot.arrived_at}::date - ${maxArrivalGap}::int and ${today}::date
    ),
    died as (
      select greatest(d.day - o.arrived_at, 0) / ${daysPerStep}::int as step, count(*)::int as deaths
      from (
        select site_id, key, arrived_at, steps from others
        union all
        select o.site_id, k.key, o.arrived_at, o.steps from others o join other_lot_keys k on k.lot_id = o.id
      ) o join deaths d on d.site_id = o.site_id and d.lot_key = o.key
      where greatest(d.day - o.arrived_at, 0) / ${daysPerStep}::int < o.steps
      group by 1
    ),
    on_feed as (
      select s.step, count(*)::int as lots, sum(o.head_in)::float8 as head
      from others o cross join lateral generate_series(0, least(o.steps, 60) - 1) as s (step) group by 1
    )
    select t.step, t.lots, t.head, coalesce(d.deaths, 0) as deaths from on_feed t left join died d using (step)
    order by t.step`.execute(db)
  return rows
}

/** How many dead animals were treated, in total and by treatment. */
export async function treatmentsOf(db: Executor, lot: LotRef): Promise<Pick<LotSummary, 'treated' | 'treatments'>> {
  const { rows } = await sql<Pick<LotSummary, 'treated' | 'treatments'>>`
    with given as (
      select t.animal_id, t.name, d.day - max(t.given_at) as days_before
      from deaths d join animal_treatments t on t.animal_id = d.animal_id
      where ${deathsOf(lot)} group by t.animal_id, t.name, d.day
    ),
    named as (
      select name, count(*)::int as animals,
             percentile_cont(0.5) within group (order by days_before) as median_days_before_death
      from given group by name order by animals desc, name limit 50
    )
    select (select count(distinct animal_id)::int from given) as treated,
           (select coalesce(json_agg(n), '[]') from named n) as treatments`.execute(db)
  return rows[0] ?? { treated: 0, treatments: [] }
}

const maxAnimals = 500

/** The animals, latest death first. */
export async function animalsOf(db: Executor, scope: Scope, lot: LotRef): Promise<LotAnimal[]> {
  const { rows } = await sql<LotAnimal>`
    select a.id, a.tag, a.rfid, d.day as date_of_death,
           -- greatest ignores null
           case when ${lot.arrived_at}::date is not null then greatest(d.day - ${lot.arrived_at}::date, 0) end as days_on_feed,
           (select e.name from library_entries e where e.id = ${diagnosisOf(scope)}) as diagnosis,
           (select count(*)::int from animal_treatments t where t.animal_id = a.id) as treatments,
           json_build_object('id', p.id, 'title', 'CHM-' || p.pin) as post_mortem
    from deaths d join animals a on a.id = d.animal_id join post_mortems p on p.id = a.post_mortem_id
    where ${deathsOf(lot)} order by d.day desc, p.pin desc, a.created_at limit ${maxAnimals}`.execute(db)
  return rows
}
