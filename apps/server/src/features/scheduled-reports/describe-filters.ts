import type { Executor } from '../../database/executor.ts'
import { diagnosesById, type InsightScope, namesById, valuesOf } from '../insight/index.ts'

/** Describes a scope: `Prairie Feeders - North Yard; lot F26-088; Respiratory`. */
export async function describeFilters(db: Executor, scope: InsightScope): Promise<string> {
  const [customers, sites] = [valuesOf(scope, 'customer_id'), valuesOf(scope, 'site_id')]
  const [lots, diagnoses] = [valuesOf(scope, 'lot'), valuesOf(scope, 'diagnosis_id')]
  const named = (names: Map<string, string>, ids: string[]) => ids.flatMap((id) => names.get(id) ?? [])
  const known = diagnoses && (await diagnosesById(db))
  const parts = [
    ...(customers ? named(await namesById(db, 'customers', customers), customers) : []),
    ...(sites ? named(await namesById(db, 'sites', sites), sites) : []),
    ...(lots ?? []).map((lot) => `lot ${lot}`),
    ...(diagnoses ?? []).flatMap((id) => known?.get(id)?.name ?? []),
    ...(valuesOf(scope, 'system') ?? []),
  ]
  return parts.length === 0 ? 'All sites that you see' : parts.join('; ')
}
