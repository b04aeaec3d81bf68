import { compareNames } from '@chisholm/domain/compare-names'
import { ratePer1000HeadMonth } from '@chisholm/domain/mortality'
import type { BenchmarkRow } from '@chisholm/domain/schemas/insight'
import { serverTexts } from '@chisholm/domain/server-texts'
import type { InTransaction } from '../../database/transaction.ts'
import { conflict } from '../../http/app-error.ts'
import type { Context } from '../../http/context.ts'
import { type CustomerRates, customersInScope, ratesOfCustomers } from './benchmark.queries.ts'
import type { InsightScope } from './insight-scope.ts'
import { isWholePractice } from './insight-scope.queries.ts'
import { readMortality } from './mortality.ts'
import { percentiles } from './percentiles.ts'

const minOtherCustomers = 5

/**
 * The customer's own rate of deaths by system, with the quartiles of all customers (decisions.md section 9). No customer
 * is named. A client sees no system of which only a few others have deaths, because a row without quartiles would tell
 * that one of them had a case on these days. A person without a site has nothing to compare, and gets no rows.
 * @throws conflict  the practice has not enabled it, or fewer than 5 other customers have a known head
 */
export async function readBenchmark(
  ctx: Pick<InTransaction<Context>, 'db' | 'provider' | 'person'>,
  scope: InsightScope,
): Promise<BenchmarkRow[]> {
  if (!(await ctx.provider(ctx.db)).benchmark) throw conflict(serverTexts.refusal.benchmarkIsOff)
  if (ctx.person.sites.ids?.length === 0) return []
  const own = await ownCustomers(ctx, scope)
  const customers = await ratesOfCustomers(ctx.db, scope)
  const others = customers.filter(({ customer_id }) => !own.includes(customer_id))
  if (others.length < minOtherCustomers) throw conflict(serverTexts.refusal.benchmarkNeedsOthers)
  const { data, head_days } = own.length === 0 ? { data: [], head_days: null } : await readOwn(ctx, scope)
  const withoutDeaths = ratePer1000HeadMonth(0, head_days)
  const rates = new Map(data.flatMap((row) => (row.key === null ? [] : [[row.key, row.per_1000_head_month]])))
  const systems = new Set([...rates.keys(), ...customers.flatMap(({ deaths }) => Object.keys(deaths))])
  const isShared = (system: string) =>
    rates.has(system) || others.filter(({ deaths }) => deathsOf(deaths, system) > 0).length >= minOtherCustomers
  const shown = ctx.person.sites.ids === null ? [...systems] : [...systems].filter(isShared)
  return shown.toSorted(compareNames).map((system) => {
    const values = Float64Array.from(
      customers,
      ({ deaths, head_days }) => ratePer1000HeadMonth(deathsOf(deaths, system), head_days) ?? 0,
    )
    const [p25, p50, p75] = percentiles({ values, length: values.length }, 0.25, 0.5, 0.75)
    const per_1000_head_month = rates.get(system) ?? withoutDeaths
    return { key: system, label: system, per_1000_head_month, p25: p25 ?? 0, p50: p50 ?? 0, p75: p75 ?? 0 }
  })
}

/** The library may name a system like a property of every object. */
const deathsOf = (deaths: CustomerRates['deaths'], system: string) =>
  Object.hasOwn(deaths, system) ? (deaths[system] ?? 0) : 0

/** Like the figures of the others, with issued opinions only. */
async function readOwn(ctx: Pick<Context, 'db'>, scope: InsightScope) {
  const { data, meta } = await readMortality(ctx, { ...scope, issuedOnly: true }, 'system')
  return { data, head_days: meta.head_days }
}

/** A client's customers regardless of the filters; for vet roles, the customers of the filtered sites. */
const ownCustomers = async (
  { db, person }: Pick<InTransaction<Context>, 'db' | 'person'>,
  scope: InsightScope,
): Promise<string[]> => {
  if (isWholePractice(scope)) return []
  return customersInScope(db, person.sites.ids === null ? scope : { sites: person.sites, filters: [] })
}
