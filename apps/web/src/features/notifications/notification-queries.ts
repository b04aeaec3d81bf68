import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { NotificationPreferences } from '@chisholm/domain/schemas/notifications'
import { api } from '../../api/client.ts'
import type { BodyOf } from '../../api/call-types.ts'
import { useInvalidatingMutation } from '../../api/use-invalidating-mutation.ts'

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

export const useMarkRead = () =>
  useInvalidatingMutation(key, async (id: string | 'all') => {
    if (id === 'all') await api.post('/notifications/read-all', undefined)
    else await api.put('/notifications/{id}', { read: 1 }, { id })
  })

const preferencesKey = ['notification-preferences'] as const

export const preferencesQuery = queryOptions({
  queryKey: preferencesKey,
  queryFn: async () => (await api.get('/notification-preferences')).data,
})

export type PreferencesChange = BodyOf<'put', '/notification-preferences'>

type Channels = NotificationPreferences['channels']

function withChange(preferences: NotificationPreferences, change: PreferencesChange): NotificationPreferences {
  const channels = { ...preferences.channels }
  // cast: only this section creates changes, with known kinds and flags
  for (const [kind, chosen] of Object.entries(change.channels ?? {}) as [
    keyof Channels,
    Partial<Channels[keyof Channels]>,
  ][])
    channels[kind] = { ...channels[kind], ...chosen }
  // cast: only this section creates changes, with both times and a whole hour
  return {
    ...preferences,
    ...change,
    channels,
    digest: { ...preferences.digest, ...change.digest },
  } as NotificationPreferences
}

/**
 * Saves preferences one after the other, and shows them at once, so that the next change builds on them. Once the last
 * one has failed, what is saved is shown again, also without a connection.
 */
export function useSavePreferences() {
  const queryClient = useQueryClient()
  const saved = useRef<NotificationPreferences>(undefined)
  const isLast = () => queryClient.isMutating({ mutationKey: preferencesKey }) === 1
  return useMutation({
    mutationKey: preferencesKey,
    scope: { id: preferencesKey[0] },
    mutationFn: async (change: PreferencesChange) => (await api.put('/notification-preferences', change)).data,
    onMutate: async (change) => {
      if (isLast()) saved.current = queryClient.getQueryData(preferencesQuery.queryKey)
      await queryClient.cancelQueries({ queryKey: preferencesKey })
      queryClient.setQueryData(preferencesQuery.queryKey, (shown) => shown && withChange(shown, change))
    },
    onSuccess: (answer) => {
      saved.current = answer
      if (isLast()) queryClient.setQueryData(preferencesQuery.queryKey, answer)
    },
    onError: () => {
      if (!isLast()) return
      queryClient.setQueryData(preferencesQuery.queryKey, saved.current)
      // without a response the server may have saved it
      void queryClient.invalidateQueries({ queryKey: preferencesKey })
    },
  })
}
