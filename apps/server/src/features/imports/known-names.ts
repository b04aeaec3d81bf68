import type { Zone } from '@chisholm/domain/dates'
import { isVet } from '@chisholm/domain/permissions'
import type { CustomerId, UserId } from '../../database/ids.ts'
import { customersByName, type KnownSite, namedEntries, sitesByName, veterinarians } from './imports.queries.ts'
import { type ImportContext, key } from './plan.ts'

/** Everything a line of a file of tickets may name. */
export interface KnownNames {
  customers: Map<string, CustomerId[]>
  sites: Map<string, KnownSite[]>
  vets: Map<string, { id: UserId; isDisabled: boolean }>
  /** Ids by list and name, or list and code. */
  entries: Map<string, string>
  zone: Zone
  now: Date
}

export async function readKnownNames({ db, provider }: ImportContext): Promise<KnownNames> {
  const entries = await namedEntries(db)
  const coded = entries.flatMap(({ list, code, id }) => (code ? [[key(list, code), id] as const] : []))
  return {
    customers: await customersByName(db),
    sites: await sitesByName(db),
    vets: new Map(
      (await veterinarians(db))
        .filter(isVet)
        .map(({ id, email, status }) => [key(email), { id, isDisabled: status === 'disabled' }]),
    ),
    // a name says more than a code
    entries: new Map([...coded, ...entries.map(({ list, name, id }) => [key(list, name), id] as const)]),
    zone: (await provider(db)).time_zone,
    now: new Date(),
  }
}
