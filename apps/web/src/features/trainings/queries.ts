import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import type { Training } from '@chisholm/domain/schemas/trainings'
import { api } from '../../api/client.ts'
import { pageOfList } from '../../api/page-by-page.ts'
import { readableOffline } from '../../api/readable-offline.ts'
import type { ListParams } from '../../ui/list-page.tsx'

/** All trainings, for readers. */
export const trainingsQuery = () =>
  queryOptions({
    queryKey: ['trainings'],
    queryFn: async () => (await api.get('/trainings', { per_page: constants.maxPageSize })).data,
    staleTime: 600_000,
    meta: readableOffline,
  })

/**
 * A training with its position in the list. `count` is the total, or 0 in search results, where no training can be
 * moved.
 */
export interface PositionedTraining extends Training {
  rank: number
  count: number
}

/** A page of trainings, for Admins. */
export const trainingPageQuery = ({ page, text }: ListParams) => ({
  ...pageOfList(['trainings', 'page', text, String(page)]),
  queryFn: async () => {
    const { data, meta, ...rest } = await api.get('/trainings', {
      page,
      per_page: constants.postMortemPageSize,
      'filter[title:like]': text,
    })
    const withRank = (training: Training, index: number): PositionedTraining => ({
      ...training,
      rank: (meta.from ?? 1) + index,
      count: text ? 0 : meta.total,
    })
    return { ...rest, data: data.map(withRank), meta }
  },
})

export const trainingQuery = (id: string) =>
  queryOptions({
    queryKey: ['trainings', 'one', id],
    queryFn: async () => (await api.get('/trainings/{id}', { id })).data,
    // This is never fetched again, because that would replace what is being edited.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export function useInvalidateTrainings() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['trainings'] })
}

export function useMoveTraining() {
  const invalidate = useInvalidateTrainings()
  return useMutation({
    mutationFn: ({ id, position }: { id: string; position: number }) =>
      api.put('/trainings/{id}', { position }, { id }),
    // one after the other, in the order of the clicks
    scope: { id: 'move training' },
    onSuccess: invalidate,
  })
}

export function useDeleteTraining() {
  const invalidate = useInvalidateTrainings()
  return useMutation({
    mutationFn: (id: string) => api.delete('/trainings/{id}', { id }),
    onSuccess: invalidate,
  })
}
