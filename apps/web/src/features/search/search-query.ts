import { constants } from '@chisholm/domain/constants'
import { isDay } from '@chisholm/domain/dates'
import type { SearchStatus } from '@chisholm/domain/status'
import type { ParamsOf } from '../../api/call-types.ts'

/** The search parameters in the URL of the results. */
export interface SearchCriteria {
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
const recordFilter = <F extends string>(field: F) => `filter[veterinary_records.${field}]` as const
const animalFilter = <F extends string>(field: F) => `filter[veterinary_record_animals.${field}]` as const

/** The filters for each status of the search form (decisions.md section 5). */
const statusFilters: Record<SearchStatus, Query> = {
  Completed: { [recordFilter('completed_at:isnull')]: 'false' },
  Draft: { [recordFilter('draft')]: 'true' },
  Pending: {
    [recordFilter('draft')]: 'false',
    [recordFilter('completed_at:isnull')]: 'true',
    [recordFilter('scheduled_at:isnull')]: 'true',
  },
  Scheduled: {
    [recordFilter('draft')]: 'false',
    [recordFilter('completed_at:isnull')]: 'true',
    [recordFilter('scheduled_at:isnull')]: 'false',
  },
}

/** Filters by a whole day, in the zone that the server uses. An invalid date does not filter (specification 5). */
const wholeDay = (field: 'record_at' | 'completed_at', day: string | undefined): Query =>
  day && isDay(day) ? { [recordFilter(`${field}:gte`)]: day, [recordFilter(`${field}:lte`)]: day } : {}

export const searchToQuery = (search: SearchCriteria): Query => ({
  [recordFilter('pin')]: search.ticket,
  [animalFilter('rfid')]: search.rfid,
  [animalFilter('tag')]: search.tag,
  [animalFilter('lot')]: search.lot,
  ...wholeDay('record_at', search.submitted),
  ...wholeDay('completed_at', search.completed),
  [recordFilter('completed_by_id')]: search.vet,
  [recordFilter('customer_id')]: search.client,
  [recordFilter('site_id')]: search.site,
  ...(search.status && statusFilters[search.status]),
  sort: '-veterinary_records.created_at',
  page: search.page ?? 1,
  per_page: constants.searchPageSize,
})
