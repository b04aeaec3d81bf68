import { sql } from 'kysely'
import { expect } from 'vitest'
import { addDays, type Day, daysBetween } from '@chisholm/domain/dates'
import { ratePer1000HeadMonth } from '@chisholm/domain/mortality'
import { isoWeek } from '@chisholm/domain/weeks'
import type { Executor } from '../../../database/executor.ts'
import type { TestUser } from '../../../testing/factory.ts'
import {
  daysOf,
  deathsIn,
  diagnosisOf,
  headDays,
  headOn,
  type PlainScope,
  readHerd,
  withoutSpaces,
} from './count-plainly.ts'

const keyOf: Record<string, (scope: PlainScope, names: Map<string, string>) => (death: Death) => string | null> = {
  day: () => (death) => death.day,
  week: () => (death) => isoWeek(death.day),
  month: () => (death) => death.day.slice(0, 7),
  customer: () => (death) => death.customer_id,
  site: () => (death) => death.site_id,
  lot: () => (death) => `${death.site_id} ${death.lot}`,
  pen: () => (death) => `${death.site_id} ${death.pen}`,
  diagnosis: (scope) => (death) => diagnosisOf(death, scope),
  system: (scope, names) => (death) => names.get(diagnosisOf(death, scope) ?? '') ?? null,
  days_on_feed: () => (death) => {
    const days = death.arrived_at === null ? -1 : daysBetween(death.arrived_at, death.day)
    if (days < 0) return null
    return days >= 360 ? '360+' : `${days - (days % 30)}-${days - (days % 30) + 29}`
  },
}
type Death = ReturnType<typeof deathsIn>[number]

interface Row {
  key: string | null
  site_id?: string
  deaths: number
  examined: number
  head_days: number | null
  per_1000_head_month: number | null
}

/** The period of a mark: within that of the scope. */
function periodOf(by: string, key: string | null, scope: PlainScope): Pick<PlainScope, 'from' | 'to'> {
  const keyOfDay = ['day', 'week', 'month'].includes(by) ? keyOf[by]?.(scope, new Map()) : undefined
  // cast: keys of periods depend only on the day
  const days = keyOfDay ? daysOf(scope).filter((one) => keyOfDay({ day: one } as Death) === key) : daysOf(scope)
  return { from: days[0] ?? scope.from, to: days.at(-1) ?? scope.to }
}

/** The filter of the deaths of a mark of a figure with this filter. */
function filterOf(by: string, key: string | null, filter: string): string {
  if (by === 'customer') return `${filter.replace(/&filter\[customer_id\][^&]*/, '')}&filter[customer_id]=${key}`
  const named = (field: string, value: string | null) =>
    filter.includes(`[${field}]`)
      ? filter
      : value === null
        ? `${filter}&filter[${field}:isnull]=true`
        : `${filter}&filter[${field}]=${encodeURIComponent(value)}`
  if (by === 'lot') {
    const [site = '', name = ''] = (key ?? '').split(' ')
    const ofSite = `${filter}&filter[site_id]=${site}`
    return filterOf('lot of a site', name === 'null' ? null : name, ofSite)
  }
  if (by === 'system' && key === null) return named('diagnosis_id', null)
  const fields: Record<string, string> = {
    site: 'site_id',
    'lot of a site': 'lot',
    diagnosis: 'diagnosis_id',
    system: 'system',
    days_on_feed: 'days_on_feed',
  }
  const field = fields[by]
  return field ? named(field, key) : filter
}

/** Pens have no filter, and days are listed as weeks are. */
const isListed = (by: string) => by !== 'pen' && by !== 'day'

/** The ids of all deaths that are listed. */
async function listDeaths(by: TestUser, { from, to }: Pick<PlainScope, 'from' | 'to'>, filter: string, perPage = 500) {
  const listed: { id: string; date_of_death: Day }[] = []
  for (let page = 1; ; page++) {
    const paging = `per_page=${perPage}&page=${page}`
    const { data, meta } = (await by.get(`/insight/deaths?from=${from}&to=${to}${filter}&${paging}`)).body
    listed.push(...data)
    if (page < meta.last_page) continue
    expect(meta.total).toBe(listed.length)
    const days = listed.map(({ date_of_death }) => date_of_death)
    expect(days).toEqual(days.toSorted().toReversed())
    return listed.map(({ id }) => id).toSorted()
  }
}

/** Compares every mortality figure that a user reads with a naive count of the rows. */
export async function compareMortality(db: Executor, by: TestUser, scope: PlainScope, filter: string): Promise<void> {
  const herd = await readHerd(db)
  const systems = new Map(herd.diagnoses.map(({ id, system }) => [id, system?.trim() || 'Other']))
  const period = `from=${scope.from}&to=${scope.to}${filter}`
  const deaths = deathsIn(herd, scope)
  const isExamined = (death: Death) => death.completed && diagnosisOf(death, scope) !== null
  const all = headDays(herd, scope.sites, daysOf(scope), scope.lot)
  for (const [name, makeKey] of Object.entries(keyOf)) {
    const { data, meta } = (await by.get(`/insight/mortality?by=${name}&${period}`)).body
    const grouped = Map.groupBy(deaths, makeKey(scope, systems))
    const expected = [...grouped].map(([key, some]) => [key, some.length, some.filter(isExamined).length])
    const isOfSite = name === 'lot' || name === 'pen'
    const counted = data
      .filter(({ deaths: n }: Row) => n > 0)
      .map((row: Row) => [
        isOfSite ? `${row.site_id} ${row.key?.toLowerCase().replaceAll(/\s/g, '') ?? null}` : row.key,
        row.deaths,
        row.examined,
      ])
    expect([name, counted.toSorted(byText)]).toEqual([name, expected.toSorted(byText)])
    expect([name, meta.deaths, meta.examined, meta.head_days]).toEqual([
      name,
      deaths.length,
      deaths.filter(isExamined).length,
      all,
    ])
    // cast: rows of the answer
    for (const row of data as Row[])
      expect(row.per_1000_head_month).toBe(ratePer1000HeadMonth(row.deaths, row.head_days))
    for (const [key, some] of isListed(name) ? grouped : []) {
      const mark = { ...scope, ...periodOf(name, key, scope) }
      const listed = await listDeaths(by, mark, filterOf(name, key, filter))
      expect([name, key, listed]).toEqual([name, key, some.map(({ id }) => id).toSorted()])
    }
    if (name === 'diagnosis' || name === 'system') for (const row of data) expect(row.head_days).toBe(all)
    if (name === 'lot')
      for (const row of data) {
        const lot = herd.lots.find(({ id }) => id === row.lot_id)
        const head = lot ? headDays(herd, [lot.site_id], daysOf(scope), withoutSpaces(lot.name)) : null
        expect([row.key, row.site_id, row.head_days]).toEqual([lot?.name ?? row.key, lot?.site_id ?? row.site_id, head])
      }
    if (name === 'site' && scope.lot === undefined)
      for (const row of data) expect(row.head_days).toBe(headDays(herd, [row.key], daysOf(scope)))
    if (['day', 'week', 'month'].includes(name)) {
      const keyOfDay = makeKey(scope, systems)
      // cast: keys of periods depend only on the day
      const days = Map.groupBy(daysOf(scope), (one) => keyOfDay({ day: one } as Death))
      expect(data.map((row: Row) => [row.key, row.head_days])).toEqual(
        [...days].map(([key, some]) => [key, headDays(herd, scope.sites, some, scope.lot)]),
      )
    }
    const there = scope.sites.filter(
      (site) =>
        deaths.some(({ site_id }) => site_id === site) ||
        daysOf(scope).some((one) => headOn(herd, site, one, scope.lot) !== null),
    )
    const known = there.flatMap((site) => daysOf(scope).filter((one) => headOn(herd, site, one, scope.lot) !== null))
    expect(meta.head_known).toBeCloseTo(known.length / Math.max(1, there.length * daysOf(scope).length), 4)
  }
  expect(await listDeaths(by, scope, filter, 20)).toEqual(deaths.map(({ id }) => id).toSorted())
  const both = deaths.filter((death) => death.crew !== null && diagnosisOf(death, scope) !== null)
  for (const name of ['system', 'diagnosis']) {
    const say = (id: string | null) => (name === 'system' ? systems.get(id ?? '') : id) ?? ''
    const pairs = both.map((death): [string, string] => [say(death.crew), say(diagnosisOf(death, scope))])
    const kappa = kappaOf(pairs)
    expect((await by.get(`/insight/agreement?by=${name}&${period}`)).body.data).toMatchObject({
      n: both.length,
      agree: pairs.filter(([one, other]) => one === other).length,
      // the answer is rounded to four places
      kappa: kappa === null ? null : expect.closeTo(kappa, 3),
    })
  }
}

/** Cohen's kappa by its formula, (observed - expected) / (1 - expected); null where it says nothing. */
function kappaOf(pairs: [string, string][]): number | null {
  if (pairs.length < 2) return null
  const share = (count: number) => count / pairs.length
  const observed = share(pairs.filter(([one, other]) => one === other).length)
  const named = [...new Set(pairs.flat())]
  if (named.length === 1) return null
  const expected = named
    .map(
      (name) =>
        share(pairs.filter(([one]) => one === name).length) * share(pairs.filter(([, other]) => other === name).length),
    )
    .reduce((sum, part) => sum + part, 0)
  return (observed - expected) / (1 - expected)
}

/** Compares the turnaround of the tickets that were sent today with PostgreSQL's percentiles of their rows. */
export async function compareTurnaround(db: Executor, by: TestUser, sites: string[], filter: string): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  const period = `from=${addDays(today, -1)}&to=${addDays(today, 1)}${filter}`
  const sent = sql`post_mortems t where not draft and deleted_at is null and site_id = any(${sites}::uuid[])`
  const keys = {
    month: sql`to_char(requested_at at time zone 'America/Edmonton', 'YYYY-MM')`,
    site: sql`site_id::text`,
    veterinarian: sql`coalesce(completed_by_id, scheduled_for_id)::text`,
  }
  const hoursUntil = (until: string) => sql`extract(epoch from ${sql.ref(until)} - requested_at)::float8 / 3600`
  const percentile = (share: number, until: string) =>
    sql`percentile_cont(${sql.lit(share)}) within group (order by ${hoursUntil(until)})`
  for (const [name, key] of Object.entries(keys)) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${key} as key, count(*)::int as n,
             json_build_object('p50', ${percentile(0.5, 'scheduled_at')}, 'p90', ${percentile(0.9, 'scheduled_at')})
               as to_scheduled_hours,
             json_build_object('p50', ${percentile(0.5, 'completed_at')}, 'p90', ${percentile(0.9, 'completed_at')})
               as to_completed_hours
      from ${sent} group by 1`.execute(db)
    const { data } = (await by.get(`/insight/turnaround?by=${name}&${period}`)).body
    const counted = data.map(({ label: _label, ...row }: { label: string }) => row)
    expect([name, rounded(counted.toSorted(byText))]).toEqual([name, rounded(rows.toSorted(byText))])
  }
  const fields = ['requested_at', 'to_scheduled_hours', 'to_completed_hours']
  for (const sort of [...fields, ...fields.map((field) => `-${field}`), 'to_completed_hours,-requested_at']) {
    const order = sort
      .split(',')
      .map((field) => `${field.replace('-', '')} ${field.startsWith('-') ? 'desc' : 'asc'} nulls last`)
    const { rows } = await sql<{ id: string }>`
      select id from (
        select id, pin, requested_at, ${hoursUntil('scheduled_at')} as to_scheduled_hours,
               ${hoursUntil('completed_at')} as to_completed_hours
        from ${sent}
      ) t order by ${sql.raw(order.join(', '))}, pin desc`.execute(db)
    const pages = [1, 2].map((page) =>
      by.get(`/insight/turnaround/tickets?${period}&sort=${sort}&per_page=3&page=${page}`),
    )
    const [one, two] = await Promise.all(pages)
    const listed = [...(one?.body.data ?? []), ...(two?.body.data ?? [])].map(({ id }) => id)
    expect([sort, one?.body.meta.total, listed]).toEqual([sort, rows.length, rows.slice(0, 6).map(({ id }) => id)])
  }
}

/** Numbers to nine places: PostgreSQL adds up fractions in another order. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, one) => (typeof one === 'number' ? Number(one.toFixed(9)) : one))

const byText = (one: unknown, other: unknown) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)
