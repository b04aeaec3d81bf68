import { extraFieldsOf, type LibraryEntryFields, libraryLists } from '@chisholm/domain/library'
import { libraryRules } from '../library/index.ts'
import { trainingRules } from '../trainings/index.ts'
import { libraryEntriesToExport, trainingsToExport } from './exports.queries.ts'
import { defineExport } from './list-export.ts'

const slotColumns: [string, (entry: LibraryEntryFields) => string | boolean | null][] = [
  ['Hint', (entry) => entry.hint],
  ['Required', (entry) => entry.required],
]

const dangerColumns: [string, (entry: LibraryEntryFields) => string | null][] = [
  ['Advice', (entry) => entry.advice],
  ['Level', (entry) => entry.level],
]

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
      ['Sections', (training) => training.sections],
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
        ...(extraFieldsOf(name).includes('hint') ? slotColumns : []),
        ...(extraFieldsOf(name).includes('level') ? dangerColumns : []),
      ],
    }),
  ),
]
