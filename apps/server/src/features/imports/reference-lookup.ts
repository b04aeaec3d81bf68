import { type Zone, zoneOfSite } from '@chisholm/domain/dates'
import { isVet } from '@chisholm/domain/permissions'
import type { CustomerId, UserId } from '../../database/ids.ts'
import {
  customersByName,
  type ExistingSite,
  allLibraryEntries,
  sitesByName,
  usersWithVetRole,
} from './imports.queries.ts'
import { type ImportContext, lookupKey } from './import-plan.ts'

/** The ids of everything that a line of a ticket may refer to by name. */
export interface ReferenceLookup {
  customers: Map<string, CustomerId[]>
  sites: Map<string, ExistingSite[]>
  vets: Map<string, { id: UserId; isDisabled: boolean }>
  /** Ids of entries by list and name, and by list and code. */
  entries: Map<string, string>
  /** In which days are read. */
  zone: Zone
  now: Date
}

/** The time zone of the site that a line names; that of the practice if it is unknown or has none of its own. */
export function zoneOfSiteNamed(
  { customer, site }: { customer: string; site: string },
  { customers, sites, zone }: Pick<ReferenceLookup, 'customers' | 'sites' | 'zone'>,
): Zone {
  const [customerId] = customers.get(lookupKey(customer)) ?? []
  const [found] = (customerId && sites.get(lookupKey(customerId, site))) || []
  return found ? zoneOfSite(found, zone) : zone
}

/** Loads customers, sites, veterinarians and library entries once for a whole file. */
export async function loadReferenceLookup({ db, provider }: ImportContext): Promise<ReferenceLookup> {
  const entries = await allLibraryEntries(db)
  const coded = entries.flatMap(({ list, code, id }) => (code ? [[lookupKey(list, code), id] as const] : []))
  return {
    customers: await customersByName(db),
    sites: await sitesByName(db),
    vets: new Map(
      (await usersWithVetRole(db))
        .filter(isVet)
        .map(({ id, email, status }) => [lookupKey(email), { id, isDisabled: status === 'disabled' }]),
    ),
    // A name takes precedence over a code.
    entries: new Map([...coded, ...entries.map(({ list, name, id }) => [lookupKey(list, name), id] as const)]),
    zone: (await provider(db)).time_zone,
    now: new Date(),
  }
}
