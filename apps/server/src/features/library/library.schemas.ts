import { constants } from '@chisholm/domain/constants'
import { extraFieldsOf, type LibraryList } from '@chisholm/domain/library'
import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { LibraryEntry, LibraryListState } from '@chisholm/domain/schemas/library'
import { Type } from 'typebox'
import { BodyFlag, BodyId, BodyNumber, BodyText } from '../../http/body-fields.ts'
import { exampleIds, exampleTexts } from '../../http/openapi/example-values.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { operationNoun } from '../../http/openapi/operation-noun.ts'
import type { ListRules } from '../../http/pagination.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { SuccessReply } from '../../http/success-reply.ts'
import { libraryAdminFilters, libraryFilters, librarySorts } from './library.queries.ts'

const Id = idParameter()
/** `extraFieldsOf` returns which of these fields a list has. */
export const EntryBody = Type.Object({
  id: Type.Optional(BodyId),
  name: Type.Optional(BodyText),
  position: Type.Optional(BodyNumber),
  retired: Type.Optional(BodyFlag),
  code: Type.Optional(BodyText),
  system: Type.Optional(BodyText),
  notifiable: Type.Optional(BodyFlag),
  hex: Type.Optional(BodyText),
  hint: Type.Optional(BodyText),
  required: Type.Optional(BodyFlag),
  advice: Type.Optional(BodyText),
  text: Type.Optional(BodyText),
  level: Type.Optional(BodyText),
})

const sharedRules = {
  sorts: librarySorts,
  sort: 'name',
  perPage: constants.tagColorsPageSize,
  examples: { name: 'Yellow' },
}
export const libraryListRules = { ...sharedRules, filters: libraryFilters } satisfies ListRules
export const libraryAdminRules = { ...sharedRules, filters: libraryAdminFilters } satisfies ListRules
/** The default order is alphabetical. Photo slots are in the order in which they are photographed. */
export const inDefaultOrder = <Rules extends typeof libraryListRules | typeof libraryAdminRules>(
  rules: Rules,
  list: LibraryList,
) => ({ ...rules, sort: list === 'photo-slots' ? 'position,name' : rules.sort })
export const listOfListsRules: ListRules<never, 'list'> = { filters: {}, sorts: ['list'], sort: 'list' }

const exampleFields: Record<string, object> = {
  code: { code: exampleTexts.newCode },
  system: { system: 'Respiratory' },
  notifiable: { notifiable: true },
  hex: { hex: '#f2c21a' },
  hint: { hint: 'Cut from the outside to the hilum' },
  required: { required: true },
  advice: { advice: 'Do not open or move this animal.' },
  level: { level: 'stop' },
  text: { text: 'Lungs heavy and rubbery; they do not collapse.' },
}
const entryExample = { entry: { id: exampleIds.libraryEntry } }

/** Schemas of the routes of one list, whose entries have the fields of this list. */
export function createSchemas(list: LibraryList) {
  const [noun, listName] = [operationNoun(list), list.replaceAll('-', ' ')]
  const fullBody = Object.assign(
    { name: exampleTexts.newName },
    ...extraFieldsOf(list).map((extra) => exampleFields[extra]),
  )
  const readSchema = { versioned: true, params: Id, response: { 200: ItemResponse(LibraryEntry) } }
  return {
    list: {
      operationId: `list${noun}`,
      summary: `A page of the list of ${listName}; sort by position for the order Admins chose; retired entries are for Admins only`,
      ...listSchema(LibraryEntry, inDefaultOrder(libraryAdminRules, list)),
    },
    get: {
      operationId: `get${noun}Entry`,
      summary: `One entry of the list of ${listName}, retired ones included`,
      examples: entryExample,
      ...readSchema,
    },
    create: {
      operationId: `create${noun}Entry`,
      summary: `Add an entry to the list of ${listName}`,
      versioned: true,
      requiredFields: ['name'],
      examples: {
        entry: { body: fullBody },
        first: { body: { id: exampleIds.newId, name: exampleTexts.newName, position: 1 } },
      },
      body: EntryBody,
      response: { 201: ItemResponse(LibraryEntry) },
    },
    change: {
      operationId: `change${noun}Entry`,
      summary: `Rename, retire, restore or move an entry of the list of ${listName}`,
      problemStatuses: [409],
      examples: {
        rename: { ...entryExample.entry, body: fullBody },
        retire: { ...entryExample.entry, body: { retired: true } },
        move: { ...entryExample.entry, body: { position: 2 } },
      },
      body: EntryBody,
      ...readSchema,
    },
    remove: {
      operationId: `delete${noun}Entry`,
      summary: `Delete an entry of the list of ${listName} that was never used`,
      versioned: true,
      problemStatuses: [409],
      examples: entryExample,
      params: Id,
      response: { 200: SuccessReply },
    },
    alphabetical: {
      operationId: `delete${noun}Order`,
      summary: `Make the list of ${listName} alphabetical again`,
      response: { 200: SuccessReply },
    },
  }
}

export const listsSchema = {
  operationId: 'listLibraryLists',
  summary: 'The library lists with their numbers of entries, for Admins',
  ...listSchema(LibraryListState, listOfListsRules),
}
