import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Day } from '@chisholm/domain/dates'
import { serverNow } from '../../api/server-clock.ts'
import { useZone } from '../../api/cached-provider.ts'
import { dayAtSites, type InsightSearch } from './insight-period.ts'
import { siteChoicesQuery } from './insight-queries.ts'

/** The day on which a page of insight was opened, at the sites that it counts. */
export function useTodayAtSites({ site }: InsightSearch): Day {
  const [now] = useState(serverNow)
  const practiceZone = useZone()
  const sites = useQuery(siteChoicesQuery()).data ?? []
  return dayAtSites(now, site ? sites.filter(({ id }) => id === site) : sites, practiceZone)
}
