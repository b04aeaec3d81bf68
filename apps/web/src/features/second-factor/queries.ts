import { queryOptions } from '@tanstack/react-query'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { One, OwnSignIn, Protection } from '@chisholm/domain/shapes'
import { api } from '../../api/client.ts'

/** What protects one's own sign-in. */
export const protectionQuery = () =>
  queryOptions({
    queryKey: ['protection'],
    queryFn: async () => (await api.get<One<Protection>>('/auth/protection')).data,
  })

/** Where one is signed in. */
export const signInsQuery = () =>
  queryOptions({
    queryKey: ['sign-ins'],
    queryFn: async () => (await api.get<One<OwnSignIn[]>>('/auth/sign-ins')).data,
  })

/** What adding a factor answers: recovery codes with the first one. */
export type Added = One<{ recovery_codes: string[] | null }>

/** How the second step of a sign-in can be answered. */
interface Ways {
  authenticator: boolean
  passkey: PublicKeyCredentialRequestOptionsJSON | null
}

export const waysQuery = (session: string) =>
  queryOptions({
    queryKey: ['second-step', session],
    queryFn: async () => (await api.post<One<Ways>>('/auth/second-factor/options', { session })).data,
    // each answer asks a passkey to sign something else: never by itself, never from the cache
    staleTime: Infinity,
    gcTime: 0,
  })
