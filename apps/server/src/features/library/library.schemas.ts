import { constants } from '@chisholm/domain/constants'
import { extrasOf, type LibraryList } from '@chisholm/domain/library'
import { LibraryEntry, LibraryListState, One } from '@chisholm/domain/shapes'
import { Type } from 'typebox'
import { BodyFlag, BodyId, BodyNumber, BodyText } from '../../http/bodies.ts'
import { exampleIds, exampleTexts } from '../../http/example-values.ts'
import { listOf } from '../../http/list-parameters.ts'
import type { ListRules } from '../../http/lists.ts'
import { adminFilters, libraryFilters, librarySorts } from './library.queries.ts'

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

const asked = { sorts: librarySorts, sort: 'name', perPage: constants.tagColorsPageSize, examples: { name: 'Yellow' } }
/** What everybody may ask of a list. */
export const rules = { ...asked, filters: libraryFilters } satisfies ListRules
/** What Admins may ask of it. */
export const adminRules = { ...asked, filters: adminFilters } satisfies ListRules
/** What the list of lists may be asked. */
export const listsRules: ListRules<never, 'list'> = { filters: {}, sorts: ['list'], sort: 'list' }

/** `tag-colors` as an operation's noun: TagColors. */
const nounOf = (name: string) => name.replaceAll(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase())

const examplesOf: Record<string, object> = {
  code: { code: exampleTexts.newCode },
  system: { system: 'Systemic' },
  notifiable: { notifiable: true },
  hex: { hex: '#f2c21a' },
}
const saved = { entry: { id: exampleIds.libraryEntry } }
const Done = Type.Object({ success: Type.Boolean() })

/** What each route of a library list takes and answers. */
export function schemasOf(list: LibraryList) {
  const [noun, words] = [nounOf(list), list.replaceAll('-', ' ')]
  const whole = Object.assign({ name: exampleTexts.newName }, ...extrasOf(list).map((extra) => examplesOf[extra]))
  const one = { versioned: true, params: Id, response: { 200: One(LibraryEntry) } }
  return {
    list: {
      operationId: `list${noun}`,
      summary: `A page of the list of ${words}; sorted by position it has the order an Admin gave it, retired ones are for Admins`,
      ...listOf(LibraryEntry, adminRules),
    },
    get: {
      operationId: `get${noun}Entry`,
      summary: `One entry of the list of ${words}, also when it is retired`,
      examples: saved,
      ...one,
    },
    create: {
      operationId: `create${noun}Entry`,
      summary: `Add an entry to the list of ${words}`,
      versioned: true,
      needs: ['name'],
      examples: {
        entry: { body: whole },
        first: { body: { id: exampleIds.newId, name: exampleTexts.newName, position: 1 } },
      },
      body: EntryBody,
      response: { 201: One(LibraryEntry) },
    },
    change: {
      operationId: `change${noun}Entry`,
      summary: `Rename, retire, restore or move an entry of the list of ${words}`,
      refuses: [409],
      examples: {
        rename: { ...saved.entry, body: whole },
        retire: { ...saved.entry, body: { retired: true } },
        move: { ...saved.entry, body: { position: 2 } },
      },
      body: EntryBody,
      ...one,
    },
    remove: {
      operationId: `delete${noun}Entry`,
      summary: `Delete an entry of the list of ${words} that was never used`,
      versioned: true,
      refuses: [409],
      examples: saved,
      params: Id,
      response: { 200: Done },
    },
    alphabetical: {
      operationId: `delete${noun}Order`,
      summary: `Make the list of ${words} alphabetical again`,
      response: { 200: Done },
    },
  }
}

export const listsSchema = {
  operationId: 'listLibraryLists',
  summary: 'The library lists with how many entries each has, for Admins',
  ...listOf(LibraryListState, listsRules),
}
