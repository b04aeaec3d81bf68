import { useQuery } from '@tanstack/react-query'
import { type Day, type Zone, zoneOfSite } from '@chisholm/domain/dates'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { today, useZone } from '../../api/cached-provider.ts'
import type { Form } from '../../ui/use-form.ts'
import { customersQuery } from '../customers/index.ts'
import type { DetailsFormValues } from './details-form-values.ts'

/** The day that a new post-mortem starts with. The user may choose another one. */
export interface DayProposal {
  day: Day
  zone: Zone
}

export const proposeDay = (zone: Zone): DayProposal => ({ day: today(zone), zone })

/**
 * Proposes today at the chosen site, unless the user has chosen another day.
 * @param proposalRef  the day that was proposed before; undefined if the user may have chosen it
 */
export function useProposedDay(form: Form<DetailsFormValues>, proposalRef: RefObject<DayProposal | undefined>): void {
  const practiceZone = useZone()
  const sites = useQuery(customersQuery()).data?.flatMap((customer) => customer.sites)
  const site = sites?.find(({ id }) => id === form.values.site_id)
  // Copies of lists that older versions stored lack the zone.
  const zone = site && zoneOfSite({ time_zone: site.time_zone ?? null }, practiceZone)
  const propose = useEffectEvent((siteZone: Zone) => {
    if (!proposalRef.current || proposalRef.current.zone === siteZone) return
    if (form.values.record_at !== proposalRef.current.day) return
    proposalRef.current = proposeDay(siteZone)
    form.preset({ record_at: proposalRef.current.day })
  })
  useEffect(() => {
    if (zone) propose(zone)
  }, [zone])
}
