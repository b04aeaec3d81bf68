import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { pageByPage, rowsOfPages } from '../../api/page-by-page.ts'

export const protectionQuery = () =>
  queryOptions({ queryKey: ['protection'], queryFn: async () => (await api.get('/auth/protection')).data })

export const signInsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['sign-ins'],
    queryFn: ({ pageParam: page }) => api.get('/auth/sign-ins', { page }),
    ...pageByPage,
    select: rowsOfPages,
  })

/** The factors that can complete this sign-in. */
export const secondStepOptionsQuery = (session: string) =>
  queryOptions({
    queryKey: ['second-step', session],
    queryFn: async () => (await api.post('/auth/second-factor/options', { session })).data,
    // Each response contains a new passkey challenge, so it is never cached or fetched again automatically.
    staleTime: Infinity,
    gcTime: 0,
  })
