import { type Status, statuses } from '@chisholm/domain/status'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { CustomerId, SiteId } from '../../database/ids.ts'
import { type Filter, isTrue } from '../../http/filters.ts'
import type { ListRequest, ListRules } from '../../http/pagination.ts'

/** Filters of GET /post-mortems (specification 7.3); animal filters match any animal of the ticket. */
const postMortemFilters = {
  id: 'id',
  pin: 'pin',
  status: 'exact',
  draft: 'flag',
  in_progress: 'flag',
  completed_at: 'time',
  scheduled_at: 'time',
  requested_at: 'time',
  created_at: 'time',
  updated_at: 'time',
  record_at: 'day',
  examine_by: 'time',
  customer_id: 'id',
  site_id: 'id',
  completed_by_id: 'id',
  scheduled_for_id: 'id',
  requested_by_id: 'id',
  created_by_id: 'id',
  no_vet_visit_requested: 'flag',
  rfid: 'text',
  tag: 'text',
  lot: 'text',
  pen: 'text',
} as const

const postMortemSorts = [
  'created_at',
  'updated_at',
  'requested_at',
  'record_at',
  'scheduled_at',
  'completed_at',
  'examine_by',
  'pin',
  'status',
] as const

export type PostMortemListRequest = ListRequest<keyof typeof postMortemFilters, (typeof postMortemSorts)[number]>

const animalFilters = ['rfid', 'tag', 'lot', 'pen']

/** Filters and sorts of every list of tickets. */
export const postMortemListRules = {
  filters: postMortemFilters,
  sorts: postMortemSorts,
  sort: '-created_at',
  ofSites: true,
  prefixOf: (field) => (animalFilters.includes(field) ? 'veterinary_record_animals.' : 'veterinary_records.'),
  examples: { status: 'Pending', rfid: '982000123456789' },
} satisfies ListRules

/**
 * Criteria of a list: statuses, sites and customers, which have indexes and counters, and filters checked row by row.
 */
export interface PostMortemScope {
  /** The sites that the user may see, which also determine the visible changes (`database/versions.ts`). */
  viewer: AuthorizedSites
  statuses: Status[]
  /** Null: all sites. */
  siteIds: SiteId[] | null
  /** Null: all customers. */
  customerIds: CustomerId[] | null
  rowFilters: Filter[]
  /** Whether the trigram index finds the rows, so that their sites are compared afterwards. */
  usesTrigramIndex?: boolean
}

const selectiveFields = ['id', 'pin', 'rfid', 'tag', 'lot']

/** Whether a scope is likely to fit on one page, so that reading the page also yields the total. */
export const isSelective = (scope: PostMortemScope) =>
  scope.rowFilters.some((filter) => filter.op === 'eq' && selectiveFields.includes(filter.field))

/**
 * Translates filters into a scope. Flags become statuses, so that a tab or a customer is read from one index and its
 * total from the counters.
 * @param sites  the sites the user may see
 */
export function parseScope(sites: AuthorizedSites, filters: Filter[]): PostMortemScope {
  const allowed = new Set<Status>(statuses)
  const restrictStatus = (status: Status, isAllowed: boolean) => isAllowed || allowed.delete(status)
  const requireStatus = (expected: Status, isIncluded: boolean) => {
    for (const status of statuses) if ((status === expected) !== isIncluded) allowed.delete(status)
  }
  let siteIds = sites.ids
  let customers: CustomerId[] | null = null
  const intersect = <Of extends string>(known: Of[] | null, ids: string[]) =>
    // cast: a value that is no valid id matches nothing
    known === null ? (ids as Of[]) : known.filter((id) => ids.includes(id))
  const rowFilters: Filter[] = []
  for (const filter of filters) {
    const { field, op, values } = filter
    const ids = values.map((value) => value.toLowerCase())
    if (field === 'draft') requireStatus('Draft', isTrue(filter))
    else if (field === 'in_progress') requireStatus('In Progress', isTrue(filter))
    else if (field === 'completed_at' && op === 'isnull') requireStatus('Completed', !isTrue(filter))
    else if (field === 'status' && op === 'eq')
      for (const status of statuses) restrictStatus(status, values.includes(status))
    else if (field === 'site_id' && op === 'eq') siteIds = intersect(siteIds, ids)
    else if (field === 'customer_id' && op === 'eq') customers = intersect(customers, ids)
    else rowFilters.push(filter)
  }
  return {
    viewer: sites,
    statuses: [...allowed],
    siteIds: siteIds && [...new Set(siteIds)],
    customerIds: customers,
    rowFilters,
  }
}

/** Whether a filter is a range, as opposed to a value. */
export const isRange = ({ type, op }: Filter) =>
  type === 'time' || type === 'day' ? op !== 'isnull' : op !== 'eq' && op !== 'isnull'

export const isOfAnimals = (filter: Filter) => animalFilters.includes(filter.field)
