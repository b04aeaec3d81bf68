export interface OfferedSite {
  id: string
  name: string
  retired: number
  customer: { id: string; name: string }
}

/**
 * What an Admin changes about the sites of a client. Those of the client are no part of it: another Admin may change
 * them while the page is open, or while a draft waits on the device.
 */
export interface SiteAccessChanges {
  /** Drafts show the names. */
  added: OfferedSite[]
  removed: string[]
}

export const noChanges: SiteAccessChanges = { added: [], removed: [] }

const has = (sites: readonly OfferedSite[], id: string) => sites.some((site) => site.id === id)

/** The sites after the changes. */
export const withChanges = (sites: readonly OfferedSite[], { added, removed }: SiteAccessChanges): OfferedSite[] => [
  ...sites.filter(({ id }) => !removed.includes(id)),
  ...added.filter(({ id }) => !has(sites, id)),
]

/** The number of changes, without those that another Admin has already made. */
export const countChanges = (sites: readonly OfferedSite[], { added, removed }: SiteAccessChanges): number =>
  added.filter(({ id }) => !has(sites, id)).length + removed.filter((id) => has(sites, id)).length

/** Adds a site, or removes it if it is chosen. */
export function withToggledSite(
  sites: readonly OfferedSite[],
  changes: SiteAccessChanges,
  { id, name, retired, customer }: OfferedSite,
): SiteAccessChanges {
  const isChosen = has(withChanges(sites, changes), id)
  const added = changes.added.filter((site) => site.id !== id)
  const removed = changes.removed.filter((removedId) => removedId !== id)
  if (isChosen) return { added, removed: has(sites, id) ? [...removed, id] : removed }
  const site = { id, name, retired, customer: { id: customer.id, name: customer.name } }
  return { added: has(sites, id) ? added : [...added, site], removed }
}
