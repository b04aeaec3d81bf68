import { constants } from '@chisholm/domain/constants'
import { extraFieldsOf, type LibraryList } from '@chisholm/domain/library'
import { LibraryEntry, LibraryListState, ItemResponse } from '@chisholm/domain/schemas'
import { Type } from 'typebox'
import { BodyFlag, BodyId, BodyNumber, BodyText } from '../../http/body-fields.ts'
import { exampleIds, exampleTexts } from '../../http/openapi/example-values.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import type { ListRules } from '../../http/pagination.ts'
import { libraryAdminFilters, libraryFilters, librarySorts } from './library.queries.ts'

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) })
/** Code, system and notifiable are of diagnoses, hex of tag colours; the other lists do not keep them. */
export const EntryBody = Type.Object({
  id: Type.Optional(BodyId),
  name: Type.Optional(BodyText),
  position: Type.Optional(BodyNumber),
  retired: Type.Optional(BodyFlag),
  code: Type.Optional(BodyText),
  system: Type.Optional(BodyText),
  notifiable: Type.Optional(BodyFlag),
  hex: Type.Optional(BodyText),
})

const sharedRules = {
  sorts: librarySorts,
  sort: 'name',
  perPage: constants.tagColorsPageSize,
  examples: { name: 'Yellow' },
}
/** What everybody may ask of a list. */
export const libraryListRules = { ...sharedRules, filters: libraryFilters } satisfies ListRules
/** What Admins may ask of it. */
export const libraryAdminRules = { ...sharedRules, filters: libraryAdminFilters } satisfies ListRules
/** What the list of lists may be asked. */
export const listOfListsRules: ListRules<never, 'list'> = { filters: {}, sorts: ['list'], sort: 'list' }

/** `tag-colors` as an operation's noun: TagColors. */
const operationNoun = (name: string) =>
  name.replaceAll(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase())

const exampleFields: Record<string, object> = {
  code: { code: exampleTexts.newCode },
  system: { system: 'Systemic' },
  notifiable: { notifiable: true },
  hex: { hex: '#f2c21a' },
}
const entryExample = { entry: { id: exampleIds.libraryEntry } }
const Done = Type.Object({ success: Type.Boolean() })

/** What each route of a library list takes and answers. */
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
      summary: `A page of the list of ${listName}; sorted by position it has the order an Admin gave it, retired ones are for Admins`,
      ...listSchema(LibraryEntry, libraryAdminRules),
    },
    get: {
      operationId: `get${noun}Entry`,
      summary: `One entry of the list of ${listName}, also when it is retired`,
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
      response: { 200: Done },
    },
    alphabetical: {
      operationId: `delete${noun}Order`,
      summary: `Make the list of ${listName} alphabetical again`,
      response: { 200: Done },
    },
  }
}

export const listsSchema = {
  operationId: 'listLibraryLists',
  summary: 'The library lists with how many entries each has, for Admins',
  ...listSchema(LibraryListState, listOfListsRules),
}
