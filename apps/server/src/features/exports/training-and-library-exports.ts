import { sql } from 'kysely'
import { libraryLists } from '@chisholm/domain/library'
import { libraryRules } from '../library/index.ts'
import { trainingRules } from '../trainings/index.ts'
import { defineExport, orderByList, allFilters } from './list-export.ts'

const sameName = (field: string) => field

/** Exports of the trainings, and of each library list without retired entries. */
export const trainingAndLibraryExports = [
  defineExport({
    name: 'trainings',
    rules: trainingRules,
    query: (db, _sites, list) =>
      db
        .selectFrom('trainings')
        .select(['title', 'description', 'pre_content', 'post_content', 'created_at'])
        .select(
          sql<string | null>`(select string_agg(s.heading, '; ' order by s.position) from training_sections s
            where s.training_id = trainings.id)`.as('sections'),
        )
        .where(allFilters(list.filters, sameName))
        .orderBy(orderByList(list, sameName, 'id')),
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
    defineExport({
      name,
      rules: libraryRules,
      query: (db, _sites, list) =>
        db
          .selectFrom('library_entries')
          .select(['name', 'code', 'system', 'notifiable', 'hex'])
          .where('list', '=', name)
          .where('retired_at', 'is', null)
          .where(allFilters(list.filters, sameName))
          .orderBy(orderByList(list, sameName, 'id')),
      columns: [
        ['Name', (entry) => entry.name],
        ['Code', (entry) => entry.code],
        ['System', (entry) => entry.system],
        ['Notifiable', (entry) => entry.notifiable],
        ['Color', (entry) => entry.hex],
      ],
    }),
  ),
]
