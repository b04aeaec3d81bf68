import { type OffsetChange, listOffsetChanges, type Zone } from '@chisholm/domain/dates'
import type { Provider, ProviderAnswer } from '@chisholm/domain/schemas/provider'
import type { Executor } from '../../database/executor.ts'
import * as queries from './provider.queries.ts'

const offsetsByZone = new Map<string, OffsetChange[]>()
const firstYear = 2015
const yearsAhead = 10

/**
 * Adds the UTC offsets of the practice's zone and of those of sites, so that browsers with outdated time zone data show
 * the same times.
 */
export async function withTimeZoneOffsets<Zoned extends Pick<Provider, 'time_zone'>>(
  db: Executor,
  provider: Zoned,
): Promise<Zoned & Pick<ProviderAnswer, 'time_zone_offsets' | 'site_time_zones'>> {
  const others = (await queries.timeZonesOfSites(db)).filter((zone) => zone !== provider.time_zone)
  return {
    ...provider,
    time_zone_offsets: offsetsOf(provider.time_zone),
    site_time_zones: others.map((time_zone) => ({ time_zone, offsets: offsetsOf(time_zone) })),
  }
}

function offsetsOf(zone: Zone): OffsetChange[] {
  const end = new Date(Date.UTC(new Date().getUTCFullYear() + yearsAhead, 0))
  const key = `${zone} ${end.toISOString()}`
  const offsets = offsetsByZone.get(key) ?? listOffsetChanges(zone, new Date(Date.UTC(firstYear, 0)), end)
  offsetsByZone.set(key, offsets)
  return offsets
}
