import { type SelectQueryBuilder, sql } from 'kysely'
import { type Status, statuses } from '@chisholm/domain/status'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { CustomerId, SiteId } from '../../database/ids.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../http/context.ts'
import { condition, type Filter, isTrue, oneOf } from '../../http/filters.ts'
import type { ListRequest, ListRules } from '../../http/lists.ts'

/** Filters of GET /post-mortems (specification 7.3); those of the animals look at any animal of the ticket. */
const ticketFilters = {
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

const ticketSorts = [
  'created_at',
  'updated_at',
  'requested_at',
  'record_at',
  'scheduled_at',
  'completed_at',
  'pin',
  'status',
] as const

export type TicketList = ListRequest<keyof typeof ticketFilters, (typeof ticketSorts)[number]>

const ofAnimals = ['rfid', 'tag', 'lot', 'pen']

/** What every list of tickets may be asked. */
export const ticketRules = {
  filters: ticketFilters,
  sorts: ticketSorts,
  sort: '-created_at',
  prefixOf: (field) => (ofAnimals.includes(field) ? 'veterinary_record_animals.' : 'veterinary_records.'),
  examples: { status: 'Pending', rfid: '982000123456789' },
} satisfies ListRules

/** What a list asks for: which statuses, on which sites, and what is left to be compared row by row. */
export interface Scope {
  statuses: Status[]
  /** Null: all sites. */
  siteIds: SiteId[] | null
  /** Null: all customers. */
  customerIds: CustomerId[] | null
  rest: Filter[]
}

const narrowing = ['id', 'pin', 'rfid', 'tag', 'lot']

/** Whether a scope most likely holds no more than a page, so that the page itself tells how many there are. */
export const isNarrow = (scope: Scope) =>
  scope.rest.some((filter) => filter.op === 'eq' && narrowing.includes(filter.field))

/**
 * Reads a list's filters as a scope. Flags become statuses, so that a tab or a customer is read from one index and
 * its total from the counters.
 * @param allowed  the sites the person may see
 */
export function scopeOf(allowed: AuthorizedSites, filters: Filter[]): Scope {
  const left = new Set<Status>(statuses)
  const keepOnly = (status: Status, kept: boolean) => kept || left.delete(status)
  const keep = (only: Status, holds: boolean) => {
    for (const status of statuses) if ((status === only) !== holds) left.delete(status)
  }
  let sites = allowed.ids
  let customers: CustomerId[] | null = null
  // a value that is the id of nothing is found nowhere
  const both = <Of extends string>(known: Of[] | null, ids: string[]) =>
    known === null ? (ids as Of[]) : known.filter((id) => ids.includes(id))
  const rest: Filter[] = []
  for (const filter of filters) {
    const { field, op, values } = filter
    const ids = values.map((value) => value.toLowerCase())
    if (field === 'draft') keep('Draft', isTrue(filter))
    else if (field === 'in_progress') keep('In Progress', isTrue(filter))
    else if (field === 'completed_at' && op === 'isnull') keep('Completed', !isTrue(filter))
    else if (field === 'status' && op === 'eq') for (const status of statuses) keepOnly(status, values.includes(status))
    else if (field === 'site_id' && op === 'eq') sites = both(sites, ids)
    else if (field === 'customer_id' && op === 'eq') customers = both(customers, ids)
    else rest.push(filter)
  }
  return { statuses: [...left], siteIds: sites && [...new Set(sites)], customerIds: customers, rest }
}

export type Tickets<O> = SelectQueryBuilder<Tables & { t: Tables['post_mortems'] }, 't', O>

/** Whether a filter leaves what lies between two values, and not what has one. */
export const isRange = ({ type, op }: Filter) =>
  type === 'time' || type === 'day' ? op !== 'isnull' : op !== 'eq' && op !== 'isnull'

export const isOfAnimals = (filter: Filter) => ofAnimals.includes(filter.field)

/**
 * Leaves the tickets of a scope.
 * @param byAnimals  `found`: those with an animal asked for are looked up first, as an array, for few; `each`: the animals
 *                   of each ticket are looked at, for many
 */
export function within<O>(
  db: Executor,
  tickets: Tickets<O>,
  scope: Scope,
  byAnimals: 'found' | 'each' = 'found',
): Tickets<O> {
  let query = tickets
  if (scope.statuses.length < statuses.length) query = query.where(oneOf(sql.ref('t.status'), scope.statuses, 'text'))
  if (scope.siteIds) query = query.where(oneOf(sql.ref('t.site_id'), scope.siteIds, 'uuid'))
  if (scope.customerIds) query = query.where(oneOf(sql.ref('t.customer_id'), scope.customerIds, 'uuid'))
  for (const filter of scope.rest) {
    if (!isOfAnimals(filter)) query = query.where(condition(sql.ref(`t.${filter.field}`), filter))
    else if (byAnimals === 'found')
      query = query.where(sql<boolean>`t.id = any(array(${ticketsOfAnimals(db, filter, scope.siteIds)}))`)
    // `offset 0` keeps PostgreSQL from finding all such animals first
    else
      query = query.where(
        sql<boolean>`exists (${ticketsOfAnimals(db, filter).where(sql<boolean>`a.post_mortem_id = t.id`)} offset 0)`,
      )
  }
  return query
}

/** The tickets of the animals a filter leaves on these sites (null: on all), once for each animal. */
export const ticketsOfAnimals = (db: Executor, filter: Filter, siteIds: SiteId[] | null = null) =>
  db
    .selectFrom('animals as a')
    .select('a.post_mortem_id')
    .where('a.deleted_at', 'is', null)
    .where(condition(sql.ref(`a.${filter.field}`), filter))
    .$if(siteIds !== null, (animals) => animals.where(oneOf(sql.ref('a.site_id'), siteIds ?? [], 'uuid')))
