import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useInvalidatingMutation } from '../../api/use-invalidating-mutation.ts'

/** The calendar feed of the user, or null. Its URL is returned only when it is created. */
export const calendarFeedQuery = queryOptions({
  queryKey: ['calendar-feeds'],
  queryFn: async () => (await api.get('/calendar-feeds')).data[0] ?? null,
})

/** Creates a URL that replaces the previous one. Resolves to it. */
export function useMakeFeed() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => (await api.post('/calendar-feeds', {})).data.url,
    // the address is a secret: nothing keeps it after the screen
    gcTime: 0,
    onSettled: () => queryClient.invalidateQueries({ queryKey: calendarFeedQuery.queryKey }),
  })
}

export const useEndFeed = () =>
  useInvalidatingMutation(calendarFeedQuery.queryKey, (id: string) => api.delete('/calendar-feeds/{id}', { id }))
