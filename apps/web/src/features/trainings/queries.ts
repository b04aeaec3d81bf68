import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import type { Training } from '@chisholm/domain/shapes'
import { api } from '../../api/client.ts'
import type { Asked } from '../../ui/listed-page.tsx'

/** All trainings, for readers. */
export const trainingsQuery = () =>
  queryOptions({
    queryKey: ['trainings'],
    queryFn: async () => (await api.get('/trainings', { per_page: constants.everything })).data,
    staleTime: 600_000,
  })

/** A training with its position; `last` is 0 where trainings cannot be moved, as in search results. */
export interface PlacedTraining extends Training {
  place: number
  last: number
}

/** A page of trainings, for Admins. */
export const trainingPageQuery = ({ page, text }: Asked) => ({
  queryKey: ['trainings', 'page', String(page), text],
  queryFn: async () => {
    const { data, meta, ...rest } = await api.get('/trainings', {
      page,
      per_page: constants.ticketPageSize,
      'filter[title:like]': text,
    })
    const placed = (training: Training, index: number): PlacedTraining => ({
      ...training,
      place: (meta.from ?? 1) + index,
      last: text ? 0 : meta.total,
    })
    return { ...rest, data: data.map(placed), meta }
  },
  placeholderData: keepPreviousData,
})

export const trainingQuery = (id: string) =>
  queryOptions({
    queryKey: ['trainings', 'one', id],
    queryFn: async () => (await api.get('/trainings/{id}', { id })).data,
    // never refetched: a refetch would replace what is being edited
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Invalidates all cached trainings. */
export function useForgetTrainings() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['trainings'] })
}

export function useMoveTraining() {
  const forget = useForgetTrainings()
  return useMutation({
    mutationFn: ({ id, position }: { id: string; position: number }) =>
      api.put('/trainings/{id}', { position }, { id }),
    onSuccess: forget,
  })
}

export function useDeleteTraining() {
  const forget = useForgetTrainings()
  return useMutation({
    mutationFn: (id: string) => api.delete('/trainings/{id}', { id }),
    onSuccess: forget,
  })
}
