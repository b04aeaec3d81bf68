import type { FastifyRequest } from 'fastify'
import { constants } from '@chisholm/domain/constants'
import { Type } from 'typebox'
import { malformed } from './app-error.ts'
import { fieldPrefixes, withoutPrefix } from './filter-field-prefixes.ts'
import { type Filter, type FilterTypes, listKnown, readFilters } from './filters.ts'
import { baseUrl } from './authentication.ts'
import { parseDecimal } from './parse-decimal.ts'
import { practiceTimeZone } from './practice-time-zone.ts'
import { timeZonesOfSites } from './site-time-zones.queries.ts'

export const ListQuery = Type.Object({
  page: Type.Optional(Type.String({ description: 'whole number from 1' })),
  per_page: Type.Optional(Type.String({ description: 'whole number from 1 to 9999' })),
  sort: Type.Optional(Type.String({ description: 'comma list of fields, - for descending' })),
  filter: Type.Optional(Type.Record(Type.String(), Type.Any())),
})

export interface SortField<Name extends string = string> {
  field: Name
  descending: boolean
}

export interface ListRequest<F extends string = string, S extends string = string> {
  page: number
  perPage: number
  offset: number
  filters: Filter<F>[]
  sorts: SortField<S>[]
}

/** Filters and sorts of a list, used to parse its query and to document it. */
export interface ListRules<F extends string = string, S extends string = string> {
  filters: FilterTypes<F>
  sorts: readonly S[]
  /** The sort order if the caller names none, like `-created_at`. */
  sort: string
  perPage?: number
  /** Whether the listed data belongs to sites, whose time zones determine the days. */
  ofSites?: boolean
  /** Prefix of a field's name in the documentation (specification section 7). */
  prefixOf?: (field: string) => string
  /** Filter examples for the documentation, if the example of the field's type does not fit. */
  examples?: Record<string, string>
}

/** For `ListRules` of a list without filters. */
// cast: widens the literal to the type of later values
export const noFilters = {} as Record<never, never>

export const maxPage = 1_000_000_000

export function sortPattern(sorts: readonly string[]): string {
  const anyOf = (names: readonly string[]) => `(?:${names.join('|').replaceAll('.', String.raw`\.`)})`
  const one = `-?${anyOf(fieldPrefixes)}?${anyOf(sorts)}`
  return `^${one}(?:,${one})*$`
}

/**
 * Parses page, per_page, sort and filters.
 * @throws malformed  a number is out of range, or a field is unknown; the message names it
 */
export async function readList<F extends string, S extends string>(
  request: FastifyRequest,
  rules: ListRules<F, S>,
): Promise<ListRequest<F, S>> {
  // cast: the route schema validates it; any field may be missing
  const { filter } = request.query as { filter?: unknown }
  const filters = await readFilters(filter, rules.filters, async () => ({
    zone: await practiceTimeZone(request),
    ...(rules.ofSites && { siteZones: await timeZonesOfSites(request.services.db) }),
  }))
  return { ...readPageQuery(request.query, rules), filters }
}

/**
 * Parses page, per_page and sort.
 * @throws malformed  a number is out of range, or the sort field is unknown
 */
export function readPageQuery<S extends string>(
  query: unknown,
  rules: Pick<ListRules<never, S>, 'sorts' | 'sort' | 'perPage'>,
): Omit<ListRequest<never, S>, 'filters'> {
  // cast: the route schema validates it; any field may be missing
  const requested = query as { page?: string; per_page?: string; sort?: string }
  const page = readWholeNumber('page', requested.page, 1, maxPage)
  const perPage = readWholeNumber(
    'per_page',
    requested.per_page,
    rules.perPage ?? constants.postMortemPageSize,
    constants.maxPageSize,
  )
  return {
    page,
    perPage,
    offset: (page - 1) * perPage,
    sorts: readSorts(requested.sort || rules.sort, rules.sorts),
  }
}

function readWholeNumber(name: string, text: string | undefined, fallback: number, max: number): number {
  if (text === undefined || text === '') return fallback
  const number = parseDecimal(text)
  if (!Number.isInteger(number) || number < 1 || number > max)
    throw malformed(`${name} must be a whole number from 1 to ${max}, not "${text}".`)
  return number
}

function readSorts<S extends string>(text: string, allowed: readonly S[]): SortField<S>[] {
  return text.split(',').map((part) => {
    const name = withoutPrefix(part.trim().replace(/^-/, ''))
    const field = allowed.find((candidate) => candidate === name)
    if (!field) throw malformed(`Unknown sort field "${name}". ${listKnown(allowed)}`)
    return { field, descending: part.trim().startsWith('-') }
  })
}

/** Wraps a page in its envelope; links are absolute URLs or null. */
export const listReply = <T>(
  request: FastifyRequest,
  list: { page: number; perPage: number },
  total: number,
  rows: T[],
) => ({ success: true, data: rows, ...positionOfPage(request, list, total, rows.length) })

/** The same for rows that are already serialised as JSON. @returns the body */
export const listReplyOfJson = (
  request: FastifyRequest,
  list: { page: number; perPage: number },
  { total, count, json }: { total: number; count: number; json: string },
): string => `{"success":true,"data":${json},${JSON.stringify(positionOfPage(request, list, total, count)).slice(1)}`

function positionOfPage(
  request: FastifyRequest,
  { page, perPage }: { page: number; perPage: number },
  total: number,
  count: number,
) {
  const lastPage = Math.max(1, Math.ceil(total / perPage))
  const url = new URL(request.url, baseUrl(request))
  const address = (number: number) => {
    url.searchParams.set('page', String(number))
    return url.href
  }
  const from = (page - 1) * perPage + 1
  const first = address(1)
  return {
    meta: {
      current_page: page,
      last_page: lastPage,
      per_page: perPage,
      total,
      from: count > 0 ? from : null,
      to: count > 0 ? from + count - 1 : null,
    },
    links: {
      first,
      last: lastPage > 1 ? address(lastPage) : first,
      prev: page > 1 ? address(Math.min(page - 1, lastPage)) : null,
      next: page < lastPage ? address(page + 1) : null,
    },
  }
}
