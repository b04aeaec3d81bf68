import { queryOptions } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import type { LibraryEntry } from '@chisholm/domain/shapes'
import { api } from '../../api/client.ts'
import { remembered } from '../../api/remembered.ts'

type LibraryList = 'tag-colors' | 'animal-groups' | 'breeds' | 'animal-colors' | 'diagnoses'

const listQuery = (list: LibraryList, perPage: number) =>
  queryOptions({
    queryKey: ['library', list],
    queryFn: remembered(list, async () => (await api.get(`/${list}`, { per_page: perPage, sort: 'name' })).data),
    staleTime: 600_000,
  })

export const tagColorsQuery = () => listQuery('tag-colors', constants.tagColorsPageSize)
export const groupsQuery = () => listQuery('animal-groups', constants.everything)
export const breedsQuery = () => listQuery('breeds', constants.everything)
export const animalColorsQuery = () => listQuery('animal-colors', constants.everything)
export const diagnosesQuery = () => listQuery('diagnoses', constants.everything)

/** The entries of a list as choices of a select. */
export const choicesOf = (entries: LibraryEntry[] | undefined) =>
  (entries ?? []).map((entry) => ({ value: entry.id, label: entry.name }))
