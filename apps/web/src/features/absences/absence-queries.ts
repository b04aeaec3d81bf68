import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import type { Day } from '@chisholm/domain/dates'
import type { Absence } from '@chisholm/domain/schemas/absences'
import { api } from '../../api/client.ts'
import { createOrChange } from '../../api/create-or-change.ts'
import type { BodyOf } from '../../api/call-types.ts'

const key = ['absences'] as const

/** The absences of the user, for Admins of everybody, that have not ended before a day. */
export const absencesQuery = (today: Day) =>
  queryOptions({
    queryKey: [...key, today],
    queryFn: async () =>
      (await api.get('/absences', { 'filter[to:gte]': today, sort: 'from', per_page: constants.maxPageSize })).data,
  })

/** Calls the API, then fetches absences and planner again. */
function useAbsenceMutation<Input>(call: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: key }),
        queryClient.invalidateQueries({ queryKey: ['post-mortems', 'planner'] }),
      ]),
  })
}

export const useSaveAbsence = (existing?: Absence) =>
  useAbsenceMutation((absence: BodyOf<'post', '/absences'>) => {
    const change = (id: string) => api.put('/absences/{id}', absence, { id })
    return existing ? change(existing.id) : createOrChange(absence, (body) => api.post('/absences', body), change)
  })

export const useDeleteAbsence = () => useAbsenceMutation((id: string) => api.delete('/absences/{id}', { id }))
