import type { Executor } from '../../database/executor.ts'
import { diagnosesById, type InsightScope, namesById, valuesOf, visibleIds, visibleLots } from '../insight/index.ts'

/**
 * Describes what a scope is limited to: `Prairie Feeders - North Yard; lot F26-088; Respiratory`. What the reader may
 * not see is not named.
 * @param canReadFilter  whether the reader may read the filter of the report, and so the names of lots in it
 */
export async function describeFilters(db: Executor, scope: InsightScope, canReadFilter: boolean): Promise<string> {
  const visible = async (field: 'customer_id' | 'site_id') => [
    ...(await visibleIds(db, scope.sites, valuesOf(scope, field) ?? [])),
  ]
  const [customers, sites] = [await visible('customer_id'), await visible('site_id')]
  const allLots = valuesOf(scope, 'lot') ?? []
  const lots = canReadFilter ? allLots : await visibleLots(db, scope.sites, allLots)
  const diagnoses = valuesOf(scope, 'diagnosis_id')
  const named = (names: Map<string, string>, ids: string[]) => ids.flatMap((id) => names.get(id) ?? [])
  const known = diagnoses && (await diagnosesById(db))
  const isLimited = valuesOf(scope, 'customer_id') !== null || valuesOf(scope, 'site_id') !== null
  const isNoSite = isLimited && customers.length + sites.length === 0
  const parts = [
    ...(isNoSite ? ['No site that you see'] : []),
    ...named(await namesById(db, 'customers', customers), customers),
    ...named(await namesById(db, 'sites', sites), sites),
    ...lots.map((lot) => `lot ${lot}`),
    ...(diagnoses ?? []).flatMap((id) => known?.get(id)?.name ?? []),
    ...(valuesOf(scope, 'system') ?? []),
  ]
  return parts.length === 0 ? 'All sites that you see' : parts.join('; ')
}
