import { type OffsetChange, listOffsetChanges } from '@chisholm/domain/dates'
import type { Provider, ProviderAnswer } from '@chisholm/domain/schemas/provider'

const offsetsByZone = new Map<string, OffsetChange[]>()
const firstYear = 2015
const yearsAhead = 10

/** Adds the UTC offsets of the zone, so that browsers with outdated time zone data show the same times. */
export function withTimeZoneOffsets<Zoned extends Pick<Provider, 'time_zone'>>(
  provider: Zoned,
): Zoned & Pick<ProviderAnswer, 'time_zone_offsets'> {
  const end = new Date(Date.UTC(new Date().getUTCFullYear() + yearsAhead, 0))
  const key = `${provider.time_zone} ${end.toISOString()}`
  const offsets = offsetsByZone.get(key) ?? listOffsetChanges(provider.time_zone, new Date(Date.UTC(firstYear, 0)), end)
  offsetsByZone.set(key, offsets)
  return { ...provider, time_zone_offsets: offsets }
}
