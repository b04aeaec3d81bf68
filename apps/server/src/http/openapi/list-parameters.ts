import { constants } from '@chisholm/domain/constants'
import { ListResponse } from '@chisholm/domain/schemas/envelopes'
import type { TSchema } from 'typebox'
import { exampleIds } from './example-values.ts'
import { type FilterType, type Operator, operatorsByType } from '../filters.ts'
import { ListQuery, type ListRules, maxPage, sortPattern } from '../pagination.ts'

export interface QueryParameter {
  name: string
  in: 'query'
  required: false
  description: string
  schema: { type: 'string' | 'integer'; [keyword: string]: unknown }
  examples: Record<string, { value: string | number }>
}

export const queryParameter = (
  name: string,
  description: string,
  schema: QueryParameter['schema'],
  example: string | number,
): QueryParameter => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
  examples: { one: { value: example } },
})

const text = { type: 'string' } as const
const booleanText = { type: 'string', enum: ['true', 'false', '1', '0'] } as const

export const pageParameters = (perPage: number): QueryParameter[] => [
  queryParameter(
    'page',
    'Page number; empty beyond the last page.',
    { type: 'integer', minimum: 1, maximum: maxPage },
    1,
  ),
  queryParameter(
    'per_page',
    'Rows per page.',
    { type: 'integer', minimum: 1, maximum: constants.maxPageSize, default: perPage },
    perPage,
  ),
]

const filterMeanings: Record<FilterType, { description: string; example: string }> = {
  id: { description: 'equals this id', example: exampleIds.newId },
  text: { description: 'equals this text, ignoring case and surrounding space', example: 'Y 4471' },
  exact: { description: 'equals this text exactly', example: 'active' },
  flag: { description: 'is true or false', example: 'true' },
  time: {
    description: 'equals this timestamp, or is on this day in the time zone of the practice',
    example: '2026-11-20',
  },
  day: { description: 'is on this day', example: '2026-11-20' },
  number: { description: 'equals this number', example: '500' },
  pin: { description: 'is this ticket number, as 123 or CHM-123', example: 'CHM-123' },
  ticket: { description: 'is this ticket number, as 123 or CHM-123', example: 'CHM-123' },
}
const operatorMeanings: Record<Exclude<Operator, 'eq' | 'isnull'>, string> = {
  gt: 'is greater or later',
  gte: 'is equal, greater or later',
  lt: 'is less or earlier',
  lte: 'is equal, less or earlier',
  like: 'contains this text, ignoring case (in a list of tickets or animals of a large practice: at least three characters, else 400 search-too-short)',
}

function filterParameter(field: string, type: FilterType, op: Operator, rules: ListRules): QueryParameter {
  const name = `${rules.prefixOf?.(field) ?? ''}${field}`
  if (op === 'isnull')
    return queryParameter(
      `filter[${name}:isnull]`,
      `Only rows whose ${field} is empty, or is not.`,
      booleanText,
      'true',
    )
  const example = rules.examples?.[field] ?? filterMeanings[type].example
  const says = op === 'eq' ? filterMeanings[type].description : operatorMeanings[op]
  const several = op === 'eq' && type !== 'flag' ? ' Comma-separated values match any of them.' : ''
  return queryParameter(
    `filter[${name}${op === 'eq' ? '' : `:${op}`}]`,
    `Only rows whose ${field} ${says}.${several}`,
    type === 'flag' ? booleanText : text,
    example,
  )
}

/** Documents the query of a list from the same rules by which it is parsed. */
function listParameters(rules: ListRules): QueryParameter[] {
  const filters = Object.entries(rules.filters).flatMap(([field, type]) =>
    operatorsByType[type]
      // Ids are never null.
      .filter((op) => op !== 'isnull' || field !== 'id')
      .map((op) => filterParameter(field, type, op, rules)),
  )
  const sort = queryParameter(
    'sort',
    `Comma-separated fields: ${rules.sorts.join(', ')}; prefix - for descending order.`,
    { type: 'string', pattern: sortPattern(rules.sorts), default: rules.sort },
    rules.sorts.map((field) => `-${field}`).join(','),
  )
  for (const field of rules.sorts) {
    sort.examples[field] = { value: field }
    sort.examples[`latest ${field}`] = { value: `-${field}` }
  }
  return [...pageParameters(rules.perPage ?? constants.postMortemPageSize), sort, ...filters]
}

export const listSchema = <T extends TSchema>(shape: T, rules: ListRules) => ({
  querystring: ListQuery,
  parameters: listParameters(rules),
  response: { 200: ListResponse(shape) },
})
