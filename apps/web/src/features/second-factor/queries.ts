import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** What protects one's own sign-in. */
export const protectionQuery = () =>
  queryOptions({ queryKey: ['protection'], queryFn: async () => (await api.get('/auth/protection')).data })

/** Where one is signed in. */
export const signInsQuery = () =>
  queryOptions({ queryKey: ['sign-ins'], queryFn: async () => (await api.get('/auth/sign-ins')).data })

/** How the second step of a sign-in can be answered. */
export const waysQuery = (session: string) =>
  queryOptions({
    queryKey: ['second-step', session],
    queryFn: async () => (await api.post('/auth/second-factor/options', { session })).data,
    // each answer asks a passkey to sign something else: never by itself, never from the cache
    staleTime: Infinity,
    gcTime: 0,
  })
