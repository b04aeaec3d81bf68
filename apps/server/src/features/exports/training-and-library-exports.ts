import { extraFieldsOf, type LibraryEntryFields, type LibraryList, libraryLists } from '@chisholm/domain/library'
import { libraryRules } from '../library/index.ts'
import { trainingRules } from '../trainings/index.ts'
import { libraryEntriesToExport, trainingsToExport } from './exports.queries.ts'
import { defineExport } from './list-export.ts'

type Column = [string, (entry: LibraryEntryFields) => string | boolean | null]

/** Columns that only lists with such a field have. */
const extraColumns = {
  hint: ['Hint', (entry) => entry.hint],
  required: ['Required', (entry) => entry.required],
  advice: ['Advice', (entry) => entry.advice],
  level: ['Level', (entry) => entry.level],
  text: ['Text', (entry) => entry.text],
} satisfies Partial<Record<keyof LibraryEntryFields, Column>>

const extraColumnsOf = (list: LibraryList): Column[] =>
  Object.entries(extraColumns).flatMap(([field, column]): Column[] =>
    extraFieldsOf(list).some((extra) => extra === field) ? [[column[0], column[1]]] : [],
  )

/** Exports of the trainings, and of each library list without retired entries. */
export const trainingAndLibraryExports = [
  defineExport({
    name: 'trainings',
    rules: trainingRules,
    query: (db, _sites, list) => trainingsToExport(db, list),
    columns: [
      ['Title', (training) => training.title],
      ['Description', (training) => training.description],
      ['Before the sections', (training) => training.pre_content],
      ['Section', (training) => training.heading],
      ['Content', (training) => training.content],
      ['After the sections', (training) => training.post_content],
      ['Created at', (training) => training.created_at],
    ],
  }),
  ...libraryLists.map((name) =>
    defineExport<LibraryEntryFields>({
      name,
      rules: libraryRules,
      query: (db, _sites, list) => libraryEntriesToExport(db, name, list),
      columns: [
        ['Name', (entry) => entry.name],
        ['Code', (entry) => entry.code],
        ['System', (entry) => entry.system],
        ['Notifiable', (entry) => entry.notifiable],
        ['Color', (entry) => entry.hex],
        ...extraColumnsOf(name),
      ],
    }),
  ),
]
