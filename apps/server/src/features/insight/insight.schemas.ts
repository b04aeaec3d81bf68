import { ItemResponse, ListResponse } from '@chisholm/domain/schemas/envelopes'
import {
  Agreement,
  BenchmarkRow,
  Death,
  MortalityRow,
  MortalityTotals,
  TurnaroundRow,
  TurnaroundPostMortem,
  TurnaroundTotals,
} from '@chisholm/domain/schemas/insight'
import { constants } from '@chisholm/domain/constants'
import { turnaroundSorts, unknownFields } from '@chisholm/domain/insight-lists'
import { keysOf } from '@chisholm/domain/typed-objects'
import { type TSchema, Type } from 'typebox'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { pageParameters, queryParameter } from '../../http/openapi/list-parameters.ts'
import { ListQuery } from '../../http/pagination.ts'
import { agreementKeys } from './agreement.ts'
import { type InsightFilter, insightFilters } from './insight-scope.ts'
import { mortalityKeys } from './mortality.queries.ts'
import { turnaroundKeys } from './turnaround.ts'

const text = { type: 'string' } as const
const dayText = { type: 'string', format: 'date' } as const
const optionalText = Type.Optional(Type.String())
const Query = Type.Object({
  by: optionalText,
  from: optionalText,
  to: optionalText,
  filter: Type.Optional(Type.Record(Type.String(), Type.Any())),
})

const filterExamples: Record<InsightFilter, string> = {
  customer_id: exampleIds.customer,
  site_id: exampleIds.site,
  lot: 'F26-088',
  diagnosis_id: exampleIds.diagnosis,
  system: 'Respiratory',
}

const scopeParameters = [
  queryParameter('from', 'First day; by default the 364th before the last.', dayText, '2026-08-24'),
  queryParameter(
    'to',
    'Last day, by default today (of the sites if they share a time zone); the period is at most 10 years.',
    dayText,
    '2026-11-23',
  ),
  ...keysOf(insightFilters).map((field) =>
    queryParameter(`filter[${field}]`, `Only those whose ${field} is one of these.`, text, filterExamples[field]),
  ),
]
const parameters = (keys: readonly string[]) => [
  queryParameter('by', 'What the rows are.', { ...text, enum: [...keys], default: keys[0] }, keys[0] ?? ''),
  ...scopeParameters,
]

const PageQuery = Type.Object({ ...ListQuery.properties, from: optionalText, to: optionalText })
interface SortRules {
  sorts: readonly string[]
  sort: string
}
export const deathsListRules = { sorts: ['date_of_death'], sort: '-date_of_death' } as const
export const turnaroundListRules = { sorts: turnaroundSorts, sort: '-requested_at' } as const

const pagesOf = ({ sorts, sort }: SortRules) => [
  ...pageParameters(constants.postMortemPageSize),
  queryParameter(
    'sort',
    'The field to sort by; prefix - for descending order.',
    { ...text, enum: sorts.flatMap((field) => [field, `-${field}`]), default: sort },
    sort,
  ),
]

const rowsOf = <Row extends TSchema>(row: Row) => Type.Object({ success: Type.Boolean(), data: Type.Array(row) })

/** Deaths are animals of sent tickets by their date of death. */
export const schemas = {
  mortality: {
    operationId: 'getMortality',
    summary: 'Deaths of a period with their head days: animals of sent tickets by date of death',
    querystring: Query,
    parameters: parameters(mortalityKeys),
    response: {
      200: Type.Object({ success: Type.Boolean(), data: Type.Array(MortalityRow), meta: MortalityTotals }),
    },
  },
  agreement: {
    operationId: 'getAgreement',
    summary: 'How often crew and veterinarian agree, over the animals that have a diagnosis of both',
    querystring: Query,
    parameters: parameters(agreementKeys),
    response: { 200: ItemResponse(Agreement) },
  },
  turnaround: {
    operationId: 'getTurnaround',
    summary: 'Hours from sending a ticket to its visit and to its report, and how many animals were opened in time',
    querystring: Query,
    parameters: parameters(turnaroundKeys),
    response: {
      200: Type.Object({ success: Type.Boolean(), data: Type.Array(TurnaroundRow), meta: TurnaroundTotals }),
    },
  },
  turnaroundPostMortems: {
    operationId: 'listTurnaroundPostMortems',
    summary: 'The tickets that the turnaround counts, with the hours of each',
    querystring: PageQuery,
    parameters: [...pagesOf(turnaroundListRules), ...scopeParameters],
    response: { 200: ListResponse(TurnaroundPostMortem) },
  },
  deaths: {
    operationId: 'listDeaths',
    summary: 'The animals that the figures count, with their tickets; the total equals the figure of the same filters',
    querystring: PageQuery,
    parameters: [
      ...pagesOf(deathsListRules),
      ...scopeParameters,
      queryParameter('filter[days_on_feed]', 'Only those of one of these bands.', text, '30-59'),
      ...unknownFields.map((field) =>
        queryParameter(
          `filter[${field}:isnull]`,
          `Only those whose ${field} is unknown, or is not.`,
          { ...text, enum: ['true', 'false', '1', '0'] },
          'true',
        ),
      ),
    ],
    response: { 200: ListResponse(Death) },
  },
  benchmark: {
    operationId: 'getBenchmark',
    summary:
      'Your rates beside the quartiles of all customers, if there are at least 5 others and the practice has enabled it',
    problemStatuses: [409],
    querystring: Query,
    parameters: parameters(['system']),
    response: { 200: rowsOf(BenchmarkRow) },
  },
}
