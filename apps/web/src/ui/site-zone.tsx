import { createContext, type ReactNode, use } from 'react'
import { type Zone, zoneOfSite } from '@chisholm/domain/dates'
import { useZone } from '../api/cached-provider.ts'

const SiteZoneContext = createContext<Zone | null>(null)

interface SiteZoneProps {
  /** Undefined while it is unknown. */
  site: { time_zone: Zone | null } | undefined
  children: ReactNode
}

/** Times inside are entered and shown in the time zone of the site. */
export const SiteZone = ({ site, children }: SiteZoneProps) => (
  <SiteZoneContext value={site?.time_zone ?? null}>{children}</SiteZoneContext>
)

/** The time zone of the enclosing `SiteZone`, else that of the practice. */
export const useSiteZone = (): Zone => zoneOfSite({ time_zone: use(SiteZoneContext) }, useZone())
