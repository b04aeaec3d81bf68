import { constants } from '@chisholm/domain/constants'
import { isDay } from '@chisholm/domain/dates'
import type { SearchStatus } from '@chisholm/domain/status'
import type { ParamsOf } from '../../api/typed.ts'

/** The search parameters in the URL of the results. */
export interface Search {
  ticket?: string
  rfid?: string
  tag?: string
  lot?: string
  submitted?: string
  completed?: string
  vet?: string
  client?: string
  site?: string
  status?: SearchStatus
  page?: number
}

type Query = ParamsOf<'get', '/post-mortems'>
const record = <F extends string>(field: F) => `filter[veterinary_records.${field}]` as const
const animal = <F extends string>(field: F) => `filter[veterinary_record_animals.${field}]` as const

/** The filters for each status of the search form (decisions.md section 5). */
const statusFilters: Record<SearchStatus, Query> = {
  Completed: { [record('completed_at:isnull')]: 'false' },
  Draft: { [record('draft')]: 'true' },
  Pending: {
    [record('draft')]: 'false',
    [record('completed_at:isnull')]: 'true',
    [record('scheduled_at:isnull')]: 'true',
  },
  Scheduled: {
    [record('draft')]: 'false',
    [record('completed_at:isnull')]: 'true',
    [record('scheduled_at:isnull')]: 'false',
  },
}

/** Filters by a whole day, in the zone the server uses; an invalid date does not filter (specification 5). */
const wholeDay = (field: 'record_at' | 'completed_at', day: string | undefined): Query =>
  day && isDay(day) ? { [record(`${field}:gte`)]: day, [record(`${field}:lte`)]: day } : {}

/** The query parameters of GET /post-mortems for a search. */
export const queryOfSearch = (search: Search): Query => ({
  [record('pin')]: search.ticket,
  [animal('rfid')]: search.rfid,
  [animal('tag')]: search.tag,
  [animal('lot')]: search.lot,
  ...wholeDay('record_at', search.submitted),
  ...wholeDay('completed_at', search.completed),
  [record('completed_by_id')]: search.vet,
  [record('customer_id')]: search.client,
  [record('site_id')]: search.site,
  ...(search.status && statusFilters[search.status]),
  sort: '-veterinary_records.created_at',
  page: search.page ?? 1,
  per_page: constants.searchPageSize,
})
