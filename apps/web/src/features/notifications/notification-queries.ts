import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { BodyOf } from '../../api/call-types.ts'

const key = ['notifications'] as const

export const unreadQuery = queryOptions({
  queryKey: [...key, 'unread'],
  queryFn: async () => (await api.get('/notifications', { per_page: 1 })).meta.unread,
  refetchOnWindowFocus: 'always',
  staleTime: 30_000,
})

export const notificationsQuery = (page: number) =>
  queryOptions({
    queryKey: [...key, 'list', page],
    queryFn: () => api.get('/notifications', { page }),
    refetchOnWindowFocus: 'always',
  })

export function useMarkRead() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: string | 'all') => {
      if (id === 'all') await api.post('/notifications/read-all', undefined)
      else await api.put('/notifications/{id}', { read: 1 }, { id })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}

export const preferencesQuery = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: async () => (await api.get('/notification-preferences')).data,
})

export type PreferencesChange = BodyOf<'put', '/notification-preferences'>

/** Saves a preference, and updates the screen with the response. */
export function useSavePreferences() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (change: PreferencesChange) => (await api.put('/notification-preferences', change)).data,
    onSuccess: (saved) => queryClient.setQueryData(preferencesQuery.queryKey, saved),
    onError: () => queryClient.invalidateQueries({ queryKey: preferencesQuery.queryKey }),
  })
}
