import { useQuery } from '@tanstack/react-query'
import type { SignIn } from '@chisholm/domain/schemas'
import { texts } from '@chisholm/domain/texts'
import { useEffect, useState } from 'react'
import { ApiError, api } from '../../api/client.ts'
import { toast, errorMessage } from '../../ui/toast.ts'
import { secondStepOptionsQuery } from './queries.ts'
import { passkeyErrorMessage, signWithPasskey } from './passkeys.ts'

export interface SecondStepProps {
  session: string
  onSignedIn: (answer: SignIn) => Promise<void>
  /** The challenge has expired: the user must enter the password again. */
  onExpired: () => void
}

/** State of the second step. */
export function useSecondStep({ session, onSignedIn, onExpired }: SecondStepProps) {
  const options = useQuery(secondStepOptionsQuery(session))
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const isExpired = options.error instanceof ApiError && options.error.status === 401
  useEffect(() => {
    if (isExpired) onExpired()
  }, [isExpired, onExpired])

  const attempt = async (buildProof: () => Promise<object>, onError: (failure: unknown) => void) => {
    setError(null)
    setBusy(true)
    try {
      await onSignedIn(await api.post('/auth/second-factor', { session, ...(await buildProof()) }))
    } catch (failure) {
      setBusy(false)
      if (!(failure instanceof ApiError) || failure.status !== 401) return onError(failure)
      toast.failure(failure.message)
      onExpired()
    }
  }
  const sendCode = (code: string) =>
    attempt(
      async () => ({ code }),
      (failure) => {
        if (failure instanceof ApiError && failure.status === 422) setError(failure.message)
        else toast.failure(errorMessage(failure, texts.failure.login))
      },
    )
  const signByPasskey = () =>
    attempt(
      async () => {
        // a challenge can be used once only
        const { data } = await options.refetch({ throwOnError: true })
        if (!data?.passkey) throw new ApiError(422, texts.validation.passkeyRefused)
        return { passkey: await signWithPasskey(data.passkey) }
      },
      (failure) => toast.failure(passkeyErrorMessage(failure)),
    )
  return { options, error, clearError: () => setError(null), busy, sendCode, signByPasskey }
}
