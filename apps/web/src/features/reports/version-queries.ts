import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { api } from '../../api/client.ts'
import { readableOffline } from '../../api/readable-offline.ts'

// The key begins like that of the tickets, so that versions are refetched when tickets change.
export const versionsQuery = (postMortemId: string) =>
  queryOptions({
    queryKey: ['post-mortems', 'report-versions', postMortemId],
    queryFn: async () =>
      (await api.get('/post-mortems/{id}/report-versions', { id: postMortemId, per_page: constants.maxPageSize })).data,
    meta: readableOffline,
  })

/** A version never changes, and neither do its differences from the previous one. */
export const changesQuery = (id: string) =>
  queryOptions({
    queryKey: ['report-changes', id],
    queryFn: async () => (await api.get('/report-versions/{id}/changes', { id })).data,
    staleTime: Infinity,
    meta: readableOffline,
  })

/** The calls that issue or amend the report of a ticket. Afterwards the ticket is refetched, even after a failure. */
export function useReportCalls({ id }: PostMortem) {
  const queryClient = useQueryClient()
  const onSettled = async () => {
    void queryClient.invalidateQueries({ queryKey: ['animals'] })
    queryClient.removeQueries({ queryKey: ['report', id] })
    await queryClient.invalidateQueries({ queryKey: ['post-mortems'] })
  }
  const issuing = useMutation({
    mutationFn: () => api.post('/post-mortems/{id}/report-versions', { kind: 'preliminary' }, { id }),
    onSettled,
  })
  const opening = useMutation({
    mutationFn: (reason: string) => api.post('/post-mortems/{id}/amendment', { reason }, { id }),
    onSettled,
  })
  const issuingAmended = useMutation({
    mutationFn: () => api.put('/post-mortems/{id}/amendment', { issue: 1 }, { id }),
    onSettled,
  })
  const grouping = useMutation({
    mutationFn: (isGrouped: boolean) => api.put('/post-mortems/{id}', { report_grouped: isGrouped ? 1 : 0 }, { id }),
    onSettled,
  })
  const discarding = useMutation({ mutationFn: () => api.delete('/post-mortems/{id}/amendment', { id }), onSettled })
  return {
    groupAnimals: grouping.mutateAsync,
    issuePreliminary: issuing.mutateAsync,
    openAmendment: opening.mutateAsync,
    issueAmended: issuingAmended.mutateAsync,
    discardAmendment: discarding.mutateAsync,
  }
}
