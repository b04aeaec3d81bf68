import { useQuery } from '@tanstack/react-query'
import { formatLongDay } from '@chisholm/domain/dates'
import { siteInFull } from '@chisholm/domain/site-in-full'
import type { InsightPeriod, InsightSearch } from './insight-period.ts'
import { siteChoicesQuery } from './insight-queries.ts'
import { insightTexts as texts } from './insight-texts.ts'

/** Period and filters as text. */
export function useScopeTexts({ site, lot, cause }: InsightSearch, { from, to }: InsightPeriod): string[] {
  const sites = useQuery(siteChoicesQuery()).data ?? []
  const chosen = sites.find(({ id }) => id === site)
  const siteName = chosen ? siteInFull(chosen.customer.name, chosen.name) : texts.allSites
  const filters = [siteName, lot && texts.lot(lot), cause].filter(Boolean)
  return [from === to ? formatLongDay(from) : texts.days(formatLongDay(from), formatLongDay(to)), filters.join(' · ')]
}
