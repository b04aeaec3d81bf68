import { type Zone, zoneOfSite } from '@chisholm/domain/dates'
import type { CustomerId, UserId } from '../../database/ids.ts'
import { importTexts } from './import-texts.ts'
import {
  customersByName,
  type ExistingSite,
  allLibraryEntries,
  sitesByName,
  usersWithVetRole,
} from './imports.queries.ts'
import { type ImportContext, lookupKey } from './import-plan.ts'

interface ImportedVet {
  id: UserId
  isDisabled: boolean
}

/** The ids of everything that a line of a ticket may refer to by name. */
export interface ReferenceLookup {
  customers: Map<string, CustomerId[]>
  sites: Map<string, ExistingSite[]>
  /** By e-mail address, and by full name where only one has it. */
  vets: Map<string, ImportedVet>
  /** Ids of entries by list and name, and by list and code. */
  entries: Map<string, string>
  /** The time zone of the practice, in which days are read. */
  zone: Zone
  now: Date
}

type SiteLookup = Pick<ReferenceLookup, 'customers' | 'sites'>

/** The sites that a line names: several if they have the same name, none if it is unknown. */
export function sitesNamed(
  { customer, site }: { customer: string; site: string },
  { customers, sites }: SiteLookup,
): ExistingSite[] {
  const [customerId] = customers.get(lookupKey(customer)) ?? []
  return (customerId && sites.get(lookupKey(customerId, site))) || []
}

type AddProblem = (column: 'customer' | 'site', text: string) => void

/** The id of the customer that a line names. Null if it is unknown or ambiguous, which is also reported. */
export function findCustomer(
  customer: string,
  { customers }: Pick<SiteLookup, 'customers'>,
  addProblem: AddProblem,
): CustomerId | null {
  const [id, otherId] = customers.get(lookupKey(customer)) ?? []
  if (id === undefined) addProblem('customer', importTexts.unknownCustomer(customer))
  else if (otherId !== undefined) addProblem('customer', importTexts.ambiguousCustomer(customer))
  else return id
  return null
}

/** The site that a line names. Null if it or its customer is unknown or ambiguous, which is also reported. */
export function findSite(
  { customer, site }: { customer: string; site: string },
  lookup: SiteLookup,
  addProblem: AddProblem,
): ExistingSite | null {
  const customerId = findCustomer(customer, lookup, addProblem)
  if (customerId === null) return null
  const [found, other] = lookup.sites.get(lookupKey(customerId, site)) ?? []
  if (!found) addProblem('site', importTexts.unknownSiteOfPostMortem(site, customer))
  else if (other) addProblem('site', importTexts.ambiguousSite(site))
  else return found
  return null
}

/** The time zone of the site that a line names; that of the practice if it is unknown or has none of its own. */
export function zoneOfSiteNamed(
  cells: { customer: string; site: string },
  { zone, ...lookup }: SiteLookup & Pick<ReferenceLookup, 'zone'>,
): Zone {
  const [found] = sitesNamed(cells, lookup)
  return found ? zoneOfSite(found, zone) : zone
}

/** Loads customers, sites, veterinarians and library entries once for a whole file. */
export async function loadReferenceLookup({ db, provider }: ImportContext): Promise<ReferenceLookup> {
  const entries = await allLibraryEntries(db)
  const coded = entries.flatMap(({ list, code, id }) => (code ? [[lookupKey(list, code), id] as const] : []))
  return {
    customers: await customersByName(db),
    sites: await sitesByName(db),
    vets: vetsByEmailAndName(await usersWithVetRole(db)),
    // A name takes precedence over a code.
    entries: new Map([...coded, ...entries.map(({ list, name, id }) => [lookupKey(list, name), id] as const)]),
    zone: (await provider(db)).time_zone,
    now: new Date(),
  }
}

function vetsByEmailAndName(users: Awaited<ReturnType<typeof usersWithVetRole>>): ReferenceLookup['vets'] {
  const vets = users.map(({ id, email, status, first_name, last_name }) => ({
    email: lookupKey(email),
    name: lookupKey([first_name, last_name].filter(Boolean).join(' ')),
    vet: { id, isDisabled: status === 'disabled' },
  }))
  const namesakes = [...Map.groupBy(vets, ({ name }) => name)]
  const unique = namesakes.flatMap(([name, [only, other]]) => (only && !other ? [[name, only.vet] as const] : []))
  return new Map([...unique, ...vets.map(({ email, vet }) => [email, vet] as const)])
}
