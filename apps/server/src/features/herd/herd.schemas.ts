import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { HeadCount, Lot, UnmatchedLot } from '@chisholm/domain/schemas/lots'
import { type TOptional, type TSchema, Type } from 'typebox'
import { BodyDay, BodyFlag, BodyId, BodyNumber, BodyText } from '../../http/body-fields.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { exampleIds, exampleTexts } from '../../http/openapi/example-values.ts'
import { listSchema, queryParameter } from '../../http/openapi/list-parameters.ts'
import type { ListRules } from '../../http/pagination.ts'
import { SuccessReply } from '../../http/success-reply.ts'
import { headCountRules } from './head-counts.queries.ts'
import { lotRules, unmatchedLotRules } from './lots.queries.ts'
import type { SiteRecord } from './site-records.queries.ts'

type BodyField = TOptional<typeof BodyText>

interface RecordDocs {
  row: TSchema
  rules: ListRules
  /** Noun in operation ids: listLots, getLot. */
  noun: string
  /** Noun in operation summaries. */
  one: string
  many: string
  id: string
  fields: Record<string, BodyField>
  /** Further fields of a change. */
  changeFields?: Record<string, TOptional<typeof BodyFlag>>
  requiredFields: string[]
  created: object
  changed: object
}

const Id = idParameter()
const owned = 'clients of their own sites, Admins of every site'

const recordSchemas = ({ row: schema, rules, noun, one, many, id, ...docs }: RecordDocs) => {
  const row = Type.Unsafe<SiteRecord>(schema)
  return {
    list: { operationId: `list${noun}s`, summary: `A page of the ${many} of your sites`, ...listSchema(row, rules) },
    get: {
      operationId: `get${noun}`,
      summary: `One ${one}`,
      versioned: true,
      examples: { one: { id } },
      params: Id,
      response: { 200: ItemResponse(row) },
    },
    create: {
      operationId: `create${noun}`,
      summary: `Add a ${one}: ${owned}`,
      versioned: true,
      requiredFields: docs.requiredFields,
      problemStatuses: [403],
      examples: {
        one: { body: docs.created },
        withId: { body: { id: exampleIds.newId, ...docs.created } },
      },
      body: Type.Object({ id: Type.Optional(BodyId), ...docs.fields }),
      response: { 201: ItemResponse(row) },
    },
    change: {
      operationId: `change${noun}`,
      summary: `Change a ${one}: ${owned}`,
      versioned: true,
      problemStatuses: [403],
      examples: { one: { id, body: docs.changed } },
      params: Id,
      body: Type.Object({ ...docs.fields, ...docs.changeFields }),
      response: { 200: ItemResponse(row) },
    },
    remove: {
      operationId: `delete${noun}`,
      summary: `Delete a ${one}: ${owned}`,
      versioned: true,
      problemStatuses: [403],
      examples: { one: { id } },
      params: Id,
      response: { 200: SuccessReply },
    },
  }
}

export const lotSchemas = recordSchemas({
  row: Lot,
  rules: lotRules,
  noun: 'Lot',
  one: 'lot',
  many: 'lots',
  id: exampleIds.lot,
  fields: {
    site_id: Type.Optional(BodyId),
    name: Type.Optional(BodyText),
    arrived_at: Type.Optional(BodyDay),
    head_in: Type.Optional(BodyNumber),
    source: Type.Optional(BodyText),
    sex: Type.Optional(BodyText),
    arrival_weight: Type.Optional(BodyNumber),
    closed_at: Type.Optional(BodyDay),
  },
  // when the lot is renamed, its former name becomes one of its other names
  changeFields: { keep_name: Type.Optional(BodyFlag) },
  requiredFields: ['site_id', 'name'],
  created: {
    site_id: exampleIds.site,
    name: exampleTexts.newName,
    arrived_at: '2026-09-14',
    head_in: 240,
    source: 'Brooks auction',
    sex: 'steers',
    arrival_weight: 310,
  },
  changed: { closed_at: '2027-04-02' },
})

export const headCountSchemas = recordSchemas({
  row: HeadCount,
  rules: headCountRules,
  noun: 'HeadCount',
  one: 'head count',
  many: 'head counts',
  id: exampleIds.headCount,
  fields: {
    site_id: Type.Optional(BodyId),
    date: Type.Optional(BodyDay),
    head: Type.Optional(BodyNumber),
  },
  requiredFields: ['site_id', 'date', 'head'],
  created: { site_id: exampleIds.emptySite, date: '2026-11-20', head: 1184 },
  changed: { head: 1179 },
})

export type RecordSchemas = ReturnType<typeof recordSchemas>

export const otherNameSchema = {
  operationId: 'setOtherNameOfLot',
  summary: `Add or remove another name under which animals belong to a lot: ${owned}`,
  versioned: true,
  requiredFields: ['name'],
  problemStatuses: [403],
  examples: { one: { id: exampleIds.lot, body: { name: exampleTexts.newName, belongs: 1 } } },
  params: Id,
  body: Type.Object({ name: Type.Optional(BodyText), belongs: Type.Optional(BodyFlag) }),
  response: { 200: ItemResponse(Lot) },
}

const unmatchedList = listSchema(UnmatchedLot, unmatchedLotRules)
export const unmatchedSchema = {
  operationId: 'listUnmatchedLots',
  summary: 'A page of the lot names of animals that match no lot of their site, the latest death first',
  ...unmatchedList,
  querystring: Type.Object({ ...unmatchedList.querystring.properties, site_id: Type.Optional(Type.String()) }),
  parameters: [
    ...unmatchedList.parameters,
    queryParameter('site_id', 'Of this site only.', { type: 'string', format: 'uuid' }, exampleIds.site),
  ],
}
