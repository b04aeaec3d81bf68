import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { compareNames } from '@chisholm/domain/compare-names'
import { constants } from '@chisholm/domain/constants'
import type { LibraryEntry } from '@chisholm/domain/schemas/library'
import { api } from '../../api/client.ts'
import { readableOffline } from '../../api/readable-offline.ts'

const pageSizes = {
  'tag-colors': constants.tagColorsPageSize,
  'animal-groups': constants.maxPageSize,
  breeds: constants.maxPageSize,
  'animal-colors': constants.maxPageSize,
  diagnoses: constants.maxPageSize,
  phrases: constants.maxPageSize,
  'sample-kinds': constants.maxPageSize,
  treatments: constants.maxPageSize,
  'danger-signs': constants.maxPageSize,
  'photo-slots': constants.maxPageSize,
} as const
export type OfferedList = keyof typeof pageSizes
/** The lists used in the animal form. */
export const animalLists = [
  'tag-colors',
  'diagnoses',
  'breeds',
  'animal-colors',
  'animal-groups',
  'treatments',
  'danger-signs',
] as const satisfies OfferedList[]

/** The selectable entries of a list, in its custom order or else alphabetical. */
export const listQuery = (list: OfferedList) =>
  queryOptions({
    queryKey: ['library', list],
    queryFn: async () => (await api.get(`/${list}`, { per_page: pageSizes[list], sort: 'position,name' })).data,
    staleTime: 600_000,
    meta: readableOffline,
  })

/** An entry by its id, even if it is retired. */
export const entryQuery = (list: OfferedList, id: string) =>
  queryOptions({
    queryKey: ['library', list, id],
    queryFn: async () => (await api.get(`/${list}/{id}`, { id })).data,
    staleTime: 600_000,
    meta: readableOffline,
  })

/** The selectable entries of a list, and selected ones that were retired since, so that their names can be shown. */
export function useEntries(list: OfferedList, chosen: readonly (string | null)[]) {
  const offered = useQuery(listQuery(list))
  const offeredIds = new Set(offered.data?.map(({ id }) => id))
  const missing = offered.data ? chosen.flatMap((id) => (id === null || offeredIds.has(id) ? [] : [id])) : []
  const retired = useQueries({ queries: missing.map((id) => entryQuery(list, id)) })
  return { offered, entries: offered.data && [...offered.data, ...retired.flatMap(({ data }) => data ?? [])] }
}

export const choicesOf = (entries: LibraryEntry[] | undefined) =>
  (entries ?? []).map((entry) => ({ value: entry.id, label: entry.name }))

/** The organ systems of these diagnoses, by name. */
export const systemsOf = (diagnoses: LibraryEntry[] | undefined): string[] =>
  [...new Set(diagnoses?.flatMap(({ system }) => system ?? []))].toSorted(compareNames)
