import { sql, type Transaction } from 'kysely'
import type { Day } from '@chisholm/domain/dates'
import type { Executor } from '../../database/executor.ts'
import type { CustomerId } from '../../database/ids.ts'
import type { Tables } from '../../database/tables.ts'
import { freshDays, headPieces, monthOf, piecesOfLots } from './head.queries.ts'

type Tx = Transaction<Tables>

/** @returns whether the lock was acquired, which lasts until the transaction ends */
export async function tryLockFigures(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('mortality figures', 0)) as locked`.execute(tx)
  return rows[0]?.locked === true
}

/** The outdated head of sites, and the number of changes. */
interface Outdated {
  site_id: string
  day: Day
  changes: number
}

/**
 * Adds the oldest changes to the stored sums of deaths and deletes them. Transactions write changes without waiting for
 * each other; rows that are not committed yet are left for the next run.
 */
export async function addToSums(tx: Tx, limit: number): Promise<Outdated[]> {
  const { rows } = await sql<Outdated>`
    with taken as (
      delete from mortality_changes where id in (select id from mortality_changes order by id limit ${limit})
      returning site_id, day, deaths, completed, diagnosis_id, issued_diagnosis_id, customer_diagnosis_id, feed_band
    ),
    counted as (
      select site_id, day, diagnosis_id, issued_diagnosis_id, customer_diagnosis_id, feed_band, deaths,
             deaths * (completed and diagnosis_id is not null)::int as examined,
             deaths * (completed and issued_diagnosis_id is not null)::int as issued_examined
      from taken where deaths <> 0
    ),
    in_periods as (
      select g.grain, date_trunc(g.grain, c.day::timestamp)::date as start, c.*
      from counted c cross join (values ('month'), ('year')) g (grain)
    ),
    by_site as (
      insert into deaths_by_site as s (site_id, grain, start, deaths, examined, issued_examined)
      select site_id, grain, start, sum(deaths), sum(examined), sum(issued_examined) from in_periods group by 1, 2, 3
      on conflict (site_id, grain, start) do update set deaths = s.deaths + excluded.deaths,
        examined = s.examined + excluded.examined, issued_examined = s.issued_examined + excluded.issued_examined
    ),
    by_site_and_cause as (
      insert into deaths_by_site_and_cause as s
        (site_id, grain, start, diagnosis_id, issued_diagnosis_id, deaths, examined, issued_examined)
      select site_id, grain, start, diagnosis_id, issued_diagnosis_id, sum(deaths), sum(examined), sum(issued_examined)
      from in_periods group by 1, 2, 3, 4, 5
      on conflict (site_id, grain, start, diagnosis_id, issued_diagnosis_id) do update
      set deaths = s.deaths + excluded.deaths,
        examined = s.examined + excluded.examined, issued_examined = s.issued_examined + excluded.issued_examined
    ),
    by_cause_and_feed as (
      insert into deaths_by_cause_and_feed as s (grain, start, diagnosis_id, feed_band, deaths, examined)
      select grain, start, diagnosis_id, feed_band, sum(deaths), sum(examined) from in_periods group by 1, 2, 3, 4
      on conflict (grain, start, diagnosis_id, feed_band) do update
      set deaths = s.deaths + excluded.deaths, examined = s.examined + excluded.examined
    ),
    by_pair as (
      insert into deaths_by_diagnosis_pair as s (grain, start, customer_diagnosis_id, diagnosis_id, deaths)
      select grain, start, customer_diagnosis_id, diagnosis_id, sum(deaths) from in_periods
      where customer_diagnosis_id is not null and diagnosis_id is not null group by 1, 2, 3, 4
      on conflict (grain, start, customer_diagnosis_id, diagnosis_id) do update set deaths = s.deaths + excluded.deaths
    ),
    by_day as (
      insert into deaths_by_day_of_practice as s (day, deaths, examined)
      select day, sum(deaths), sum(examined) from counted group by 1
      on conflict (day) do update set deaths = s.deaths + excluded.deaths, examined = s.examined + excluded.examined
    ),
    by_day_and_cause as (
      insert into deaths_by_day_and_cause as s (day, diagnosis_id, deaths, examined)
      select day, diagnosis_id, sum(deaths), sum(examined) from counted group by 1, 2
      on conflict (day, diagnosis_id) do update
      set deaths = s.deaths + excluded.deaths, examined = s.examined + excluded.examined
    )
    select site_id, min(day) as day, count(*)::int as changes from taken group by site_id`.execute(tx)
  return rows
}

/** The last day up to which head is stored. */
export async function headStoredUntil(tx: Tx): Promise<Day> {
  const { rows } = await sql<{ until: Day }>`select until from head_stored`.execute(tx)
  const [stored] = rows
  if (!stored) throw new Error('head_stored has no row')
  return stored.until
}

export const setHeadStoredUntil = (tx: Tx, until: Day) => sql`update head_stored set until = ${until}::date`.execute(tx)

/** Computes and stores the head of sites, each from the month of its first outdated day until a day. */
export async function storeHead(tx: Tx, sites: { site_id: string; day: Day }[], until: Day): Promise<void> {
  const starts = sql`starts as (
    select site_id, ${monthOf(sql`day`)} as first
    from unnest(${sites.map(({ site_id }) => site_id)}::uuid[], ${sites.map(({ day }) => day)}::date[]) u (site_id, day)
  )`
  await sql`
    with ${starts} delete from head_months h using starts s where h.site_id = s.site_id and h.month >= s.first`.execute(
    tx,
  )
  await sql`
    with ${starts}, ${headPieces(sql`${until}::date`)}, ${freshDays},
    months as (select distinct site_id, ${monthOf(sql`day`)} as month from fresh_days)
    insert into head_months (site_id, month, heads, head_days, known_days)
    select m.site_id, m.month, array_agg(f.head order by n), sum(f.head), count(f.head)
    from months m
      cross join lateral generate_series(0, extract(day from m.month + interval '1 month' - interval '1 day')::int - 1) n
      left join fresh_days f on f.site_id = m.site_id and f.day = m.month + n
    group by m.site_id, m.month`.execute(tx)
  await sql`
    with ${starts} delete from head_years h using starts s
    where h.site_id = s.site_id and h.year >= date_trunc('year', s.first)`.execute(tx)
  await sql`
    with ${starts}
    insert into head_years (site_id, year, head_days, known_days)
    select h.site_id, date_trunc('year', h.month::timestamp)::date, sum(h.head_days), sum(h.known_days)
    from starts s join head_months h on h.site_id = s.site_id and h.month >= date_trunc('year', s.first) group by 1, 2`.execute(
    tx,
  )
}

/** Sums the stored head of all sites, beginning with the month of a day. */
export async function storeHeadOfPractice(tx: Tx, from: Day): Promise<void> {
  const month = monthOf(sql`${from}::date`)
  await sql`delete from head_of_practice where day >= ${month}`.execute(tx)
  await sql`
    insert into head_of_practice (day, head, known_sites)
    select h.month + (n - 1)::int, sum(head), count(*) from head_months h
      cross join lateral unnest(h.heads) with ordinality as d (head, n)
    where h.month >= ${month} and head is not null group by 1`.execute(tx)
}

/** Stores the head of the lots of all sites where it is not stored until a day, the end of a month. */
export async function storeHeadOfLots(tx: Tx, until: Day): Promise<void> {
  const { rows } = await sql<{ site_id: string; first: Day }>`
    select s.id as site_id, coalesce(h.until + 1, '0001-01-01') as first
    from sites s left join head_of_lots_stored h on h.site_id = s.id
    where h.until is null or h.until < ${until}::date`.execute(tx)
  if (rows.length === 0) return
  const starts = sql`starts as (
    select site_id, first
    from unnest(${rows.map(({ site_id }) => site_id)}::uuid[], ${rows.map(({ first }) => first)}::date[])
      as u (site_id, first)
  )`
  await sql`
    with ${starts} delete from head_of_lots h using starts s
    where h.site_id = s.site_id and h.start >= date_trunc(h.grain, s.first::timestamp)`.execute(tx)
  await sql`
    with ${starts}, ${piecesOfLots(sql`${until}::date`)}
    insert into head_of_lots (grain, start, site_id, lot_id, head_days)
    select 'month', m.first::date, p.site_id, p.lot_id,
           sum(p.head * (least(p.after, (m.first + interval '1 month')::date) - greatest(p.first, m.first::date)))
    from pieces p, generate_series(date_trunc('month', p.first::timestamp), (p.after - 1)::timestamp, interval '1 month')
      as m (first)
    group by 2, 3, 4`.execute(tx)
  await sql`
    with ${starts}
    insert into head_of_lots (grain, start, site_id, lot_id, head_days)
    select 'year', date_trunc('year', h.start::timestamp)::date, h.site_id, h.lot_id, sum(h.head_days)
    from starts s join head_of_lots h on h.site_id = s.site_id
    where h.grain = 'month' and h.start >= date_trunc('year', s.first::timestamp) group by 2, 3, 4`.execute(tx)
  await sql`
    insert into head_of_lots_stored (site_id, until) select unnest(${rows.map(({ site_id }) => site_id)}::uuid[]), ${until}::date
    on conflict (site_id) do update set until = excluded.until`.execute(tx)
}

/**
 * Deletes the names of lots and pens from the sums of a customer whose animals are deleted. The changes come first: the
 * job may be moving them to the sums.
 */
export async function deleteLotAndPenNames(tx: Executor, customerId: CustomerId): Promise<void> {
  const sites = sql`(select id from sites where customer_id = ${customerId})`
  await sql`update mortality_changes set lot_key = null, pen = null where site_id in ${sites}`.execute(tx)
  await sql`delete from deaths_of_lots where site_id in ${sites}`.execute(tx)
  await sql`delete from deaths_of_pens where site_id in ${sites}`.execute(tx)
}

export const siteIds = async (tx: Tx): Promise<string[]> =>
  (await sql<{ id: string }>`select id from sites`.execute(tx)).rows.map(({ id }) => id)
