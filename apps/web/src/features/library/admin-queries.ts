import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import type { LibraryEntryFields, LibraryList } from '@chisholm/domain/library'
import type { LibraryEntry } from '@chisholm/domain/schemas/library'
import { api } from '../../api/client.ts'
import { pageOfList } from '../../api/page-by-page.ts'
import { createOrChange } from '../../api/create-or-change.ts'
import type { ListParams } from '../../ui/list-page.tsx'

/** Number of entries of each list, and whether it has a custom order. */
export const listSummariesQuery = () =>
  queryOptions({
    queryKey: ['library', 'states'],
    queryFn: async () => (await api.get('/library', { per_page: constants.tagColorsPageSize })).data,
  })

/** An entry with its position. `last` is 0 if entries cannot be moved, as in search results. */
export interface PositionedEntry extends LibraryEntry {
  rank: number
  count: number
}

/** A page of the entries of a list, either those in use or the retired ones. */
export const entryPageQuery =
  (list: LibraryList, retired: boolean) =>
  ({ page, text }: ListParams) => ({
    ...pageOfList(['library', list, 'page', text, String(retired), String(page)]),
    queryFn: async () => {
      const { data, meta, ...rest } = await api.get(`/${list}`, {
        page,
        per_page: constants.tagColorsPageSize,
        sort: 'position,name',
        'filter[name:like]': text,
        'filter[retired]': retired ? '1' : '0',
      })
      const withRank = (entry: LibraryEntry, index: number): PositionedEntry => ({
        ...entry,
        rank: (meta.from ?? 1) + index,
        count: text || retired ? 0 : meta.total,
      })
      return { ...rest, data: data.map(withRank), meta }
    },
  })

type EntryPatch = Partial<LibraryEntryFields> & { position?: number; retired?: boolean }

/** The changes that can be made to a list. Each invalidates all queries of the list. */
export function useListMutations(list: LibraryList) {
  const queryClient = useQueryClient()
  const onSuccess = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['library', list] }),
      queryClient.invalidateQueries({ queryKey: ['library', 'states'] }),
    ])
  const add = useMutation({
    mutationFn: (entry: LibraryEntryFields & { id: string }) =>
      createOrChange(
        entry,
        (body) => api.post(`/${list}`, body),
        (id, { id: _, ...patch }) => api.put(`/${list}/{id}`, patch, { id }),
      ),
    onSuccess,
  })
  const change = useMutation({
    mutationFn: ({ id, ...patch }: EntryPatch & { id: string }) => api.put(`/${list}/{id}`, patch, { id }),
    // one after the other, in the order of the clicks
    scope: { id: `change ${list}` },
    onSuccess,
  })
  const remove = useMutation({ mutationFn: (id: string) => api.delete(`/${list}/{id}`, { id }), onSuccess })
  const makeAlphabetical = useMutation({ mutationFn: () => api.delete(`/${list}/order`), onSuccess })
  return { add, change, remove, makeAlphabetical }
}
