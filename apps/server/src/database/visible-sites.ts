import type { SiteId } from './ids.ts'

/**
 * The ids of the sites that somebody sees; null: all, for vet roles. Vet roles also see opinions and changes that are not
 * issued yet. A query that reads customers' data for a response takes `AuthorizedSites` instead.
 */
export type VisibleSites = { ids: SiteId[] | null }
