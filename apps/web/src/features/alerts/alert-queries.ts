import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import type { BodyOf } from '../../api/call-types.ts'
import { api } from '../../api/client.ts'
import { createOrChange } from '../../api/create-or-change.ts'
import { pageByPage, rowsOfPages } from '../../api/page-by-page.ts'
import { readableOffline } from '../../api/readable-offline.ts'
import { useInvalidatingMutation } from '../../api/use-invalidating-mutation.ts'

const key = ['alerts'] as const

/** The alerts, the newest first. */
export const alertsQuery = () =>
  infiniteQueryOptions({
    // another key than that of earlier versions, whose offline copy has no pages
    queryKey: [...key, 'pages'],
    queryFn: ({ pageParam: page }) => api.get('/alerts', { page }),
    ...pageByPage,
    select: rowsOfPages,
    meta: readableOffline,
  })

export const rulesQuery = () =>
  queryOptions({
    queryKey: [...key, 'rules'],
    queryFn: async () => (await api.get('/alert-rules', { per_page: constants.maxPageSize })).data,
    meta: readableOffline,
  })

export type RuleCondition = BodyOf<'post', '/alert-rules/dry-run'>

/** The days in the past year on which a rule would have fired. */
export const dryRunQuery = (condition: RuleCondition) =>
  queryOptions({
    queryKey: [...key, 'dry-run', condition],
    queryFn: async () => (await api.post('/alert-rules/dry-run', condition)).data,
    placeholderData: keepPreviousData,
    retry: false,
  })

/** Adds a rule, or changes the one with this id. */
export const useSaveRule = (id: string | null) =>
  useInvalidatingMutation(key, (rule: BodyOf<'post', '/alert-rules'>) => {
    const change = (ruleId: string) => api.put('/alert-rules/{id}', rule, { id: ruleId })
    return id === null ? createOrChange(rule, (body) => api.post('/alert-rules', body), change) : change(id)
  })

export const useDeleteRule = () => useInvalidatingMutation(key, (id: string) => api.delete('/alert-rules/{id}', { id }))

export const useAcknowledge = (id: string) =>
  useInvalidatingMutation(key, (note: string) => api.put('/alerts/{id}', { note }, { id }))
